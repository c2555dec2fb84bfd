import { CylinderGeometry, Mesh } from 'three';
import { createCrowd } from 'three-crowd';
import { makeCrowd } from './page/make-crowd.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { createTeahouse } from './scenery/teahouse.js';

/** Where stories are told, and how high the stages are; metres. */
const STAGES: Readonly<Record<string, [x: number, z: number]>> = { left: [-6, 0], right: [7, 3] };
const HEIGHT = 1.1;

const { renderer, scene, camera, orbit, service, controls, setting, ...page } = await openStage();

// With `attractActive` whoever walks goes to `attractTarget`, and stops behind those who are there.
const [x, z] = STAGES['left'];
const response = await makeCrowd(service, {
  seed: 31,
  size: Number(setting('count', '200')),
  boundaryShape: 'circle',
  boundaryRadius: 22,
  spawnRadius: 19,
  pace: 0.9,
  groupingMode: true,
  attractActive: true,
  attractTarget: { x, z },
});
const crowd = await createCrowd({ ...service, response, renderer });
const { stone } = createMaterials();
const stages = Object.values(STAGES).map(([left, front]) => {
  const stage = new Mesh(new CylinderGeometry(0.9, 1, HEIGHT, 40), stone);
  stage.position.set(left, HEIGHT / 2, front);
  stage.castShadow = stage.receiveShadow = true;
  return stage;
});
scene.add(crowd, createTeahouse(), ...stages);

// Who is added later is no part of the simulation, and stands where they are put: on the stage.
const clip = { anim_clip: 'idle', idle_variant: 5, phase: 0, rot_y: 0.4 } as const;
const [teller] = crowd.addCharacters([{ ...response.characters[0], ...clip, x, z }]);
crowd.setTransform(teller, { y: HEIGHT });
crowd.setColors(teller, { garment: '#c22f22' });

/** Listeners gather in rings where the story is told. */
function tellAt(name: string): void {
  const place = STAGES[name];
  crowd.setTransform(teller, { x: place[0], y: HEIGHT, z: place[1] });
  crowd.motion?.goTo(listeners, place);
}
const listeners = response.characters.flatMap(({ anim_clip }, i) => (anim_clip === 'walk' ? [i] : []));
const press = controls.addButtons('The story is told on the', Object.keys(STAGES), tellAt);
press('left');
controls.addButton('Startle them', () => {
  const { x, z } = crowd.get(teller);
  crowd.motion?.flee([x, z], 9);
});

page.castShadowsWithin(24);
camera.position.set(-1, 7.4, 15.5);
orbit.target.set(-3.4, 0.7, 0);
page.animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});
