import { MathUtils, type Object3D, Quaternion, Vector3 } from 'three';
import { type CrowdIntersection, createCrowd, type Hero } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Largest turn of a head away from its clip, radians, and speed of the turn, radians a second. */
const [LARGEST_TURN, SPEED] = [1.15, 2.5];

const stage = await createStage();
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: new URLSearchParams(location.search).get('crowd') ?? 'cr_Court150',
  renderer: stage.renderer,
  motion: false,
});
stage.scene.add(crowd);
stage.lookFrom([1.5, 2.4, 15], [0, 1, 6]);

/** The heroes, and the share by which each head is turned towards the pointer: 0 to 1. */
const heroes = new Map<number, { hero: Hero; turned: number; isLeaving: boolean }>();

async function toggle(character: number): Promise<void> {
  const known = heroes.get(character);
  if (known) known.isLeaving = !known.isLeaving;
  else heroes.set(character, { hero: await crowd.promote(character), turned: 0, isLeaving: false });
}
stage.onClick(() => {
  const [hit] = stage.aim().intersectObject(crowd) as CrowdIntersection[];
  if (hit) void toggle(hit.character);
});

const [forward, towards, place] = [new Vector3(), new Vector3(), new Vector3()];
const [turn, parent, none] = [new Quaternion(), new Quaternion(), new Quaternion()];
/** Turns a head towards a point, by a share of the whole turn, on top of its clip. */
function turnHead(head: Object3D, point: Vector3, share: number): void {
  forward.set(0, 0, 1).applyQuaternion(head.getWorldQuaternion(turn));
  towards.copy(point).sub(head.getWorldPosition(place)).normalize();
  turn.setFromUnitVectors(forward, towards);
  const angle = turn.angleTo(none);
  turn.slerp(none, 1 - (share * Math.min(angle, LARGEST_TURN)) / Math.max(angle, 1e-6));
  // The turn in world space, converted to the space of the bone's parent.
  head.parent!.getWorldQuaternion(parent);
  head.quaternion.premultiply(parent).premultiply(turn).premultiply(parent.invert());
}

const point = new Vector3();
stage.play((seconds) => {
  // This poses every skeleton by its clip; changes of single bones come after it.
  crowd.update(seconds, stage.camera);
  const { ray } = stage.aim();
  for (const [character, each] of heroes) {
    const { hero, isLeaving } = each;
    each.turned = MathUtils.clamp(each.turned + (isLeaving ? -SPEED : SPEED) * seconds, 0, 1);
    ray.at(hero.object.position.distanceTo(stage.camera.position) - 2, point);
    turnHead(hero.bones.get('head')!, point, each.turned);
    // The head has its clip's pose again, so that the change does not show.
    if (isLeaving && each.turned === 0 && heroes.delete(character)) crowd.demote(character);
  }
});

stage.controls.addNote('Click a person to make them look at the pointer; click again to release them.');
stage.controls.addButton('Add a hero', () => {
  const { x, z } = stage.camera.position;
  const distance = (i: number): number => Math.hypot(crowd.get(i).x - x, crowd.get(i).z - z);
  const others = Array.from({ length: crowd.size }, (_, i) => i).filter((i) => !heroes.has(i));
  const [nearest] = others.sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined) void toggle(nearest);
});
stage.controls.addButton('Release all', () => {
  for (const each of heroes.values()) each.isLeaving = true;
});
