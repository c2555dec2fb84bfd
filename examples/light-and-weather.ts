import {
  BoxGeometry,
  Color,
  InstancedMesh,
  MathUtils,
  Matrix4,
  type Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
} from 'three';
import { createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Light by hour: colour and strength of the sun, strength of the sky, colour of the sky below and above. */
const DAY: readonly [
  hour: number,
  sun: string,
  strength: number,
  sky: number,
  horizon: string,
  zenith: string,
][] = [
  [4.5, '#9db4e6', 0.7, 0.42, '#1f2a40', '#0b111f'],
  [5.8, '#d79a94', 0.7, 0.8, '#c9958c', '#3f5078'],
  [6.8, '#ffb680', 2.3, 1.1, '#f3c9a0', '#7f9cc4'],
  [9, '#ffe9c8', 3, 1.6, '#dbe1df', '#7fa4d0'],
  [12, '#fff6e6', 3.3, 1.8, '#d7e2e6', '#6b9bd0'],
  [15.5, '#ffe2b4', 3, 1.5, '#e8dec6', '#7fa2c8'],
  [17.6, '#ff9f5c', 2.6, 1, '#f2ae76', '#6a7eac'],
  [18.6, '#d4808a', 0.8, 0.75, '#b0747a', '#323f68'],
  [19.8, '#9db4e6', 0.7, 0.42, '#1f2a40', '#0b111f'],
];

const stage = await createStage();
const street = await stage.addModel(`${SERVICE}/examples/models/street.glb`);
let windows: MeshStandardMaterial | undefined;
street.traverse((object) => {
  const { material } = object as Mesh<never, MeshStandardMaterial>;
  if (material?.name === 'paper') windows = material;
});
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
stage.scene.add(crowd);
stage.lookFrom([2.5, 3.8, 47.5], [0, 0.6, 37]);

// Drops around the camera, in a box of twice the height: after a fall by one height, the picture repeats.
const [DROPS, SIDE, HEIGHT] = [1600, 34, 14];
const drop = new MeshBasicMaterial({ color: '#dfe7ee', transparent: true, opacity: 0.4, depthWrite: false });
const drops = new InstancedMesh(new BoxGeometry(0.01, 0.42, 0.01), drop, DROPS);
for (let i = 0; i < DROPS; i++) {
  // The sequence of Roberts spreads places evenly, without rows. Each place has two drops, one height apart.
  const [x, y, z] = [0.8192, 0.671, 0.5497].map((step) => ((i >> 1) * step) % 1);
  drops.setMatrixAt(
    i,
    new Matrix4().makeTranslation((x - 0.5) * SIDE, (y + (i % 2)) * HEIGHT, (z - 0.5) * SIDE),
  );
}
drops.frustumCulled = false;
stage.scene.add(drops);

let [hour, mist, isRaining] = [16.8, 0.25, false];
/** Sets light, mist and rain of the scene; they act on the crowd, whose materials are three's own. */
function paint(): void {
  const next = MathUtils.clamp(
    DAY.findIndex(([at]) => at > hour),
    1,
    DAY.length - 1,
  );
  const [from, to] = [DAY[next - 1], DAY[next]];
  const share = MathUtils.clamp((hour - from[0]) / (to[0] - from[0]), 0, 1);
  const mix = (k: 1 | 4 | 5): Color => new Color(from[k]).lerp(new Color(to[k]), share);
  const strength = (k: 2 | 3): number => MathUtils.lerp(from[k], to[k], share);
  const clouds = isRaining ? 0.75 : 0;
  const grey = new Color().setScalar(0.7 * mix(4).getHSL({ h: 0, s: 0, l: 0 }).l);
  // The sun rises at six on the left and sets at eighteen on the right; the moon takes its place at night.
  const angle = hour > 5.6 && hour < 18.4 ? (Math.PI * (hour - 5.3)) / 13.4 : Math.PI * 0.36;
  stage.setLight({
    towardsSun: [-Math.cos(angle), Math.sin(angle) * 0.9 + 0.06, 0.42],
    sunColor: mix(1),
    sunIntensity: strength(2) * (1 - clouds),
    skyIntensity: strength(3) * (1 + clouds / 2),
    horizon: mix(4).lerp(grey, clouds),
    zenith: mix(5).lerp(grey, clouds),
    haze: [MathUtils.lerp(34, 2, mist), MathUtils.lerp(190, 34, mist)],
  });
  if (windows) windows.emissiveIntensity = MathUtils.clamp(2.6 - strength(3) * 2, 0, 1.7);
  drops.visible = isRaining;
}

let fallen = 0;
stage.play((seconds) => {
  fallen += 11 * seconds;
  drops.position.set(stage.target.x, -(fallen % HEIGHT), stage.target.z);
  crowd.update(seconds, stage.camera);
});

const write = (at: number): string =>
  `${Math.floor(at)}:${String(Math.floor((at % 1) * 60)).padStart(2, '0')}`;
stage.controls.addSlider('Hour', { min: 4, max: 21, step: 0.05, value: hour, write }, (value) => {
  hour = value;
  paint();
});
stage.controls.addSlider('Mist', { min: 0, max: 1, step: 0.05, value: mist }, (value) => {
  mist = value;
  paint();
});
stage.controls.addSwitch('Rain', isRaining, (isOn) => {
  isRaining = isOn;
  // In the rain, walkers run.
  crowd.forEach(({ clip }, i) => {
    if (clip === 'walk' || clip === 'jog') crowd.setClip(i, isOn ? 'jog' : 'walk', { fade: 0.6 });
  });
  paint();
});
paint();
