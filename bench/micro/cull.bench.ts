import { Frustum, Matrix4, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { Bench } from 'tinybench';
import { CharacterTable } from '../../src/render/characters/character-table.js';
import type { PartsInUse } from '../../src/render/characters/part.js';
import { PartRegistry as Outfits } from '../../src/render/characters/part-registry.js';
import { createFarLevels, type FarLevels } from '../../src/render/drawing/far-levels.js';
import { VisibleLists } from '../../src/render/drawing/visible-lists.js';
import { CameraView } from '../../src/render/poses/camera-view.js';
import { boundClips, characterExtent } from '../../src/render/poses/clip-bounds.js';
import { serveKit } from '../headless/serve-kit.js';
import { createSceneCharacters, loadSceneAssets } from '../scenes/characters.js';
import { placeCamera, type View } from '../scenes/stage.js';
import { tableRow } from './table-row.js';

/**
 * Times what the CPU does on WebGL to choose the drawn characters and their levels: culling, tiers, and the
 * lists of the draws; against three's sphere test for each character. Imports from src, since crowds have no
 * public name for it.
 *
 * `npx tsx bench/micro/cull.bench.ts`
 */

const COUNTS = [150, 1_000, 5_000, 20_000];
const VIEWS: readonly View[] = ['street', 'overview'];
/** One pixel of 1,080, as a share of the view's height. */
const LOD_SHARE = 1 / 1080;

const service = await serveKit();
const kit = await loadSceneAssets(service.url);
const { assets, response } = kit;
const extent = characterExtent(boundClips(assets.boneTexture, assets.parts).manifest.clipInfo);
const farSources = {
  parts: await assets.loadFarParts(),
  // The kit's positions are in centimetres.
  height: 100 * (extent.maxY - extent.minY),
  simplify: assets.simplify,
  onWarning: console.warn,
};

/** Returns the levels of detail once all have been made. */
async function createLevels(parts: PartsInUse, count: number): Promise<FarLevels> {
  const create = () => createFarLevels(parts, farSources, count);
  await create().coming;
  return create();
}

/** Returns the rows of all characters, and the objects that draw them. */
async function createCharacters(count: number) {
  const { varied } = createSceneCharacters(kit, count);
  const table = new CharacterTable(count);
  const outfits = new Outfits(assets.parts, response.shared_parts);
  for (const [i, numbers] of outfits.number(varied, (k) => varied[k].index).entries()) {
    const { x, z, rot_y, scale } = varied[i];
    table.setTransform(i, x, 0, z, rot_y, scale);
    table.setParts(i, ...numbers);
    table.setHidden(i, false);
    outfits.addUse(numbers);
  }
  const parts = outfits.allocate(table);
  return {
    table,
    lists: new VisibleLists(table, parts, extent, await createLevels(parts, count)),
  };
}

/** Returns one bounding sphere for each character, as a plain loop over objects would have. */
function spheresOf(table: CharacterTable): Sphere[] {
  return Array.from({ length: table.count }, (_, i) => {
    const center = new Vector3(table.x(i), table.y(i) + extent.centerY * table.scale(i), table.z(i));
    return new Sphere(center, extent.radius * table.scale(i));
  });
}

function look(view: View, count: number): PerspectiveCamera {
  const { position, target, fov, near, far } = placeCamera(view, count);
  const camera = new PerspectiveCamera(fov, 16 / 9, near, far);
  camera.position.set(...position);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return camera;
}

const rows: Record<string, string>[] = [];
for (const count of COUNTS) {
  const { table, lists } = await createCharacters(count);
  const spheres = spheresOf(table);
  for (const name of VIEWS) {
    const camera = look(name, count);
    const view = new CameraView().set(camera, new Matrix4());
    const { projectionMatrix, matrixWorldInverse } = camera;
    const frustum = new Frustum().setFromProjectionMatrix(
      projectionMatrix.clone().multiply(matrixWorldInverse),
    );
    const countSeen = (): number => {
      let seen = 0;
      for (const sphere of spheres) if (frustum.intersectsSphere(sphere)) seen += 1;
      return seen;
    };
    lists.update(view, [], LOD_SHARE);
    if (lists.viewCount !== countSeen())
      throw new Error(`three sees others of the ${count} in the ${name} view.`);
    const title = `${name}, ${lists.viewCount.toLocaleString('en')} of ${count.toLocaleString('en')} seen`;
    const bench = new Bench({ time: 300 });
    bench
      .add(`${title}: intersectsSphere`, () => void countSeen())
      .add(`${title}: culled, tiered, listed`, () => lists.update(view, [], LOD_SHARE));
    await bench.run();
    rows.push(...bench.tasks.map(tableRow(bench)));
  }
}
console.table(rows);
await service.close();
