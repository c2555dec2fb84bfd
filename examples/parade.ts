import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Soldiers in each of the two columns, and soldiers side by side. */
const [COLUMN, ABREAST] = [60, 5];
/** Up one side of the street and down the other, metres. */
const ROUND: [x: number, z: number][] = [
  [-3.4, -40],
  [-3.4, 40],
  [3.4, 40],
  [3.4, -40],
];

const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Teahouse');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const street = { boundaryShape: 'road', spawnRadius: 12, boundaryRadius: 48 } as const;
const size = Number(new URLSearchParams(location.search).get('count') ?? 190);
const soldiers = completeRecipe({ ...street, seed: 7, size: 2 * COLUMN, weights: { soldier: 1 }, pace: 1 });
const watchers = completeRecipe({ ...street, seed: 9, size, pace: 0 });

// Soldiers start with the same foot. Each column starts in ranks at an end of the street.
const marching = generateCharacters(soldiers, manifest).map((soldier, k) => {
  const way = k < COLUMN ? 1 : -1;
  const [rank, place] = [Math.floor((k % COLUMN) / ABREAST), k % ABREAST];
  const x = way * (-3.4 + (place - (ABREAST - 1) / 2) * 1.1);
  const z = way * (-40 + (COLUMN / ABREAST - 1 - rank) * 1.1);
  return { ...soldier, x, z, rot_y: way === 1 ? 0 : Math.PI, phase: 0 };
});
// All others stand in two rows along each side and look at the soldiers.
const watching = generateCharacters(watchers, manifest).map((watcher, k) => {
  const side = k % 2 === 0 ? -1 : 1;
  const x = side * (8.3 + ((k >> 1) % 2) * 0.9 + 0.5 * ((k * 0.5698) % 1));
  const z = (2 * ((k * 0.7549) % 1) - 1) * 44;
  return { ...watcher, index: marching.length + k, x, z, rot_y: (-side * Math.PI) / 2 };
});

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/street.glb`);
const response = { ...served, recipe: soldiers, characters: [...marching, ...watching] };
const crowd = await createCrowd({ response, renderer: stage.renderer });
stage.scene.add(crowd);
for (const first of [0, COLUMN]) {
  const members = Array.from({ length: COLUMN }, (_, k) => first + k);
  const path = first === 0 ? ROUND : [...ROUND.slice(2), ...ROUND.slice(0, 2)];
  crowd.motion?.march(members, path, { abreast: ABREAST, spacing: 1.1, isClosed: true });
}

stage.setLight({
  towardsSun: [-0.7, 0.55, 0.5],
  sunColor: '#ffd3a0',
  sunIntensity: 3.4,
  horizon: '#f0dcc0',
  haze: [34, 150],
});
stage.castShadowsWithin(28);
stage.lookFrom([0.4, 2.5, 27], [-0.5, 1.35, 10]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

stage.controls.addSlider('Time', { min: 0, max: 3, step: 0.25, value: 1 }, (scale) => {
  if (crowd.motion) crowd.motion.timeScale = scale;
});
