import {
  InstancedMesh,
  MeshStandardMaterial,
  Object3D,
  Shape,
  ShapeGeometry,
  SplineCurve,
  Vector2,
} from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Largest number of prints; a new one then replaces the oldest. */
const MOST_PRINTS = 6000;
/** Outline of a sole, metres, from the heel to the toes; the ball of the foot is at 0, 0. */
const SOLE = [
  [-0.03, -0.17],
  [-0.044, 0],
  [-0.034, 0.07],
  [0, 0.095],
  [0.034, 0.07],
  [0.044, 0],
  [0.03, -0.17],
  [0, -0.19],
] as const;

const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Teahouse');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const recipe = completeRecipe({
  seed: 12,
  size: Number(new URLSearchParams(location.search).get('count') ?? 90),
  boundaryShape: 'circle',
  boundaryRadius: 17,
  spawnRadius: 16,
  pace: 0.85,
  groupingMode: true,
});
const characters = generateCharacters(recipe, manifest);

const stage = await createStage();
stage.ground.material = new MeshStandardMaterial({ color: '#e9edf3', roughness: 1 });
stage.setLight({
  towardsSun: [-0.8, 0.32, 0.35],
  sunColor: '#ffc890',
  sunIntensity: 2.6,
  horizon: '#d9dfe8',
  zenith: '#8fa5c4',
  haze: [26, 90],
});
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({
  response: { ...served, recipe, characters },
  renderer: stage.renderer,
  mode: 'instanced',
});

const corners = [...SOLE, SOLE[0]].map(([x, y]) => new Vector2(x, -y));
const outline = new Shape(new SplineCurve(corners).getPoints(40));
const prints = new InstancedMesh(
  new ShapeGeometry(outline).rotateX(-Math.PI / 2).translate(0, 0.006, 0),
  new MeshStandardMaterial({ color: '#71839f', transparent: true, opacity: 0.85, depthWrite: false }),
  MOST_PRINTS,
);
prints.count = 0;
prints.frustumCulled = false;
prints.receiveShadow = true;
stage.scene.add(crowd, prints);

// A standing foot does not slide: its print appears under it, and stays when the foot is lifted.
const place = new Object3D();
let printed = 0;
crowd.footstepDistance = 40;
crowd.addEventListener('footstep', ({ character, position }) => {
  place.position.copy(position);
  place.rotation.y = crowd.get(character).heading;
  place.updateMatrix();
  prints.setMatrixAt(printed % MOST_PRINTS, place.matrix);
  prints.instanceMatrix.needsUpdate = true;
  printed += 1;
  prints.count = Math.min(printed, MOST_PRINTS);
});

stage.castShadowsWithin(24);
stage.lookFrom([3, 5.6, 15.5], [0, 0.2, 1.5]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

stage.controls.addButton('New snow', () => {
  [printed, prints.count] = [0, 0];
});
