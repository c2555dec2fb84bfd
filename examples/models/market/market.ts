import { type BufferGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import { drawRamp } from '../materials.js';
import { buildBanner } from './banner.js';
import { buildClothStall } from './cloth-stall.js';
import { buildCookStall } from './cook-stall.js';
import { finish } from './finish.js';
import { buildFortuneTable } from './fortune-table.js';
import { buildFruitStall } from './fruit-stall.js';
import {
  buildBirdCage,
  buildBook,
  buildBowl,
  buildFlag,
  buildLadle,
  buildSpear,
  buildTeaCup,
  buildUmbrella,
} from './held.js';
import { buildLanternPost } from './lantern-post.js';
import { buildPotteryStall } from './pottery-stall.js';
import { buildStoryStand } from './story-stand.js';
import { buildTeaTable } from './tea-table.js';

const THINGS: Readonly<Record<string, () => BufferGeometry[]>> = {
  stall_fruit: buildFruitStall,
  stall_cloth: buildClothStall,
  stall_pots: buildPotteryStall,
  cookstall: buildCookStall,
  tea_table: buildTeaTable,
  story_stand: buildStoryStand,
  fortune_table: buildFortuneTable,
  banner: buildBanner,
  lantern_post: buildLanternPost,
  ladle: buildLadle,
  spear: buildSpear,
  alms_bowl: buildBowl,
  tea_cup: buildTeaCup,
  flag: buildFlag,
  umbrella: buildUmbrella,
  book: buildBook,
  bird_cage: buildBirdCage,
};

/** Things of a market, each a mesh with its name and its origin on the ground, metres. Sellers stand at −Z of their stall. */
export function createMarket(): Group {
  const ramp = drawRamp();
  const plain = new MeshStandardMaterial({ vertexColors: true, roughness: 0.9 });
  const lit = new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.9,
    emissive: '#ff9a45',
    emissiveMap: ramp,
  });
  const meshes = Object.entries(THINGS).map(([name, build]) => {
    const geometry = finish(build());
    return Object.assign(new Mesh(geometry, geometry.hasAttribute('uv') ? lit : plain), { name });
  });
  return new Group().add(...meshes);
}
