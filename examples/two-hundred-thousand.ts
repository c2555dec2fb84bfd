import { Box3 } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

// The assets come from a crowd of the service; the characters are generated here, as the service would generate them.
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Parade5k');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const most = Number(new URLSearchParams(location.search).get('count') ?? 200_000);
const recipe = completeRecipe({
  seed: 10_000,
  size: most,
  boundaryShape: 'square',
  boundaryRadius: 0.8 * Math.sqrt(most),
  spawnRadius: 0.72 * Math.sqrt(most),
  distribution: 'grid',
  facing: 1,
  pace: 1,
});
const characters = generateCharacters(recipe, manifest).sort((a, b) => b.z - a.z);

const stage = await createStage();
const crowd = await createCrowd({
  response: { ...served, recipe, characters },
  renderer: stage.renderer,
  frameBudget: { milliseconds: 1000 / 30 },
});
stage.scene.add(crowd);
const { max } = new Box3().setFromObject(crowd);
stage.frame(crowd);
stage.setLight({ towardsSun: [-0.5, 0.5, 0.3], haze: [40, 260] });
stage.castShadowsWithin(30);
stage.lookFrom([max.x * 0.2, 7, max.z + 3], [max.x * 0.2 - 8, 0, max.z - 16]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

const present = characters.map((_, i) => i);
const counts = { min: 1, max: most, step: 1, value: most };
const slider = stage.controls.addSlider('Characters', counts, (count) => {
  if (count < present.length) crowd.removeCharacters(present.splice(count));
  else present.push(...crowd.addCharacters(characters.slice(present.length, count)));
});
// The 5,000 nearest walk round one another, the others through one another.
stage.controls.addSwitch('Walk', true, (isOn) => crowd.motion?.[isOn ? 'release' : 'stop']('all'));

// Where frames are too long even with the coarsest levels of detail, the farthest characters are removed.
const note = stage.controls.addNote('');
setInterval(() => {
  if (!crowd.frameBudget?.isOverBudget || present.length <= 1000) return;
  slider.value = String(Math.round(0.7 * present.length));
  slider.dispatchEvent(new Event('input'));
  const [drawn, all] = [present.length, most].map((count) => count.toLocaleString('en'));
  note.textContent = `This device draws ${drawn} of ${all} at 30 frames a second.`;
}, 3000);
