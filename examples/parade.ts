import { Fog } from 'three';
import { createCrowd } from 'three-crowd';
import { makeCrowd } from './page/make-crowd.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { Sky } from './scenery/sky.js';
import { createStreet } from './scenery/street.js';

/** How many march in each of two columns, and how many of them side by side. */
const [COLUMN, ABREAST] = [60, 5];
/** Down one side of the street and up the other, metres. */
const ROUND: readonly [x: number, z: number][] = [
  [-3.4, -40],
  [-3.4, 40],
  [3.4, 40],
  [3.4, -40],
];

const { renderer, scene, camera, orbit, sun, skyLight, towardsSun, ...page } = await openStage();
const { service, controls, setting } = page;
const street = { boundaryShape: 'road', spawnRadius: 12, boundaryRadius: 48 } as const;
const soldiers = await makeCrowd(service, {
  ...street,
  seed: 7,
  size: 2 * COLUMN,
  weights: { soldier: 1 },
  pace: 1,
});
const watchers = await makeCrowd(service, {
  ...street,
  seed: 9,
  size: Number(setting('count', '190')),
  pace: 0,
});

// Soldiers begin their walk with the same foot; everybody else stands in two rows along each side, and looks.
const marching = soldiers.characters.map((soldier, k) => ({ ...soldier, ...startOf(k), phase: 0 }));
const watching = watchers.characters.map((watcher, k) => {
  const side = k % 2 === 0 ? -1 : 1;
  const row = (k >> 1) % 2;
  const z = (2 * ((k * 0.754877666) % 1) - 1) * 44;
  const x = side * (8.3 + row * 0.9 + 0.5 * ((k * 0.569840291) % 1));
  return { ...watcher, index: marching.length + k, x, z, rot_y: (-side * Math.PI) / 2 };
});
const response = { ...soldiers, characters: [...marching, ...watching] };
const crowd = await createCrowd({ ...service, response, renderer });
for (const column of [0, 1]) {
  const members = Array.from({ length: COLUMN }, (_, k) => column * COLUMN + k);
  const path = column === 0 ? ROUND : [...ROUND.slice(2), ...ROUND.slice(0, 2)];
  crowd.motion?.march(members, path, { abreast: ABREAST, spacing: 1.1, isClosed: true });
}

/** Each column forms up at an end of the street, in its ranks. */
function startOf(k: number): { x: number; z: number; rot_y: number } {
  const way = k < COLUMN ? 1 : -1;
  const [rank, place] = [Math.floor((k % COLUMN) / ABREAST), k % ABREAST];
  return {
    x: way * (-3.4 + (place - (ABREAST - 1) / 2) * 1.1),
    z: way * (-40 + (COLUMN / ABREAST - 1 - rank) * 1.1),
    rot_y: way === 1 ? 0 : Math.PI,
  };
}

scene.add(crowd, createStreet(12.5, createMaterials()).object, new Sky('#f0dcc0', '#7c9cc8'));
scene.fog = new Fog('#eadbc6', 34, 150);
sun.color.set('#ffd3a0');
sun.intensity = 3.4;
skyLight.intensity = 1.5;
towardsSun.set(-0.7, 0.55, 0.5).normalize();
page.castShadowsWithin(28);
camera.position.set(0.4, 2.5, 27);
orbit.target.set(-0.5, 1.35, 10);
page.animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});

controls.addSlider('Time', { min: 0, max: 3, step: 0.25, value: 1 }, (scale) => {
  if (crowd.motion) crowd.motion.timeScale = scale;
});
