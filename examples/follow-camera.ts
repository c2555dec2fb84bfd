import { Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from 'three';
import { type CrowdIntersection, createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Distance behind the followed person and height above the ground, metres. */
const [BEHIND, ABOVE] = [4.4, 2.9];
/** Rate at which the camera approaches its place, 1/s: after 1/rate seconds, 1/e of the distance is left. */
const HASTE = 2.2;

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/street.glb`);
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: new URLSearchParams(location.search).get('crowd') ?? 'cr_Market1k',
  renderer: stage.renderer,
  motion: {
    walls: [
      [-13.4, -76, -13.4, 53],
      [13.4, -76, 13.4, 53],
    ],
  },
});
const mark = new Mesh(
  new RingGeometry(0.52, 0.6, 64).rotateX(-Math.PI / 2).translate(0, 0.015, 0),
  new MeshBasicMaterial({ color: '#9a2c27' }),
);
stage.scene.add(crowd, mark);

const walkers: number[] = [];
crowd.forEach(({ clip, z }, i) => {
  if (clip === 'walk' && Math.abs(z) < 25) walkers.push(i);
});
let followed = walkers[0] ?? 0;

const [goal, ahead] = [new Vector3(), new Vector3()];
/** Place of the camera: behind the shoulder of the followed person. */
function aim(): void {
  const { x, y, z, heading } = crowd.get(followed);
  mark.position.set(x, y, z);
  ahead.set(Math.sin(heading), 0, Math.cos(heading));
  goal.set(x, y + ABOVE, z).addScaledVector(ahead, -BEHIND);
  ahead.multiplyScalar(2.5).add({ x, y: y + 1.45, z });
}
aim();
stage.lookFrom(goal.toArray(), ahead.toArray());
// The followed person leads the camera; the pointer only chooses the person.
stage.hasOrbit = false;

stage.setLight({
  sunColor: '#ffd9a8',
  sunIntensity: 3.4,
  horizon: '#f1ddbf',
  zenith: '#86a3cc',
  haze: [26, 130],
});
stage.castShadowsWithin(24);
stage.play((seconds) => {
  crowd.update(seconds, stage.camera);
  aim();
  const share = 1 - Math.exp(-HASTE * seconds);
  stage.camera.position.lerp(goal, share);
  stage.target.lerp(ahead, share);
});

const note = stage.controls.addNote('Click a person to follow them.');
function follow(i: number): void {
  followed = i;
  note.textContent = `The camera follows character ${i}.`;
  if (!stage.isPaused) return;
  // While time stands still, the camera jumps to its place.
  aim();
  stage.lookFrom(goal.toArray(), ahead.toArray());
}
stage.onClick(() => {
  const [hit] = stage.aim().intersectObject(crowd) as CrowdIntersection[];
  if (hit) follow(hit.character);
});
stage.controls.addButton('Somebody else', () => {
  follow(walkers[(walkers.indexOf(followed) + 1) % walkers.length] ?? 0);
});
