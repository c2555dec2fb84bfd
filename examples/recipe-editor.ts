import { type Crowd, CrowdClient, createCrowd, isRecipeError, type Recipe } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { parseManifest } from 'three-crowd/protocol';
import { openStage } from './page/open-stage.js';
import { takeTurns } from './page/take-turns.js';
import { addRecipeForm } from './recipe-editor/recipe-form.js';
import { addSavedCrowds } from './recipe-editor/saved-crowds.js';

const { renderer, scene, camera, service, controls, setting, lookAt, animate } = await openStage();

// What a preview needs of the service, once: a recipe to begin with, the catalogue of parts, and the assets.
const client = new CrowdClient({ ...service, dangerouslyAllowBrowser: true });
const sample = await client.getCrowd(setting('crowd', 'cr_Teahouse'));
const manifest = parseManifest(await (await fetch(sample.assets.manifest_json)).json());

let recipe: Recipe = sample.recipe;
const shown: Crowd[] = [];

const motion = setting('motion', 'true') !== 'false';

/** The same characters as the service would make. Crowds of the same assets share them, so that the next is there soon. */
const preview = takeTurns(async () => {
  try {
    const characters = generateCharacters(recipe, manifest);
    const response = { ...sample, recipe, characters };
    const crowd = await createCrowd({ ...service, response, renderer, mode: 'instanced', motion });
    for (const old of shown.splice(0, 1, crowd)) old.dispose();
    scene.add(crowd);
    problem.textContent = '';
  } catch (error) {
    if (!isRecipeError(error)) throw error;
    problem.textContent = error.message;
  }
});

const problem = controls.addNote('');
const showForm = addRecipeForm(controls, manifest, (change) => {
  recipe = { ...recipe, ...change };
  void preview();
});
const open = (opened: Recipe): void => {
  recipe = opened;
  showForm(recipe);
  void preview();
};
addSavedCrowds(controls, service.baseUrl, () => recipe, open);

showForm(recipe);
await preview();
lookAt(shown[0]);
animate(shown, (seconds) => {
  shown[0].update(seconds, camera);
  renderer.render(scene, camera);
});
