import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type Hsl, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Half the length of each street, and half its width; metres. */
const [REACH, HALF_WIDTH] = [32, 8];

// The assets come from a crowd of the service; the characters are generated here, as the service would generate them.
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Teahouse');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const size = Number(new URLSearchParams(location.search).get('count') ?? 320);
const recipe = completeRecipe({
  seed: 8,
  size,
  boundaryShape: 'square',
  boundaryRadius: 35,
  spawnRadius: REACH,
  pace: 1,
});

// Half of them walk from left to right in blue, the others away from the camera in red; each has a line of its own.
const isBlue = (k: number): boolean => k % 2 === 0;
const lineOf = (k: number): number => (2 * ((k * 0.5698) % 1) - 1) * HALF_WIDTH;
const characters = generateCharacters(recipe, manifest).map((character, k) => {
  const along = (2 * ((k * 0.7549) % 1) - 1) * REACH;
  const place = isBlue(k)
    ? { x: along, z: lineOf(k), rot_y: Math.PI / 2 }
    : { x: lineOf(k), z: along, rot_y: 0 };
  const garment_hsl: Hsl = isBlue(k) ? [0.58, 0.48, 0.36 + (k % 9) / 70] : [0.045, 0.72, 0.4 + (k % 9) / 70];
  return { ...character, ...place, garment_hsl };
});

const stage = await createStage();
const crowd = await createCrowd({ response: { ...served, recipe, characters }, renderer: stage.renderer });
stage.scene.add(crowd);

// Each person has a path, and avoids the people in front; no rule says on which side to pass.
for (let k = 0; k < size; k++) {
  const line = lineOf(k);
  crowd.motion?.follow(
    k,
    isBlue(k)
      ? [
          [-REACH, line],
          [REACH, line],
        ]
      : [
          [line, -REACH],
          [line, REACH],
        ],
  );
}

stage.castShadowsWithin(26);
stage.setLight({ haze: [60, 400] });
stage.lookFrom([0, 31, 15], [0, 0, 1]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

stage.controls.addSlider('Time', { min: 0, max: 3, step: 0.25, value: 1 }, (scale) => {
  if (crowd.motion) crowd.motion.timeScale = scale;
});
