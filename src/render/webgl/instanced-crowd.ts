import { Vector2, type WebGLRenderer } from 'three';
import {
  acquireFarVertexTexture,
  clipTexture,
  createCulledCrowd,
  type DrawLists,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  PAIRS_A_LINE,
  tableTexture,
} from '../drawing/index.js';
import { FAR_ATLAS_POSE, FAR_POSE, FAR_TEXTURED_POSE } from './crowd-chunk.js';
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
  const { boneTexture, localPoses, table } = options;
  const { clipInfo, nBones } = boneTexture.manifest;
  const rows = new TableTexture(table, renderer);
  const moves = new TableTexture(table.moves, renderer);
  const layers = localPoses?.limbs && table.layers && new SlotTexture(table.layers, renderer);
  const uniforms: TableUniforms = {
    crowdTable: { value: rows.texture },
    crowdMoves: { value: moves.texture },
    crowdClips: { value: clipTexture(clipInfo) },
    crowdTime: { value: 0 },
    crowdStep: { value: new Vector2() },
    crowdBoneCount: { value: nBones },
  };
  const hasPalette = localPoses !== undefined && renderer.extensions.has('EXT_color_buffer_float');
  const pose: PoseSource = hasPalette
    ? createPalettePose(renderer, localPoses, table, uniforms, layers?.texture)
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
    createMaterials: (part) => ({
      color: createInstancedMaterial(part, pose),
      shadow: createShadowMaterials(pose, part),
      attachTo: (mesh, own) => overrides.attachTo(mesh, own, pose),
    }),
    createFarMaterials: (far, table) => {
      const vertices = acquireFarVertexTexture(renderer, far.words);
      pairs = new RangeTexture(tableTexture(table), renderer);
      owned.push(vertices, pairs);
      const farPose = {
        declarations: far.grid ? FAR_ATLAS_POSE : far.hasUv ? FAR_TEXTURED_POSE : FAR_POSE,
        dithers: pose.dithers,
        uniforms: {
          ...pose.uniforms,
          crowdTable: uniforms.crowdTable,
          crowdFarVertices: { value: vertices.resource },
          crowdPairs: { value: pairs.texture },
        },
      };
      return {
        color: createFarMaterial(far, farPose),
        shadow: createShadowMaterials(farPose),
        attachTo: (mesh, own) => overrides.attachTo(mesh, own, farPose),
      };
    },
    pose: (seconds, visible) => {
      if (pairs) uploadPairs(pairs, visible.merged);
      uniforms.crowdTime.value = seconds;
      uniforms.crowdStep.value.set(table.stepLeft, table.step);
      rows.show(visible);
      moves.show(visible);
      layers?.show(visible);
      pose.update(visible);
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
