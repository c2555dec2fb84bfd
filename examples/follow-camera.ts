import { Fog, Raycaster, Vector2, Vector3 } from 'three';
import { type CrowdIntersection, createCrowd } from 'three-crowd';
import { createMark } from './page/mark.js';
import { onClick } from './page/on-click.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { Sky } from './scenery/sky.js';
import { createStreet } from './scenery/street.js';

/** Metres behind the one who is followed, and above the ground. */
const [BEHIND, ABOVE] = [4.4, 2.9];
/** Parts of the way that the camera makes up in a second, as an exponent. */
const HASTE = 2.2;

const { renderer, scene, camera, orbit, sun, skyLight, view, ...page } = await openStage();
const { service, controls, setting } = page;
const street = createStreet(14, createMaterials());
const crowdId = setting('crowd', 'cr_Market1k');
const crowd = await createCrowd({ ...service, crowdId, renderer, motion: { walls: street.walls } });
const mark = createMark();
scene.add(crowd, mark, street.object, new Sky('#f1ddbf', '#86a3cc'));
scene.fog = new Fog('#ecdcc3', 26, 130);
sun.color.set('#ffd9a8');
sun.intensity = 3.4;
skyLight.intensity = 1.5;
page.castShadowsWithin(24);

const walkers: number[] = [];
crowd.forEach(({ clip, z }, i) => {
  if (clip === 'walk' && Math.abs(z) < 25) walkers.push(i);
});
let followed = walkers[0] ?? 0;

const [goal, ahead] = [new Vector3(), new Vector3()];
/** Where the camera is to be: behind the shoulder of the one who is followed. */
function aim(): void {
  const { x, y, z, heading } = crowd.get(followed);
  mark.position.set(x, y, z);
  ahead.set(Math.sin(heading), 0, Math.cos(heading));
  goal.set(x, y + ABOVE, z).addScaledVector(ahead, -BEHIND);
  ahead.multiplyScalar(2.5).add({ x, y: y + 1.45, z });
}
aim();
camera.position.copy(goal);
orbit.target.copy(ahead);
// The camera is where the followed one leads it; the pointer only chooses.
orbit.enabled = false;

page.animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  aim();
  const share = 1 - Math.exp(-HASTE * seconds);
  camera.position.lerp(goal, share);
  orbit.target.lerp(ahead, share);
  renderer.render(scene, camera);
});

const note = controls.addNote('Click somebody to follow them.');
const follow = (i: number): void => {
  followed = i;
  note.textContent = `Character ${i} is followed.`;
};
const [pointer, raycaster] = [new Vector2(), new Raycaster()];
onClick(view, pointer, () => {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(crowd) as unknown as CrowdIntersection[];
  if (hit) follow(hit.character);
});
controls.addButton('Somebody else', () => {
  follow(walkers[(walkers.indexOf(followed) + 7) % walkers.length] ?? 0);
});
