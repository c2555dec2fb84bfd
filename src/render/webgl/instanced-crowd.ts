import { Vector2, type WebGLRenderer } from 'three';
import {
  acquireFarVertexTexture,
  boneMatrixTexture,
  clipTexture,
  createCulledCrowd,
  createFarLevels,
  type DrawLists,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  PAIRS_A_LINE,
  tableTexture,
} from '../drawing/index.js';
import { farPoseDeclarations } from './crowd-chunk.js';
import { createFarMaterial, createInstancedMaterial, createShadowMaterials } from './materials.js';
import { OverrideMaterials } from './override-materials.js';
import { createPalettePose } from './palette-pose.js';
import { createSampledPose, type PoseSource, type TableUniforms } from './pose-source.js';
import { RangeTexture } from './range-texture.js';
import { SlotTexture } from './slot-texture.js';
import { TableTexture } from './table-texture.js';
import { renewPatch } from './three-internals.js';

/** One instanced mesh a part for the classic `WebGLRenderer`: culled on the CPU, posed once a character. */
export function createInstancedCrowd(
  options: InstancedCrowdOptions,
  renderer: WebGLRenderer,
): InstancedCrowd {
  const { boneTexture, localPoses, table, parts, farSources } = options;
  const { clipInfo, nBones } = boneTexture.manifest;
  const rows = new TableTexture(table, renderer);
  const moves = new TableTexture(table.moves, renderer);
  const hasPalette = localPoses !== undefined && renderer.extensions.has('EXT_color_buffer_float');
  const far = hasPalette && farSources ? createFarLevels(parts, farSources, table.count) : undefined;
  const slots = far?.slots ?? table.count;
  const layers = localPoses?.limbs && table.layers && new SlotTexture(table.layers, slots, renderer);
  const uniforms: TableUniforms = {
    crowdTable: { value: rows.texture },
    crowdMoves: { value: moves.texture },
    crowdClips: { value: clipTexture(clipInfo) },
    crowdTime: { value: 0 },
    crowdStep: { value: new Vector2() },
    crowdBoneCount: { value: nBones },
  };
  const pose: PoseSource = hasPalette
    ? createPalettePose(renderer, localPoses, slots, table.usesOpacity, uniforms, layers?.texture)
    : createSampledPose(boneTexture, uniforms, table.usesOpacity);
  const overrides = new OverrideMaterials(options.onWarning);
  const owned: { dispose(): void }[] = [
    overrides,
    rows,
    moves,
    uniforms.crowdClips.value,
    pose,
    ...(layers ? [layers] : []),
  ];
  let pairs: RangeTexture | undefined;
  return createCulledCrowd(options, renderer, {
    hasPalette,
    far,
    createMaterials: (part) => ({
      color: createInstancedMaterial(part, pose),
      shadow: createShadowMaterials(pose, part),
      attachTo: (mesh, own) => overrides.attachTo(mesh, own, pose),
    }),
    createFarMaterials: (mesh, words) => {
      const vertices = acquireFarVertexTexture(renderer, mesh.words);
      pairs = new RangeTexture(tableTexture(words), renderer);
      owned.push(vertices, pairs);
      const bones = slots < table.count ? boneMatrixTexture(boneTexture) : undefined;
      if (bones) owned.push(bones);
      const farPose = {
        declarations: farPoseDeclarations(mesh, bones && slots),
        dithers: pose.dithers,
        uniforms: {
          ...uniforms,
          ...pose.uniforms,
          ...(bones && { crowdBones: { value: bones } }),
          crowdFarVertices: { value: vertices.resource },
          crowdPairs: { value: pairs.texture },
        },
      };
      return {
        color: createFarMaterial(mesh, farPose),
        shadow: createShadowMaterials(farPose),
        attachTo: (drawn, own) => overrides.attachTo(drawn, own, farPose),
      };
    },
    pose: (seconds, visible) => {
      if (pairs) uploadPairs(pairs, visible.merged);
      uniforms.crowdTime.value = seconds;
      uniforms.crowdStep.value.set(table.stepLeft, table.step);
      rows.show(visible);
      moves.show(visible);
      layers?.show(visible.posed);
      pose.update(visible.posed);
    },
    upload: (changes) => {
      rows.update(changes.rows);
      moves.update(changes.moves);
      layers?.update(changes.layers);
    },
    renewMaterial: renewPatch,
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  });
}

/** Uploads the lines of both lists that are in use. */
function uploadPairs(texture: RangeTexture, { camera, shadow }: DrawLists): void {
  const upload = (first: number, count: number): void => {
    if (count > 0) texture.uploadLines(first / PAIRS_A_LINE, Math.ceil(count / PAIRS_A_LINE));
  };
  upload(0, camera.count);
  upload(camera.pairs.length / 2, shadow.count);
}
