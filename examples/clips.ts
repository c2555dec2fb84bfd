import { Raycaster, Vector2 } from 'three';
import { type CharacterSelection, type CrowdIntersection, createCrowd } from 'three-crowd';
import { CLIP_NAMES } from 'three-crowd/protocol';
import { createMark } from './page/mark.js';
import { onClick } from './page/on-click.js';
import { openStage } from './page/open-stage.js';
import { createTeahouse } from './scenery/teahouse.js';

const { view, renderer, scene, camera, service, controls, setting, lookAt, animate } = await openStage();
const crowd = await createCrowd({
  ...service,
  crowdId: setting('crowd', 'cr_Teahouse'),
  renderer,
  motion: false,
});
scene.add(crowd, createTeahouse());
lookAt(crowd);

let who: CharacterSelection = 19;
let fade = 0.5;
let speed = 1;
const mark = createMark();
crowd.add(mark);

function choose(chosen: CharacterSelection): void {
  who = chosen;
  mark.visible = who !== 'all';
  if (typeof who === 'number') mark.position.set(crowd.get(who).x, crowd.get(who).y, crowd.get(who).z);
}

const pointer = new Vector2();
const raycaster = new Raycaster();
onClick(view, pointer, () => {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(crowd) as CrowdIntersection[];
  if (hit) choose(hit.character);
});

const playing = controls.addNote('Click somebody.');
controls.addButton('The next', () => choose(typeof who === 'number' ? (who + 1) % crowd.size : 0));
controls.addButton('Everybody', () => choose('all'));
const press = controls.addButtons('Clip', CLIP_NAMES, (clip) => crowd.setClip(who, clip, { fade, speed }));
controls.addSlider('Fade', { min: 0, max: 2, step: 0.1, value: fade }, (seconds) => {
  fade = seconds;
});
controls.addSlider('Speed', { min: 0, max: 2, step: 0.1, value: speed }, (times) => {
  speed = times;
  crowd.setSpeed(who, speed);
});

choose(who);
animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
  const { clip, weight, phase } = crowd.get(typeof who === 'number' ? who : 0);
  press(clip);
  playing.textContent = `${who === 'all' ? 'Everybody' : `Number ${who}`}: ${clip} at ${phase.toFixed(2)}, weight ${weight.toFixed(2)}`;
});
