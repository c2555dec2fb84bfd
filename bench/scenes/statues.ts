import {
  AnimationMixer,
  BufferAttribute,
  type BufferGeometry,
  InstancedMesh,
  Matrix4,
  type MeshStandardMaterial,
  Quaternion,
  REVISION,
  type SkinnedMesh,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { WebGPURenderer } from 'three/webgpu';
import type { Contender } from './contender.js';
import { copyCharacter, meshesOf } from './standard-character.js';
import { threeScene } from './three-scene.js';
import { createThreeStage } from './three-stage.js';

const UP = new Vector3(0, 1, 0);

export const statues: Contender = {
  id: 'statues',
  title: 'three.js, statues without animation',
  version: `0.${REVISION}.0`,
  documentation: 'https://threejs.org/docs/#api/en/objects/InstancedMesh',
  setup:
    'The least that posing could cost: one InstancedMesh of the character in the first pose of its walk, in white, since ' +
    'three’s MeshletDrawingPipeline, which draws it on WebGPU with levels of detail and occlusion culling, draws no vertex colours.',
  backends: ['webgpu', 'webgl'],
  async create({ alike, standard }, stage) {
    const three = await createThreeStage(stage);
    if (stage.backend === 'webgpu') {
      // On demand, since it imports three's WebGPU half.
      const { MeshletDrawingPipeline } = await import('three/addons/pipelines/MeshletDrawingPipeline.js');
      (three.renderer as WebGPURenderer).drawingPipeline = new MeshletDrawingPipeline();
    }
    const model = copyCharacter(standard);
    const mixer = new AnimationMixer(model);
    mixer.clipAction(standard.clip).play();
    mixer.setTime(0);
    model.updateMatrixWorld(true);
    const meshes = meshesOf(model);
    const geometry = mergeGeometries(meshes.map(posedGeometry));
    const material = (meshes[0].material as MeshStandardMaterial).clone();
    material.vertexColors = false;
    const mesh = new InstancedMesh(geometry, material, alike.length);
    const turn = new Quaternion();
    for (const [i, { x, z, rot_y, scale }] of alike.entries()) {
      turn.setFromAxisAngle(UP, rot_y);
      mesh.setMatrixAt(
        i,
        new Matrix4().compose(new Vector3(x, 0, z), turn, new Vector3(scale, scale, scale)),
      );
    }
    mesh.castShadow = mesh.receiveShadow = stage.shadows;
    three.scene.add(mesh);
    return threeScene(
      three,
      () => {},
      () => {
        mesh.dispose();
        geometry.dispose();
        material.dispose();
      },
    );
  },
};

/** The vertices of a mesh where its bones have them, in metres. */
export function posedGeometry(mesh: SkinnedMesh): BufferGeometry {
  const geometry = mesh.geometry.clone();
  const positions = new Float32Array(geometry.getAttribute('position').count * 3);
  const point = new Vector3();
  for (let v = 0; v < positions.length / 3; v++) {
    mesh
      .getVertexPosition(v, point)
      .applyMatrix4(mesh.matrixWorld)
      .toArray(positions, v * 3);
  }
  for (const name of Object.keys(geometry.attributes)) if (name !== 'normal') geometry.deleteAttribute(name);
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}
