import { Raycaster, Vector2, Vector3 } from 'three';
import { type CrowdIntersection, createCrowd, type Hero } from 'three-crowd';
import { Gaze } from './hero/gaze.js';
import { createMark } from './page/mark.js';
import { onClick } from './page/on-click.js';
import { openStage } from './page/open-stage.js';

const { renderer, scene, camera, orbit, view, service, controls, setting, animate } = await openStage();
const crowdId = setting('crowd', 'cr_Court150');
const crowd = await createCrowd({ ...service, crowdId, renderer, motion: false });
scene.add(crowd);
camera.position.set(1.5, 2.4, 15);
orbit.target.set(0, 1, 6);

/** The characters that have a skeleton of their own, and those on their way back. */
const heroes = new Map<number, { hero: Hero; gaze: Gaze; isLeaving: boolean }>();
const raycaster = new Raycaster();
const pointer = new Vector2(0, 0.2);
const aim = new Vector3();

async function promote(character: number): Promise<void> {
  const hero = await crowd.promote(character);
  hero.object.add(createMark());
  const gaze = new Gaze(['neck', 'head'].map((bone) => hero.bones.get(bone)!));
  heroes.set(character, { hero, gaze, isLeaving: false });
}

animate(crowd, (seconds) => {
  for (const { gaze } of heroes.values()) gaze.release();
  // Poses every skeleton as its clip has it; what is done to single bones comes after.
  crowd.update(seconds, camera);
  raycaster.setFromCamera(pointer, camera);
  for (const [character, { hero, gaze, isLeaving }] of heroes) {
    raycaster.ray.at(hero.object.position.distanceTo(camera.position) - 2, aim);
    gaze.turn(isLeaving ? undefined : aim, seconds);
    // The head is back where the clip has it: nobody sees the change.
    if (isLeaving && gaze.isAtRest) {
      heroes.delete(character);
      crowd.demote(character);
    }
  }
  renderer.render(scene, camera);
});

onClick(view, pointer, () => {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(crowd) as CrowdIntersection[];
  if (hit) toggle(hit.character);
});

function toggle(character: number): void {
  const known = heroes.get(character);
  if (known) known.isLeaving = !known.isLeaving;
  else void promote(character);
}

controls.addNote('Click people, and click them again to let them go.');
controls.addButton('Call one more', () => {
  const distance = (i: number): number =>
    Math.hypot(crowd.get(i).x - camera.position.x, crowd.get(i).z - camera.position.z);
  const others = Array.from({ length: crowd.size }, (_, i) => i).filter((i) => !heroes.has(i));
  const [nearest] = others.sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined) toggle(nearest);
});
controls.addButton('Let all go', () => {
  for (const each of heroes.values()) each.isLeaving = true;
});
