import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import {
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  type MeshStandardMaterial,
  Object3D,
  WebGLRenderer,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { type BackendName, createCrowd } from 'three-crowd';
import { createSceneCharacters, loadSceneAssets, type SceneCharacters } from '../scenes/characters.js';
import { createStage } from '../scenes/stage.js';
import { copyCharacter, meshesOf } from '../scenes/standard-character.js';
import { posedGeometry } from '../scenes/statues.js';
import { createThreeStage } from '../scenes/three-stage.js';

const COUNT = 1000;
const WARM_UP = 8;
const FRAMES = 15;
/** Of a character of 1.7 m on the screen, and the angle of the camera, which is so far away that all are of one size. */
const PIXELS = 24;
const FOV = 2;
const SIZE = { width: 640, height: 360 };

/** Medians of whole frames, each until the GPU has drawn it, milliseconds. */
export interface FarResult {
  /** Triangles of a character. */
  readonly triangles: number;
  readonly empty: number;
  readonly crowd: number;
  /** The same number of characters and triangles as an `InstancedMesh`. */
  readonly statues: number;
}

declare global {
  var measureFar: (service: string, backend: BackendName, triangles: number) => Promise<FarResult>;
}

/** @param triangles of a character; 0 to count them, which works where the renderer knows what is drawn */
globalThis.measureFar = async (service, backend, known) => {
  const assets = await loadSceneAssets(service);
  const people = createSceneCharacters(assets, COUNT);
  const canvas = document.createElement('canvas');
  const stage = createStage({ canvas, count: COUNT, view: 'overview', backend, shadows: false, ...SIZE });
  const three = await createThreeStage(stage);
  const { camera, scene, renderer } = three;
  // Height of the view over a character, as pixels are.
  const distance = (1.7 * SIZE.height) / PIXELS / (2 * Math.tan((FOV * Math.PI) / 360));
  Object.assign(camera, { fov: FOV, far: 2 * distance });
  camera.position.setLength(distance);
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
  const crowd = await createCrowd({
    ...{ response: people.respond(people.alike), baseUrl: people.origin, renderer },
    ...{ mode: 'instanced', motion: false },
  });
  await crowd.levelsReady;
  const time = async (before: () => void): Promise<number> => {
    const times: number[] = [];
    for (let k = 0; k < WARM_UP + FRAMES; k++) {
      const start = performance.now();
      before();
      three.render();
      await three.gpu.finish();
      times.push(performance.now() - start);
    }
    return times.slice(WARM_UP).sort((a, b) => a - b)[FRAMES >> 1];
  };
  const drawn = (): number => (renderer instanceof WebGLRenderer ? renderer.info.render.triangles : 0);
  const empty = await time(() => {});
  const before = drawn();
  scene.add(crowd);
  const animated = await time(() => crowd.update(1 / 60, camera));
  const triangles = known || (drawn() - before) / COUNT;
  scene.remove(crowd);
  const statues = await createStatues(people, triangles);
  scene.add(statues);
  const still = await time(() => {});
  crowd.dispose();
  three.dispose();
  return { triangles, empty, crowd: animated, statues: still };
};

/** The standard character without animation, with about as many triangles, once for each character. */
async function createStatues(people: SceneCharacters, triangles: number): Promise<InstancedMesh> {
  await MeshoptSimplifier.ready;
  const model = copyCharacter(people.standard);
  const meshes = meshesOf(model);
  const geometry = mergeGeometries(meshes.map(posedGeometry));
  const { index, attributes } = geometry;
  const positions = attributes['position'].array as Float32Array;
  const indices = new Uint32Array(index!.array);
  const [simplified] = MeshoptSimplifier.simplifySloppy(
    indices,
    positions,
    3,
    null,
    3 * Math.round(triangles),
    1,
  );
  const [remap, vertices] = MeshoptSimplifier.compactMesh(simplified);
  const compact = new BufferGeometry();
  for (const [name, attribute] of Object.entries(attributes)) {
    const values = new Float32Array(vertices * 3);
    remap.forEach((to, from) => {
      if (to < vertices)
        values.set([attribute.getX(from), attribute.getY(from), attribute.getZ(from)], to * 3);
    });
    compact.setAttribute(name, new BufferAttribute(values, 3));
  }
  compact.setIndex(new BufferAttribute(simplified, 1));
  const material = (meshes[0].material as MeshStandardMaterial).clone();
  material.vertexColors = false;
  const statues = new InstancedMesh(compact, material, people.alike.length);
  const at = new Object3D();
  for (const [i, { x, z, rot_y, scale }] of people.alike.entries()) {
    at.position.set(x, 0, z);
    at.rotation.y = rot_y;
    at.scale.setScalar(scale);
    at.updateMatrix();
    statues.setMatrixAt(i, at.matrix);
  }
  return statues;
}

document.documentElement.dataset['ready'] = '';
