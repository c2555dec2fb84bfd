import { Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { type CharacterSelection, type CrowdIntersection, createCrowd } from 'three-crowd';
import { CLIP_NAMES } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: 'cr_Teahouse',
  renderer: stage.renderer,
  motion: false,
});
const mark = new Mesh(
  new RingGeometry(0.52, 0.6, 64).rotateX(-Math.PI / 2).translate(0, 0.015, 0),
  new MeshBasicMaterial({ color: '#9a2c27' }),
);
stage.scene.add(crowd, mark);
stage.lookFrom([2.5, 3.4, 14], [0, 0.7, 0]);

let who: CharacterSelection = 19;
let [fade, speed] = [0.5, 1];
function choose(chosen: CharacterSelection): void {
  who = chosen;
  pressUpper(undefined);
  mark.visible = typeof who === 'number';
  if (typeof who !== 'number') return;
  const { x, y, z } = crowd.get(who);
  mark.position.set(x, y, z);
}

stage.onClick(() => {
  const [hit] = stage.aim().intersectObject(crowd) as CrowdIntersection[];
  if (hit) choose(hit.character);
});

const { controls } = stage;
const playing = controls.addNote('Click somebody.');
controls.addButton('Next character', () => choose(typeof who === 'number' ? (who + 1) % crowd.size : 0));
controls.addButton('Everybody', () => choose('all'));
const press = controls.addButtons('Clip', CLIP_NAMES, (clip) => crowd.setClip(who, clip, { fade, speed }));
// A layer over the clip of the legs: walk with crossed arms.
const UPPER = ['none', 'idle_arms_crossed', 'idle_hands_hip', 'idle_clasp', 'idle_scratch'] as const;
const pressUpper = controls.addButtons('From the waist up', UPPER, (clip) => {
  crowd.setUpperClip(who, clip === 'none' ? null : clip, { fade });
});
controls.addSlider('Fade', { min: 0, max: 2, step: 0.1, value: fade }, (seconds) => {
  fade = seconds;
});
controls.addSlider('Speed', { min: 0, max: 2, step: 0.1, value: speed }, (times) => {
  speed = times;
  crowd.setPlaybackSpeed(who, speed);
});
choose(who);

stage.play((seconds) => {
  crowd.update(seconds, stage.camera);
  const { clip, weight, phase } = crowd.get(typeof who === 'number' ? who : 0);
  press(clip);
  const name = who === 'all' ? 'Everybody' : `Number ${who}`;
  playing.textContent = `${name}: ${clip}, ${Math.round(phase * 100)} % through, faded in ${Math.round(weight * 100)} %`;
});
