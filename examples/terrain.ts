import { InstancedMesh, Mesh, MeshStandardMaterial, Object3D, PlaneGeometry } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { type Crowd, createCrowd, terrainHeight } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Pines and rocks: x, z and radius, metres. People start outside them and walk round them. */
const PINES = [
  [-9, 9, 0.9],
  [-12, 5, 1],
  [-7, 3, 0.8],
  [10, 1, 1.1],
  [14, -3, 0.9],
  [9, -8, 1],
  [-16, -9, 1.1],
  [-13, -14, 0.9],
];
const ROCKS = [
  [4, 10, 1.2],
  [-4, 7, 0.9],
  [6.5, 8.5, 1.3],
  [-1, -5, 1.1],
  [-11, -3, 1],
  [15, 3, 1.2],
  [1, -16, 1.4],
];
const obstacles = [
  ...PINES.map(([x, z, radius]) => ({ type: 'pine', x, z, radius })),
  ...ROCKS.map(([x, z, radius]) => ({ type: 'rock', x, z, radius })),
];

const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Hillside');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const size = Number(new URLSearchParams(location.search).get('count') ?? 300);

const stage = await createStage();
stage.scene.remove(stage.ground);
const meadow = new Mesh(
  new PlaneGeometry(240, 240, 320, 320).rotateX(-Math.PI / 2),
  new MeshStandardMaterial({ color: '#8d9a5b', roughness: 1 }),
);
meadow.receiveShadow = true;
const { scene: models } = await new GLTFLoader().loadAsync(`${SERVICE}/examples/models/woods.glb`);
const woods = ['pine', 'rock'].map((type) => {
  const { geometry, material } = models.getObjectByName(type) as Mesh;
  const places = obstacles.filter((obstacle) => obstacle.type === type);
  const mesh = new InstancedMesh(geometry, material, places.length);
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return { mesh, places };
});
stage.scene.add(meadow, ...woods.map(({ mesh }) => mesh));
stage.lookFrom([4, 7, 26], [0, 1, 8]);
stage.setLight({ horizon: '#e8e6d3', haze: [40, 160] });

const terrain = { active: true, amplitude: 3, frequency: 0.018, noiseType: 'fractal' as const };
let crowd: Crowd | undefined;
/** Height of the ground by the recipe; the ground, the woods and all feet follow it. */
async function raiseHills(): Promise<void> {
  const recipe = completeRecipe({ ...served.recipe, size, obstacles, terrain: { ...terrain } });
  const heightAt = terrainHeight(recipe);
  const characters = generateCharacters(recipe, manifest);
  const next = await createCrowd({ response: { ...served, recipe, characters }, renderer: stage.renderer });
  crowd?.dispose();
  crowd = next;
  stage.scene.add(crowd);

  const { position } = meadow.geometry.attributes;
  for (let i = 0; i < position.count; i++) position.setY(i, heightAt(position.getX(i), position.getZ(i)));
  position.needsUpdate = true;
  meadow.geometry.computeVertexNormals();
  const tree = new Object3D();
  for (const { mesh, places } of woods) {
    for (const [k, { x, z, radius }] of places.entries()) {
      tree.position.set(x, heightAt(x, z), z);
      tree.rotation.y = k * 2.4;
      tree.scale.setScalar(radius);
      tree.updateMatrix();
      mesh.setMatrixAt(k, tree.matrix);
    }
    mesh.instanceMatrix.needsUpdate = true;
  }
}

const metres = (value: number): string => `${value} m`;
const height = { min: 0, max: 6, step: 0.5, value: terrain.amplitude, write: metres };
const length = { min: 20, max: 100, step: 5, value: Math.round(1 / terrain.frequency), write: metres };
stage.controls.addSlider('Height of the hills', height, (value) => {
  terrain.amplitude = value;
  void raiseHills();
});
stage.controls.addSlider('Length of the hills', length, (value) => {
  terrain.frequency = 1 / value;
  void raiseHills();
});
await raiseHills();
stage.play((seconds) => crowd?.update(seconds, stage.camera));
