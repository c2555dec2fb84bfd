import {
  type Crowd,
  CrowdClient,
  createCrowd,
  isCrowdError,
  type Recipe,
  readRecipeLink,
  writeRecipeLink,
} from 'three-crowd';
import { parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';
import { takeTurns } from './page/take-turns.js';
import { addRecipeForm } from './recipe-editor/recipe-form.js';
import { addSavedCrowds } from './recipe-editor/saved-crowds.js';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';
const settings = new URLSearchParams(location.search);

// The address keeps the whole recipe rather than each control: opening a saved crowd fills the form.
const stage = await createStage({ keepsAddress: false });
const { controls } = stage;

// A preview needs three things from the service, once: a first recipe, the catalogue of parts, and the assets.
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const sample = await client.getCrowd(settings.get('crowd') ?? 'cr_Teahouse');
const manifest = parseManifest(await (await fetch(sample.assets.manifest_json)).json());

let linkProblem = '';
let recipe: Recipe = readRecipe() ?? sample.recipe;
const shown: Crowd[] = [];

const motion = settings.get('motion') !== 'false';

/** Generates the characters that the service would generate. Crowds of the same assets share them, so the next loads fast. */
const preview = takeTurns(async () => {
  try {
    const { assets } = sample;
    const crowd = await createCrowd({ recipe, assets, renderer: stage.renderer, mode: 'instanced', motion });
    for (const old of shown.splice(0, 1, crowd)) old.dispose();
    stage.scene.add(crowd);
    problem.textContent = '';
  } catch (error) {
    if (!isCrowdError(error, 'RecipeError')) throw error;
    problem.textContent = error.message;
  }
});

/** Recipe of a link such as `#crowd=…`; for a broken link, the sample's recipe, and a note that says why. */
function readRecipe(): Recipe | undefined {
  try {
    return readRecipeLink(location.hash);
  } catch (error) {
    linkProblem = String(error);
    return undefined;
  }
}

const keep = (): void => history.replaceState(history.state, '', `#${writeRecipeLink(recipe)}`);

const problem = controls.addNote('');
const showForm = addRecipeForm(controls, manifest, (change) => {
  recipe = { ...recipe, ...change };
  keep();
  void preview();
});
const open = (opened: Recipe): void => {
  recipe = opened;
  showForm(recipe);
  keep();
  void preview();
};
const copy = controls.addButton('Copy JSON', async () => {
  await navigator.clipboard.writeText(JSON.stringify(recipe, null, 2));
  copy.textContent = 'Copied';
  setTimeout(() => {
    copy.textContent = 'Copy JSON';
  }, 2000);
});
addSavedCrowds(controls, SERVICE, () => recipe, open);

showForm(recipe);
await preview();
problem.textContent ||= linkProblem;
stage.frame(shown[0]);
stage.play((seconds) => shown[0].update(seconds, stage.camera));
