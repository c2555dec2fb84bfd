import { createCrowd } from 'three-crowd';
import type { Hsl } from 'three-crowd/protocol';
import { makeCrowd } from './page/make-crowd.js';
import { openStage } from './page/open-stage.js';

/** Half the length of each street, and half its width; metres. */
const REACH = 32;
const HALF_WIDTH = 8;
const COLORS: readonly Hsl[] = [
  [0.58, 0.48, 0.42],
  [0.045, 0.72, 0.46],
];

const { renderer, scene, camera, orbit, service, controls, setting, ...page } = await openStage();
const size = Number(setting('count', '320'));
const made = await makeCrowd(service, {
  seed: 8,
  size,
  boundaryShape: 'square',
  boundaryRadius: REACH + 3,
  spawnRadius: REACH,
  pace: 1,
});

// One half walks from left to right in blue, the other from above in red, each along a line of their own.
const wayOf = (k: number): number => k % 2;
const lineOf = (k: number): number => (2 * ((k * 0.569840291) % 1) - 1) * HALF_WIDTH;
const characters = made.characters.map((character, k) => {
  const along = (2 * ((k * 0.754877666) % 1) - 1) * REACH;
  const [hue, saturation, lightness] = COLORS[wayOf(k)];
  return {
    ...character,
    ...(wayOf(k) === 0
      ? { x: along, z: lineOf(k), rot_y: Math.PI / 2 }
      : { x: lineOf(k), z: along, rot_y: 0 }),
    garment_hsl: [hue, saturation, lightness + 0.12 * (((k * 0.362) % 1) - 0.5)] as Hsl,
  };
});
const crowd = await createCrowd({ ...service, response: { ...made, characters }, renderer });
scene.add(crowd);

for (let k = 0; k < size; k++) {
  const line = lineOf(k);
  const ends = [-REACH, REACH].map((end): [number, number] => (wayOf(k) === 0 ? [end, line] : [line, end]));
  crowd.motion?.follow(k, ends);
}

page.castShadowsWithin(26);
scene.fog = null;
camera.position.set(0, 31, 15);
orbit.target.set(0, 0, 1);
page.animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});

controls.addSlider('Time', { min: 0, max: 3, step: 0.25, value: 1 }, (scale) => {
  if (crowd.motion) crowd.motion.timeScale = scale;
});
