import {
  BufferAttribute,
  FloatType,
  GLSL3,
  InstancedBufferGeometry,
  Mesh,
  NearestFilter,
  NoBlending,
  OrthographicCamera,
  RawShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { LocalPoses } from '../../rig/index.js';
import {
  createInstanceAttribute,
  createInstanceList,
  leaseLocalPoseTexture,
  leaseRigTexture,
  paletteSize,
  showInstances,
  type VisibleLists,
} from '../shared/index.js';
import { PALETTE_FRAGMENT, PALETTE_POSE, PALETTE_VERTEX } from './crowd-chunk.js';
import type { PoseSource, TableUniforms } from './pose-source.js';

/**
 * Poses each visible character once a frame into a float target, three texels a bone, that every part and every pass
 * then reads.
 */
export function createPalettePose(
  renderer: WebGLRenderer,
  localPoses: LocalPoses,
  characters: number,
  table: TableUniforms,
): PoseSource {
  const bones = localPoses.parents.length;
  const size = paletteSize(characters, bones, renderer.capabilities.maxTextureSize);
  const blockSize = { crowdPaletteBits: { value: size.acrossBits } };
  const target = new WebGLRenderTarget(size.width, size.height, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
  });
  target.texture.name = 'crowd palette';
  const locals = leaseLocalPoseTexture(localPoses);
  const rig = leaseRigTexture(localPoses);
  const material = new RawShaderMaterial({
    name: 'crowd palette',
    glslVersion: GLSL3,
    defines: { CROWD_CHAIN: bones, CROWD_LOCAL_TEXELS: localPoses.size / 4 },
    vertexShader: PALETTE_VERTEX,
    fragmentShader: `precision highp float;\nprecision highp int;\nprecision highp usampler2D;\n${PALETTE_FRAGMENT}`,
    uniforms: {
      ...table,
      ...blockSize,
      crowdLocals: { value: locals.resource },
      crowdRig: { value: rig.resource },
      paletteSize: { value: new Vector2(size.width, size.height) },
    },
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('corner', new BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const slots = createInstanceList(characters);
  geometry.setAttribute('crowdInstance', createInstanceAttribute(slots.pairs));
  const blocks = new Mesh(geometry, material);
  blocks.frustumCulled = false;
  const camera = new OrthographicCamera();

  return {
    declarations: PALETTE_POSE,
    uniforms: {
      crowdBoneCount: table.crowdBoneCount,
      ...blockSize,
      crowdPalette: { value: target.texture },
    },
    update: (visible: VisibleLists) => {
      for (let slot = 0; slot < visible.count; slot++) {
        slots.pairs[slot * 2] = slot;
        slots.pairs[slot * 2 + 1] = visible.characters[slot];
      }
      slots.viewCount = slots.totalCount = visible.count;
      showInstances(geometry, slots);
      if (visible.count === 0) return;
      renderInto(renderer, target, blocks, camera);
    },
    dispose: () => {
      target.dispose();
      locals.dispose();
      rig.dispose();
      material.dispose();
      geometry.dispose();
    },
  };
}

/** Draws without a clear and without a trace: a crowd is updated in the middle of its user's frame. */
function renderInto(
  renderer: WebGLRenderer,
  target: WebGLRenderTarget,
  mesh: Mesh,
  camera: OrthographicCamera,
): void {
  const previous = renderer.getRenderTarget();
  const face = renderer.getActiveCubeFace();
  const level = renderer.getActiveMipmapLevel();
  const { autoClear, shadowMap, xr } = renderer;
  const { autoUpdate } = shadowMap;
  const xrEnabled = xr.enabled;
  renderer.autoClear = false;
  shadowMap.autoUpdate = false;
  xr.enabled = false;
  renderer.setRenderTarget(target);
  renderer.render(mesh, camera);
  renderer.setRenderTarget(previous, face, level);
  renderer.autoClear = autoClear;
  shadowMap.autoUpdate = autoUpdate;
  xr.enabled = xrEnabled;
}
