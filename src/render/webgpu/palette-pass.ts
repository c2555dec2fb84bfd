import {
  attribute,
  Break,
  Fn,
  If,
  int,
  ivec2,
  Loop,
  mat3,
  mat4,
  outputStruct,
  screenCoordinate,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import {
  type BufferGeometry,
  FloatType,
  Mesh,
  NearestFilter,
  NoColorSpace,
  type Node,
  OrthographicCamera,
  RenderTarget,
  WebGPUCoordinateSystem,
  type WebGPURenderer,
} from 'three/webgpu';
import type { PaletteSize } from '../drawing/index.js';
import { blendLocals, type PaletteRig } from './blended-locals.js';
import type { LimbPass } from './limb-pass.js';
import { blockCorner, blockSlot, createDataMaterial, slotTexel } from './palette-blocks.js';
import type { MatrixRow } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import type { TableNodes } from './table-nodes.js';
import { asRows, loadTexel, type MatrixRows, renderInto } from './three-internals.js';

/**
 * The third number of a joint's links where the joint is the hips: one more than their texel among the limbs. Of the hips,
 * layers change the translation, of all other limbs the rotation.
 */
const HIPS_NUMBER = 1;

/** Float targets that hold the matrices of a frame's visible characters, and the passes that fill them. */
export interface PalettePass {
  readonly row: MatrixRow;
  render(): void;
  dispose(): void;
}

/**
 * Writes the pose arithmetic of `shaders/webgl/palette-fragment.glsl` in TSL, for both backends of `WebGPURenderer`. The
 * compute kernels do not share this text: there the local poses of a character are computed once, by a kernel before, and
 * a fragment computes those of every ancestor again.
 *
 * Rejected: this pass in place of the kernels on every WebGPU device, so that WebGPURenderer has one text. For 400
 * characters of 41 bones on a software GPU it takes 7 to 12 times as long as culling and posing by the kernels. Kernels in
 * TSL would take no copy away, since a fragment cannot run them.
 *
 * @param blocks a rectangle for each slot in use, as `PaletteBlocks` makes them
 * @param limbs rendered before; undefined in a crowd without layers
 */
export function createPalettePass(
  renderer: WebGPURenderer,
  rig: PaletteRig,
  size: PaletteSize,
  blocks: BufferGeometry,
  table: TableNodes,
  shaders: ShaderFunctions,
  limbs: LimbPass | undefined,
): PalettePass {
  const { bones } = rig;
  const layers = targetsOf(renderer, size);
  const vertexNode = blockCorner(bones, size, renderer.coordinateSystem);
  const matrix = composedMatrix(rig, size, table, shaders, limbs);
  const passes = layers.map(({ target, rows }) => {
    const output = outputStruct(...rows.map((r) => matrix.element(int(r))));
    const material = createDataMaterial('crowd palette', vertexNode, output);
    const mesh = new Mesh(blocks, material);
    mesh.frustumCulled = false;
    return { target, mesh };
  });
  const textures = layers.flatMap(({ target }) => target.textures);
  const camera = new OrthographicCamera();
  return {
    row: (slot, joint, r) => {
      const { x, y } = slotTexel(slot, bones, size);
      return loadTexel(textures[r], ivec2(x.add(int(joint)), y));
    },
    render: () => {
      limbs?.render();
      for (const { target, mesh } of passes) renderInto(renderer, target, mesh, camera);
    },
    dispose: () => {
      limbs?.dispose();
      for (const { target, mesh } of passes) {
        target.dispose();
        mesh.material.dispose();
      }
    },
  };
}

/**
 * A texture for each row of a matrix. WebGL2 draws all three in one pass. WebGPU allows 32 bytes a pixel over all targets
 * of a pass by default, and three `RGBA32F` targets take 48: there each has a pass of its own.
 */
function targetsOf(
  { coordinateSystem }: WebGPURenderer,
  { width, height }: PaletteSize,
): { target: RenderTarget; rows: readonly number[] }[] {
  const layers = coordinateSystem === WebGPUCoordinateSystem ? [[0], [1], [2]] : [[0, 1, 2]];
  return layers.map((rows) => {
    const target = new RenderTarget(width, height, {
      count: rows.length,
      type: FloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      depthBuffer: false,
      generateMipmaps: false,
      colorSpace: NoColorSpace,
    });
    for (const texture of target.textures) texture.name = 'crowd palette';
    return { target, rows };
  });
}

/** The rows of one bone's matrix: local poses between frames and clips, blended and joined up the chain. */
function composedMatrix(
  rig: PaletteRig,
  size: PaletteSize,
  table: TableNodes,
  shaders: ShaderFunctions,
  limbs: LimbPass | undefined,
): MatrixRows {
  const { bones } = rig;
  const slot = varying(blockSlot());
  const character = varying(attribute<'uint'>('crowdCharacter', 'uint'));
  const loadRig = (texel: Node<'int'>): Node<'vec4'> => loadTexel(rig.rig, ivec2(texel, int(0)));
  const matrix = Fn(() => {
    const bone = int(screenCoordinate.x)
      .sub(slotTexel(slot, bones, size).x)
      .toVar();
    const position = table.position(character).toVar();
    const animation = table.row(character, 'animation').toVar();
    const locals = blendLocals(rig, table, shaders, character, animation);

    // The inverse bind matrix takes the vertex as stored into the joint's space; the loop goes on from joint to parent.
    const bind = [0, 1, 2].map((r) => loadRig(bone.mul(4).add(r)).toVar());
    const axes = mat3(bind[0].xyz, bind[1].xyz, bind[2].xyz).transpose().toVar();
    const translation = vec3(bind[0].w, bind[1].w, bind[2].w).toVar();
    const joint = int(bone).toVar();
    Loop(bones, () => {
      const links = locals.links(joint).toVar();
      const rotation = locals.rotation(joint);
      const first = locals.numbers(joint, 1).toVar();
      if (limbs) {
        If(links.z.greaterThan(0), () => {
          const limb = limbs.texel(slot, int(links.z).sub(1)).toVar();
          If(links.z.equal(HIPS_NUMBER), () => {
            first.assign(vec4(limb.xyz, first.w));
          }).Else(() => {
            rotation.assign(limb);
          });
        });
      }
      const scales = rig.localTexels === 3 ? vec3(first.w, locals.numbers(joint, 2).xy) : first.www;
      const localAxes = shaders.crowdAxes(rotation, scales).toVar();
      translation.assign(first.xyz.add(localAxes.mul(translation)));
      axes.assign(localAxes.mul(axes));
      joint.assign(int(links.x));
      If(joint.lessThan(0), () => {
        Break();
      });
    });

    // A row of (heading · scale) is the direction that the heading rotates onto that axis, times the scale.
    const origin = shaders.crowdFloats(position).toVar();
    const scale = shaders.crowdScale(animation).toVar();
    const rowAlong = (axis: Node<'vec3'>): Node<'vec4'> => {
      const r = shaders.crowdInverseRotate(axis, position.w).mul(scale).toVar();
      return vec4(r.mul(axes), r.dot(translation).add(axis.dot(origin.xyz)));
    };
    return mat4(rowAlong(vec3(1, 0, 0)), rowAlong(vec3(0, 1, 0)), rowAlong(vec3(0, 0, 1)), vec4(0));
  })().toVar() as Node<'mat4'>;
  return asRows(matrix);
}
