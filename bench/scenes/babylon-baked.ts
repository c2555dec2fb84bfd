import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { version } from '@babylonjs/core/package.json';
import type { Scene } from '@babylonjs/core/scene.js';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Character } from 'three-crowd';
import { addLights, addShadows, createEngine, createScene, gpuOf } from './babylon-stage.js';
import type { Contender } from './contender.js';
import { exportCharacter } from './export-character.js';
import { sceneOnGpu } from './scene-on-gpu.js';

const BAKED_FPS = 30;

export const babylonBaked: Contender = {
  id: 'babylon',
  title: 'Babylon.js, baked vertex animation',
  version,
  documentation: 'https://doc.babylonjs.com/features/featuresDeepDive/animation/baked_texture_animations',
  setup:
    'The character as GLB through Babylon’s own loader, its clip baked at 30 frames a second with VertexAnimationBaker, ' +
    'thin instances with their own matrix and phase. Shows the nearest baked frame; thin instances are not culled one by one.',
  backends: ['webgpu', 'webgl'],
  async create({ alike, standard }, stage) {
    const engine = await createEngine(stage);
    const scene = createScene(engine, stage);
    const sun = addLights(scene, stage);
    const { meshes, frames, manager } = await loadBaked(scene, await exportCharacter(standard));
    const settings = Float32Array.from(
      alike.flatMap(({ phase }) => [0, frames - 1, phase * frames, BAKED_FPS]),
    );
    for (const mesh of meshes) {
      mesh.bakedVertexAnimationManager = manager;
      mesh.thinInstanceSetBuffer('matrix', placeMatrices(alike, worldOf(mesh)), 16, true);
      mesh.thinInstanceSetBuffer('bakedVertexAnimationSettingsInstanced', settings, 4, true);
      // Disables culling: the mesh holds the whole crowd, and its bounding box is that of the bind pose.
      mesh.alwaysSelectAsActiveMesh = true;
    }
    if (stage.shadows) addShadows(sun, meshes);
    await scene.whenReadyAsync();
    const draw = (seconds: number): void => {
      manager.time = seconds;
      engine.beginFrame();
      scene.render();
      engine.endFrame();
    };
    return sceneOnGpu(gpuOf(engine), draw, () => {
      scene.dispose();
      engine.dispose();
    });
  },
};

/** Sets the clip to each frame, since the baker's own loop does not move nodes, which glTF clips animate. */
async function loadBaked(scene: Scene, glb: ArrayBuffer) {
  const [{ ImportMeshAsync }, { VertexAnimationBaker }, { BakedVertexAnimationManager }] = await Promise.all([
    import('@babylonjs/core/Loading/sceneLoader.js'),
    import('@babylonjs/core/BakedVertexAnimation/vertexAnimationBaker.js'),
    import('@babylonjs/core/BakedVertexAnimation/bakedVertexAnimationManager.js'),
    import('@babylonjs/loaders/glTF/index.js'),
    import('@babylonjs/core/Meshes/thinInstanceMesh.js'),
  ]);
  const file = new File([glb], 'character.glb');
  const loaded = await ImportMeshAsync(file, scene, { pluginExtension: '.glb' });
  const meshes = loaded.meshes.filter((mesh): mesh is Mesh => mesh.skeleton !== null);
  const [group] = loaded.animationGroups;
  const skeleton = loaded.skeletons[0];
  const loaderFps = group.targetedAnimations[0].animation.framePerSecond;
  const frames = Math.round(((group.to - group.from) / loaderFps) * BAKED_FPS);
  group.start();
  group.pause();
  const floats = (skeleton.bones.length + 1) * 16;
  const baked = new Float32Array(frames * floats);
  for (let frame = 0; frame < frames; frame++) {
    group.goToFrame(group.from + (frame / BAKED_FPS) * loaderFps);
    for (const node of loaded.transformNodes) node.computeWorldMatrix(true);
    skeleton.prepare(true);
    baked.set(skeleton.getTransformMatrices(meshes[0]), frame * floats);
  }
  group.stop();
  const manager = new BakedVertexAnimationManager(scene);
  manager.texture = new VertexAnimationBaker(scene, meshes[0]).textureFromBakedVertexData(baked);
  return { meshes, frames, manager };
}

/** Matrices of three and Babylon have the same element order. */
function worldOf(mesh: Mesh): Matrix4 {
  return new Matrix4().fromArray(mesh.computeWorldMatrix(true).asArray());
}

/** Thin instances are placed inside their mesh's own space. */
function placeMatrices(characters: readonly Character[], world: Matrix4): Float32Array {
  const matrices = new Float32Array(characters.length * 16);
  const inverse = world.clone().invert();
  const up = new Vector3(0, 1, 0);
  const place = new Matrix4();
  for (const [i, { x, z, rot_y, scale }] of characters.entries()) {
    const turn = new Quaternion().setFromAxisAngle(up, rot_y);
    place.compose(new Vector3(x, 0, z), turn, new Vector3(scale, scale, scale));
    place
      .premultiply(inverse)
      .multiply(world)
      .toArray(matrices, i * 16);
  }
  return matrices;
}
