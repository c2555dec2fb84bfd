import { Mesh, Plane, Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { createStage } from 'three-crowd/stage';

/** Frames until the slider is at its end, and until the cut to a camera in the street. */
const [COUNTED, CUT] = [46, 49];
/** Distance at which the haze in the street is complete, metres. Agents beyond it are hidden, which saves time. */
const HAZE_END = 110;
const [FEWEST, MOST] = [10, 10_000];
/** Length of the street model, metres. */
const STREET = 126;
/** Position of the nearest model along the street, metres. */
const FRONT = 170;

const SERVICE = location.origin;
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const { assets } = await client.getCrowd('cr_Market1k');
const stage = await createStage({ backend: 'webgl' });
const crowd = await createCrowd({
  recipe: {
    seed: 1127,
    size: MOST,
    boundaryShape: 'road',
    spawnRadius: 12.4,
    boundaryRadius: 260,
    pace: 0.7,
    facing: 0.15,
    hueVar: 0.03,
    satVar: 0.1,
    lightVar: 0.08,
  },
  assets,
  renderer: stage.renderer,
  mode: 'instanced',
});
stage.scene.add(crowd);
stage.frame(crowd);
const street = await stage.addModel(`${SERVICE}/examples/models/street.glb`);
// One long street of four models. The hall at the end of each stands between the houses, and is cut away.
if ('localClippingEnabled' in stage.renderer) stage.renderer.localClippingEnabled = true;
const clippingPlanes = [-1, 1].map((side) => new Plane(new Vector3(side, 0, 0), -13.1));
street.traverse((object) => {
  if (object instanceof Mesh) {
    Object.assign(object.material, { clippingPlanes, clipIntersection: true, clipShadows: true });
  }
});
street.position.z = FRONT;
for (const k of [1, 2, 3]) {
  const further = street.clone();
  further.position.z = FRONT - k * STREET;
  stage.scene.add(further);
}
stage.setLight({ towardsSun: [0.62, 0.66, 0.42], sunColor: '#ffe4bd', sunIntensity: 3.6, haze: [60, 300] });
stage.castShadowsWithin(40);

document.body.insertAdjacentHTML(
  'beforeend',
  `<style>
    .film { position: fixed; left: 50%; bottom: 18px; transform: translateX(-50%); display: flex; gap: 16px; align-items: center;
      padding: 8px 18px; border-radius: 8px; background: rgb(252 249 242 / 92%); color: #2b2622; font: 600 18px system-ui, sans-serif;
      font-variant-numeric: tabular-nums; white-space: nowrap }
    .film input { width: 190px; accent-color: #7c2320 } .film b { display: inline-block; width: 3.6em; margin-right: 0.3em; text-align: right }
    .crowd-panel { display: none }
  </style>
  <div class="film"><span><b></b> people</span><input type="range" min="0" max="1" step="any"><span class="draws"></span></div>`,
);
const find = <T extends Element>(selector: string): T => document.querySelector(selector) as T;

/** Agents from the nearest to the farthest, seen from where the camera begins. */
const order = Array.from({ length: MOST }, (_, i) => i).sort((a, b) => distance(a) - distance(b));
let shown = MOST;
let frame = Number(new URLSearchParams(location.search).get('from') ?? 0);
let isInStreet = false;
showCount(FEWEST);

function distance(i: number): number {
  const { x, z } = crowd.get(i);
  return Math.hypot(x, z - FRONT - 25);
}

function showCount(count: number): void {
  crowd.setVisible(order.slice(Math.min(shown, count), Math.max(shown, count)), count > shown);
  shown = count;
  find('.film b').textContent = count.toLocaleString('en');
  find('.film .draws').textContent = `${crowd.stats.drawCalls} draws`;
}

function enterStreet(): void {
  isInStreet = true;
  stage.setLight({ haze: [30, HAZE_END] });
  crowd.setVisible(
    order.filter((i) => Math.abs(crowd.get(i).z - FRONT - 40) > HAZE_END),
    false,
  );
}

stage.play((seconds) => {
  const dragged = Math.min(1, Math.max(0, (frame - 4) / (COUNTED - 4)));
  find<HTMLInputElement>('.film input').valueAsNumber = dragged;
  showCount(Math.round(FEWEST * (MOST / FEWEST) ** dragged));
  if (frame < CUT) {
    stage.camera.position.set(0, 19, FRONT + 62);
    stage.target.set(0, 1, FRONT + 4);
  } else {
    if (!isInStreet) enterStreet();
    const along = (frame - CUT) * 0.07;
    stage.camera.position.set(-2.2, 1.9, FRONT + 40 - along);
    stage.target.set(1.2, 1.45, FRONT + 24 - along);
  }
  crowd.update(seconds, stage.camera);
  frame += 1;
});
document.documentElement.dataset['ready'] = 'true';
