import type { Recipe } from 'three-crowd';

/** Writes a program that generates and shows the crowd of a recipe. */
export function programOfRecipe(recipe: Recipe): string {
  return `import { CrowdClient, createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// The files of the people are those of a sample crowd. The crowd itself is generated here.
const client = new CrowdClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE',
  dangerouslyAllowBrowser: true,
});
const { assets } = await client.getCrowd('cr_Teahouse');

const stage = await createStage();
const crowd = await createCrowd({
  renderer: stage.renderer,
  assets,
  recipe: ${JSON.stringify(recipe, null, 2).replaceAll('\n', '\n  ')},
});
stage.scene.add(crowd);
stage.frame(crowd);
stage.play((seconds) => crowd.update(seconds, stage.camera));
`;
}
