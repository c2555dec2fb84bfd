import { type Crowd, CrowdClient, createCrowd, terrainHeight } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { parseManifest } from 'three-crowd/protocol';
import { openStage } from './page/open-stage.js';
import { takeTurns } from './page/take-turns.js';
import { createHills } from './terrain/hills.js';
import { createWoods, OBSTACLES } from './terrain/woods.js';

const { renderer, scene, camera, orbit, ground, service, controls, setting, animate } = await openStage();

// The recipe of a saved crowd, with hills and obstacles of this page's own: the same generator that the service has
// makes its characters here. None stands in an obstacle.
const client = new CrowdClient({ ...service, dangerouslyAllowBrowser: true });
const saved = await client.getCrowd(setting('crowd', 'cr_Hillside'));
const manifest = parseManifest(await (await fetch(saved.assets.manifest_json)).json());
let recipe = {
  ...saved.recipe,
  size: Number(setting('count', '300')),
  terrain: { active: true, amplitude: 3, frequency: 0.018, noiseType: 'fractal' as const },
  obstacles: OBSTACLES,
};
const hills = createHills();
const woods = createWoods(recipe.obstacles);
scene.remove(ground);
scene.add(hills.mesh, woods.object);
camera.position.set(4, 7, 26);
orbit.target.set(0, 1, 8);

/** The ground, the woods and every pair of feet follow the same function. People walk round rocks and pines. */
const shown: Crowd[] = [];
const raiseHills = takeTurns(async () => {
  const characters = generateCharacters(recipe, manifest);
  const crowd = await createCrowd({ ...service, response: { ...saved, recipe, characters }, renderer });
  for (const old of shown.splice(0, 1, crowd)) old.dispose();
  scene.add(crowd);
  hills.follow(terrainHeight(recipe));
  woods.follow(terrainHeight(recipe));
});
await raiseHills();

animate(shown, (seconds) => {
  shown[0].update(seconds, camera);
  renderer.render(scene, camera);
});

const change = (terrain: Partial<typeof recipe.terrain>): void => {
  recipe = { ...recipe, terrain: { ...recipe.terrain, ...terrain } };
  void raiseHills();
};
const metres = (value: number): string => `${value} m`;
const { amplitude, frequency } = recipe.terrain;
controls.addSlider(
  'Height of the hills',
  { min: 0, max: 6, step: 0.5, value: amplitude },
  (value) => change({ amplitude: value }),
  metres,
);
controls.addSlider(
  'Length of the hills',
  { min: 20, max: 100, step: 5, value: Math.round(1 / frequency) },
  (value) => change({ frequency: 1 / value }),
  metres,
);
