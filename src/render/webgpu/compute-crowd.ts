import { Fn, instanceIndex, uint, varying } from 'three/tsl';
import { BufferGeometry, Frustum, Group, Mesh, type Node, type WebGPURenderer } from 'three/webgpu';
import type { LocalPoses } from '../../rig/index.js';
import {
  addSkinAttribute,
  characterExtent,
  frustumPlanes,
  type InstancedCrowd,
  type InstancedCrowdData,
  ownGeometry,
  type PartList,
  ShadowViews,
  surfaceAttributes,
} from '../shared/index.js';
import { type ComputeFrame, createComputeFrame } from './compute-frame.js';
import { drawWord } from './control-words.js';
import { createTintedNodeMaterial } from './node-material.js';
import type { PoseBuilder } from './pose-source.js';
import type { ShaderFunctions } from './shader-functions.js';
import { assignSkinnedNormal, skinnedPoint, skinRows } from './skin-nodes.js';
import { colorOf } from './table-nodes.js';

/** One indirect draw a part: culled, posed and counted on the GPU. JavaScript does the same work for any crowd. */
export function createComputeCrowd(
  data: InstancedCrowdData,
  localPoses: LocalPoses,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { clipInfo } = data.boneTexture.manifest;
  const { lists } = data.parts;
  const geometries = lists.map(({ part }) => createPartGeometry(part));
  const frame = createComputeFrame(renderer, {
    table: data.table,
    parts: data.parts,
    clips: clipInfo,
    localPoses,
    extent: characterExtent(clipInfo),
    indexCounts: geometries.map((geometry) => geometry.index?.count ?? 0),
  });
  const shadowViews = new ShadowViews();
  const position = palettePosition(frame, localPoses.parents.length);
  const object = new Group();
  const meshes = lists.map((list, n) => {
    const geometry = geometries[n];
    const cameraDraw = drawWord('camera', n, lists.length) * 4;
    const shadowDraw = drawWord('shadow', n, lists.length) * 4;
    geometry.setIndirect(frame.control, cameraDraw);
    const material = createTintedNodeMaterial(list.part, tint(frame, list, shaders), renderer, shaders);
    material.positionNode = position;
    const mesh = new Mesh(geometry, material);
    mesh.name = list.part.name;
    mesh.frustumCulled = false;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera) => {
      if (n === 0) shadowViews.record(shadowCamera, object.matrixWorld);
      geometry.indirectOffset = shadowDraw;
    };
    mesh.onAfterShadow = () => {
      geometry.indirectOffset = cameraDraw;
    };
    object.add(mesh);
    return mesh;
  });

  const frustum = new Frustum();
  return {
    object,
    update: ({ seconds, camera }) => {
      object.updateWorldMatrix(true, false);
      camera?.updateMatrixWorld();
      const view = camera && frustumPlanes(camera, object.matrixWorld, frustum);
      frame.run(seconds, view, shadowViews.take());
    },
    updateTable: () => frame.uploadTable(),
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      frame.dispose();
    },
  };
}

function createPartGeometry(part: PartList['part']): BufferGeometry {
  const geometry = ownGeometry(part.geometry, surfaceAttributes(part.geometry), new BufferGeometry());
  addSkinAttribute(geometry, part);
  return geometry;
}

function instanceSlot(frame: ComputeFrame): Node<'uint'> {
  return frame.instances.element(instanceIndex) as unknown as Node<'uint'>;
}

/** Read in the vertex stage: an index interpolated into the fragment stage would be no index. */
function tint(frame: ComputeFrame, { tint }: PartList, shaders: ShaderFunctions): Node<'vec3'> {
  const character = frame.slots.element(instanceSlot(frame).add(uint(1)));
  const colors = frame.table.element(character.mul(4).add(3)) as unknown as Node<'uvec4'>;
  return varying(colorOf(colors, tint, shaders));
}

function palettePosition(frame: ComputeFrame, bones: number): Node<'vec3'> {
  return Fn((builder: PoseBuilder) => {
    const first = instanceSlot(frame).mul(bones).toVar();
    const rows = skinRows((joint, weight, add) => {
      const row = first.add(uint(joint)).mul(3).toVar();
      for (let r = 0; r < 3; r++) {
        add(r, (frame.matrices.element(row.add(r)) as unknown as Node<'vec4'>).mul(weight));
      }
    });
    assignSkinnedNormal(rows, builder.geometry.hasAttribute('tangent'));
    return skinnedPoint(rows);
  })() as Node<'vec3'>;
}
