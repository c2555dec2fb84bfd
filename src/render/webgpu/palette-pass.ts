import {
  attribute,
  Fn,
  If,
  int,
  ivec2,
  mat4,
  outputStruct,
  screenCoordinate,
  varying,
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
import type { Limbs } from '../../rig/index.js';
import { LIMB_TEXELS, type PaletteSize, paletteSize } from '../drawing/index.js';
import { LimbNodes } from './limb-nodes.js';
import { blockCorner, blockSlot, createDataMaterial, slotTexel } from './palette-blocks.js';
import type { MatrixRow } from './palette-nodes.js';
import { blendLocals, type PaletteRig, skinMatrix } from './pose-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import type { LayerNodes, TableNodes } from './table-nodes.js';
import { asRows, loadTexel, renderInto } from './three-internals.js';

/**
 * Link of the hips to their texel among the limbs, one more than its number. Layers change the translation of the hips,
 * and the rotation of all other limbs.
 */
const HIPS_NUMBER = 1;

/** Float targets that hold the matrices of a frame's visible characters, and the passes that fill them. */
export interface PalettePass {
  readonly row: MatrixRow;
  render(): void;
  dispose(): void;
}

export interface PalettePassOptions {
  readonly rig: PaletteRig;
  readonly limbs: Limbs | undefined;
  /** A rectangle for each slot in use, as `PaletteBlocks` makes them. */
  readonly blocks: BufferGeometry;
  readonly slots: number;
  readonly maxTextureSize: number;
}

/**
 * Composes skin matrices in fragments. A fragment blends the local poses of all joints above its own again, where the
 * compute kernels of `pose-kernels.ts` blend each once.
 *
 * Rejected: this pass in place of the kernels on every WebGPU device. For 400 characters of 41 bones on a software GPU it
 * takes 7 to 12 times as long.
 */
export function createPalettePass(
  renderer: WebGPURenderer,
  options: PalettePassOptions,
  table: TableNodes,
  shaders: ShaderFunctions,
): PalettePass {
  const { rig, limbs, blocks, slots, maxTextureSize } = options;
  const size = paletteSize(slots, rig.bones, maxTextureSize);
  const limbPass =
    limbs && table.layers && createLimbPass(renderer, options, limbs, table, table.layers, shaders);
  const matrix = composedMatrix(rig, size, table, shaders, limbPass);
  // WebGL2 draws all rows in one pass. WebGPU allows 32 bytes a pixel over all targets of a pass by default, and three
  // RGBA32F targets take 48: there each row has a pass of its own.
  const layers = renderer.coordinateSystem === WebGPUCoordinateSystem ? [[0], [1], [2]] : [[0, 1, 2]];
  const passes = layers.map((rows) =>
    createDataPass(renderer, 'crowd palette', rig.bones, size, blocks, rows.length, () =>
      outputStruct(...rows.map((r) => matrix.element(int(r)))),
    ),
  );
  const textures = passes.flatMap(({ target }) => target.textures);
  return {
    row: (slot, joint, r) => {
      const { x, y } = slotTexel(slot, rig.bones, size);
      return loadTexel(textures[r], ivec2(x.add(int(joint)), y));
    },
    render: () => {
      limbPass?.render();
      for (const pass of passes) pass.render();
    },
    dispose: () => {
      limbPass?.dispose();
      for (const pass of passes) pass.dispose();
    },
  };
}

/** A pass that writes numbers into texels of each slot. */
function createDataPass(
  renderer: WebGPURenderer,
  name: string,
  texels: number,
  size: PaletteSize,
  blocks: BufferGeometry,
  count: number,
  fragment: () => Node,
): { readonly target: RenderTarget; render(): void; dispose(): void } {
  const target = new RenderTarget(size.width, size.height, {
    count,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
    colorSpace: NoColorSpace,
  });
  for (const texture of target.textures) texture.name = name;
  const material = createDataMaterial(name, blockCorner(texels, size, renderer.coordinateSystem), fragment());
  const mesh = new Mesh(blocks, material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();
  return {
    target,
    render: () => renderInto(renderer, target, mesh, camera),
    dispose: () => {
      target.dispose();
      material.dispose();
    },
  };
}

/** A target with the texels of limbs, solved once a character before the palette reads them. */
interface LimbPass {
  /** A texel of a slot: the hips' translation, or the rotation of a limb's joint. */
  texel(slot: Node<'uint'>, number: Node<'int'>): Node<'vec4'>;
  render(): void;
  dispose(): void;
}

function createLimbPass(
  renderer: WebGPURenderer,
  { rig, blocks, slots, maxTextureSize }: PalettePassOptions,
  limbs: Limbs,
  table: TableNodes,
  layers: LayerNodes,
  shaders: ShaderFunctions,
): LimbPass {
  const size = paletteSize(slots, LIMB_TEXELS, maxTextureSize);
  const { target, render, dispose } = createDataPass(
    renderer,
    'crowd limbs',
    LIMB_TEXELS,
    size,
    blocks,
    1,
    () => solvedLimb(rig, limbs, size, table, layers, shaders),
  );
  return {
    texel: (slot, number) => {
      const { x, y } = slotTexel(slot, LIMB_TEXELS, size);
      return loadTexel(target.texture, ivec2(x.add(number), y));
    },
    render,
    dispose,
  };
}

/** The texel of one limb: hips; thigh, shin and foot, left and right; head and neck. */
function solvedLimb(
  rig: PaletteRig,
  limbs: Limbs,
  size: PaletteSize,
  table: TableNodes,
  layers: LayerNodes,
  shaders: ShaderFunctions,
): Node<'vec4'> {
  const { hips, legs, head } = limbs;
  const slot = varying(blockSlot());
  const character = varying(attribute<'uint'>('crowdCharacter', 'uint'));
  return Fn(() => {
    const part = int(screenCoordinate.x)
      .sub(slotTexel(slot, LIMB_TEXELS, size).x)
      .toVar();
    const animation = table.row(character, 'animation').toVar();
    const body = layers.texel(character, 'body').toVar();
    const drop = shaders.crowdHipsDrop(body).toVar();
    const locals = blendLocals(rig, table, shaders, character, animation);
    const subject = { character, animation, table, layers, locals, body, drop };
    const solver = new LimbNodes(limbs, rig.bones, subject, shaders);
    const limb = vec4(0, 0, 0, 1).toVar();
    If(part.equal(0), () => {
      limb.assign(solver.loweredHips());
    }).ElseIf(part.lessThan(7), () => {
      const joint = int(hips).toVar();
      const joints = legs.flatMap(({ thigh, shin, foot }) => [thigh, shin, foot]);
      for (const [k, number] of joints.entries()) {
        If(part.equal(k + 1), () => {
          joint.assign(number);
        });
      }
      limb.assign(locals.rotation(joint));
      solver.leg(part.lessThan(4), (own, rotation) => {
        If(own.equal(joint), () => {
          limb.assign(rotation);
        });
      });
    });
    if (head) {
      If(part.greaterThan(6), () => {
        const [headRotation, neckRotation] = solver.headRotations(head);
        If(part.equal(7), () => {
          limb.assign(headRotation);
        });
        if (neckRotation) {
          If(part.equal(8), () => {
            limb.assign(neckRotation);
          });
        }
      });
    }
    return limb;
  })() as Node<'vec4'>;
}

/** The skin matrix of one bone, its rows as the columns of a `mat4`. */
function composedMatrix(
  rig: PaletteRig,
  size: PaletteSize,
  table: TableNodes,
  shaders: ShaderFunctions,
  limbs: LimbPass | undefined,
): ReturnType<typeof asRows> {
  const slot = varying(blockSlot());
  const character = varying(attribute<'uint'>('crowdCharacter', 'uint'));
  const matrix = Fn(() => {
    const bone = int(screenCoordinate.x)
      .sub(slotTexel(slot, rig.bones, size).x)
      .toVar();
    const position = table.position(character).toVar();
    const animation = table.row(character, 'animation').toVar();
    const locals = blendLocals(rig, table, shaders, character, animation);
    const rows = skinMatrix(
      rig,
      locals,
      bone,
      position,
      animation,
      shaders,
      limbs &&
        ((links, rotation, translation) => {
          If(links.z.greaterThan(0), () => {
            const limb = limbs.texel(slot, int(links.z).sub(1)).toVar();
            If(links.z.equal(HIPS_NUMBER), () => {
              translation.assign(vec4(limb.xyz, translation.w));
            }).Else(() => {
              rotation.assign(limb);
            });
          });
        }),
    );
    return mat4(rows[0], rows[1], rows[2], vec4(0));
  })().toVar() as Node<'mat4'>;
  return asRows(matrix);
}
