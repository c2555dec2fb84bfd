import type { Mesh, MeshStandardMaterial } from 'three';
import {
  CrowdClient,
  type CrowdMode,
  createCrowd,
  createInstancedModels,
  readRecipeLink,
  writeRecipeLink,
} from 'three-crowd';
import { parseManifest } from 'three-crowd/protocol';
import { createStage, type StageLight } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const CROWDS = {
  cr_Market1k: 'Market street',
  cr_Teahouse: 'Before the teahouse',
  cr_Court150: 'Courtyard',
  cr_Parade5k: 'Parade',
  cr_Hillside: 'Outing on the hills',
};
/** Scenes of the manifest with things, and the place around them. */
const SCENES: Readonly<Record<string, { scene: string; model: string }>> = {
  cr_Market1k: { scene: 'market', model: 'street' },
  cr_Teahouse: { scene: 'teahouse', model: 'teahouse' },
};
/** The sun stands over the roofs on the left, and half of the street is in their shade. */
const MORNING: StageLight = {
  towardsSun: [-0.6, 0.66, 0.42],
  sunColor: '#ffe4bd',
  sunIntensity: 3.6,
  skyIntensity: 1.7,
  horizon: '#eee5d6',
  zenith: '#6d9ccf',
};
const DUSK: StageLight = {
  towardsSun: [-0.7, 0.3, 0.55],
  sunColor: '#e58f7c',
  sunIntensity: 1.3,
  skyIntensity: 1.05,
  horizon: '#b0747a',
  zenith: '#323f68',
};
const settings = new URLSearchParams(location.search);
const crowdId = settings.get('crowd') ?? 'cr_Market1k';

const stage = await createStage();
stage.isFolded = innerWidth < 800;
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const response = await client.getCrowd(crowdId);
const note = stage.controls.addNote('');

/** Recipe of a link such as `#crowd=…`, which needs no service. A broken link shows a message and changes nothing. */
const linked = readLink();
const { scenes = {} } = parseManifest(await (await fetch(response.assets.manifest_json)).json());
// A service with characters of its own may have other scenes.
const place = !linked && SCENES[crowdId]?.scene in scenes ? SCENES[crowdId] : undefined;
const recipe = linked ?? { ...response.recipe, ...(place && { scene: place.scene }) };
const isStreet = place?.model === 'street';
/** Number of the camera among the obstacles, which the recipe and the scene number from 0. */
const CAMERA = 1000;
/** A circle before the camera of the street, metres. People keep out of it, so that they do not hide the scene. */
const view = { type: 'view', x: -1, z: 31.8, radius: 3.8 };
const people = isStreet ? { ...recipe, obstacles: [view] } : recipe;

const crowd = await createCrowd({
  ...(linked || place ? { recipe: people, assets: response.assets } : { response }),
  renderer: stage.renderer,
  mode: (settings.get('mode') ?? 'auto') as CrowdMode,
  // The fronts of the houses, as obstacles: from x and z to x and z, metres.
  motion: { walls: isStreet ? [-13.4, 13.4].map((x) => [x, -76, x, 53] as const) : [] },
});
stage.scene.add(crowd);
stage.frame(crowd);

if (place) await stage.addModel(`${SERVICE}/examples/models/${place.model}.glb`);
const scene = typeof recipe.scene === 'string' ? scenes[recipe.scene] : recipe.scene;
// What stands in the scene, and what people hold.
stage.scene.add(await createInstancedModels(`${SERVICE}/examples/models/market.glb`, scene, { crowd }));

if (isStreet) {
  stage.setLight({ ...MORNING, haze: [30, 150] });
  stage.castShadowsWithin(30);
  stage.lookFrom([-2.1, 2.6, 35.8], [1.1, 1.45, 24.8]);
}

// The camera walks down the street until the user moves it. People avoid it as they avoid a person.
let isWalking = isStreet;
for (const type of ['pointerdown', 'keydown'])
  stage.canvas.addEventListener(type, ({ defaultPrevented }) => {
    // The stage has handled a key that moves the camera.
    if (type === 'pointerdown' || defaultPrevented) isWalking = false;
  });
stage.play((seconds) => {
  const { camera, target } = stage;
  const step = isWalking && camera.position.z > 0 ? seconds * 0.5 : 0;
  camera.position.z -= step;
  target.z -= step;
  crowd.motion?.setObstacle(CAMERA, { x: camera.position.x, z: camera.position.z, radius: 0.9 });
  if (isWalking) crowd.motion?.setObstacle(0, { ...view, z: camera.position.z - 4 });
  crowd.update(seconds, camera);
});

// The choice is in the address by then.
stage.controls.addChoice('Crowd', CROWDS, crowdId, () => location.reload());

if (isStreet)
  stage.controls.addSwitch('Dusk', false, (isOn) => {
    stage.setLight(isOn ? DUSK : MORNING);
    // Lanterns, fires and windows shine.
    stage.scene.traverse((object) => {
      const { material } = object as Mesh<never, MeshStandardMaterial>;
      if (material?.emissiveMap) material.emissiveIntensity = isOn ? 2.2 : 1;
    });
  });

stage.controls.addButton('Copy link', async () => {
  const link = new URL(`#${writeRecipeLink(recipe)}`, location.origin + location.pathname);
  await navigator.clipboard.writeText(link.href);
  note.textContent = 'Copied the link to this crowd.';
});
addEventListener('hashchange', () => readLink() && location.reload());

function readLink() {
  try {
    return readRecipeLink(location.hash);
  } catch (error) {
    note.textContent = String(error);
    return undefined;
  }
}
