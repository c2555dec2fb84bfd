import {
  attribute,
  Break,
  Fn,
  float,
  If,
  int,
  ivec2,
  Loop,
  mat3,
  mat4,
  mix,
  outputStruct,
  screenCoordinate,
  select,
  varying,
  vec3,
  vec4,
  vertexIndex,
} from 'three/tsl';
import {
  type BufferGeometry,
  type CoordinateSystem,
  type DataTexture,
  DoubleSide,
  FloatType,
  Mesh,
  NearestFilter,
  NoBlending,
  NoColorSpace,
  type Node,
  NodeMaterial,
  OrthographicCamera,
  RenderTarget,
  WebGPUCoordinateSystem,
  type WebGPURenderer,
} from 'three/webgpu';
import type { PaletteSize } from '../drawing/index.js';
import type { MatrixRow } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import type { TableNodes } from './table-nodes.js';
import { asRows, loadTexel, type MatrixRows, renderInto } from './three-internals.js';

/** What a rig's poses are composed from. */
export interface PaletteRig {
  readonly bones: number;
  /** Texels that a joint's local pose takes. */
  readonly localTexels: number;
  readonly locals: DataTexture;
  readonly rig: DataTexture;
}

/** A joint's local pose. */
interface LocalPose {
  readonly rotation: Node<'vec4'>;
  readonly translation: Node<'vec3'>;
  readonly scales: Node<'vec3'>;
}

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
 */
export function createPalettePass(
  renderer: WebGPURenderer,
  rig: PaletteRig,
  size: PaletteSize,
  blocks: BufferGeometry,
  table: TableNodes,
  shaders: ShaderFunctions,
): PalettePass {
  const { bones } = rig;
  const layers = targetsOf(renderer, size);
  const vertexNode = blockCorner(bones, size, renderer.coordinateSystem);
  const matrix = composedMatrix(rig, size, table, shaders);
  const passes = layers.map(({ target, rows }) => {
    const material = new NodeMaterial();
    material.name = 'crowd palette';
    material.vertexNode = vertexNode;
    material.fragmentNode = outputStruct(...rows.map((r) => matrix.element(int(r))));
    // Mirrored vertically on WebGPU, where targets count rows from above, the blocks are seen from behind.
    material.side = DoubleSide;
    material.blending = NoBlending;
    material.depthTest = false;
    material.depthWrite = false;
    material.toneMapped = false;
    material.fog = false;
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
      for (const { target, mesh } of passes) renderInto(renderer, target, mesh, camera);
    },
    dispose: () => {
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

/** The corner that this vertex is of its slot's block. WebGL counts the rows of a target from below, WebGPU from above. */
function blockCorner(bones: number, size: PaletteSize, system: CoordinateSystem): Node<'vec4'> {
  const up = system === WebGPUCoordinateSystem ? -1 : 1;
  const first = slotTexel(blockSlot(), bones, size);
  const corner = vertexIndex.bitAnd(3);
  const isRight = corner.equal(1).or(corner.equal(2));
  const x = float(first.x.add(select(isRight, int(bones), int(0))));
  const y = float(first.y.add(int(corner.shiftRight(1))));
  return vec4(x.div(size.width).mul(2).sub(1), y.div(size.height).mul(2).sub(1).mul(up), 0, 1);
}

/** The slot that a block is of. */
function blockSlot(): Node<'uint'> {
  return vertexIndex.shiftRight(2) as Node<'uint'>;
}

/** Where the palette keeps the first matrix of a slot. */
function slotTexel(
  slot: Node<'uint'>,
  bones: number,
  { acrossBits }: PaletteSize,
): { x: Node<'int'>; y: Node<'int'> } {
  const across = slot.bitAnd((1 << acrossBits) - 1);
  return { x: int(across).mul(bones), y: int(slot.shiftRight(acrossBits)) };
}

/** The rows of one bone's matrix: local poses between frames and clips, blended and joined up the chain. */
function composedMatrix(
  { bones, localTexels, locals, rig }: PaletteRig,
  size: PaletteSize,
  table: TableNodes,
  shaders: ShaderFunctions,
): MatrixRows {
  const slot = varying(blockSlot());
  const character = varying(attribute<'uint'>('crowdCharacter', 'uint'));
  const loadLocal = (texel: Node<'int'>): Node<'vec4'> => loadTexel(locals, shaders.crowdTexel(texel));
  const loadRig = (texel: Node<'int'>): Node<'vec4'> => loadTexel(rig, ivec2(texel, int(0)));
  const local = (frames: Node<'vec3'>, joint: Node<'int'>): LocalPose => {
    const a = int(frames.x).mul(bones).add(joint).mul(localTexels).toVar();
    const b = int(frames.y).mul(bones).add(joint).mul(localTexels).toVar();
    const numbers = (texel: number): Node<'vec4'> =>
      mix(loadLocal(a.add(texel)), loadLocal(b.add(texel)), frames.z).toVar();
    const first = numbers(1);
    return {
      rotation: shaders.crowdSlerp(loadLocal(a), loadLocal(b), frames.z),
      translation: first.xyz,
      scales: localTexels === 3 ? vec3(first.w, numbers(2).xy) : first.www,
    };
  };

  const matrix = Fn(() => {
    const bone = int(screenCoordinate.x)
      .sub(slotTexel(slot, bones, size).x)
      .toVar();
    const position = table.row(character, 'position').toVar();
    const animation = table.row(character, 'animation').toVar();
    const fade = table.row(character, 'fade').toVar();
    const frames = table.frames(animation).toVar();
    const oldFrames = table.oldFrames(animation, fade).toVar();
    const weight = shaders.crowdFadeWeight(fade, table.time).toVar();

    // The inverse bind matrix takes the vertex as stored into the joint's space; the loop goes on from joint to parent.
    const bind = [0, 1, 2].map((r) => loadRig(bone.mul(4).add(r)).toVar());
    const axes = mat3(bind[0].xyz, bind[1].xyz, bind[2].xyz).transpose().toVar();
    const translation = vec3(bind[0].w, bind[1].w, bind[2].w).toVar();
    const joint = int(bone).toVar();
    Loop(bones, () => {
      const now = local(frames, joint);
      const rotation = now.rotation.toVar();
      const localTranslation = now.translation.toVar();
      const scales = now.scales.toVar();
      If(weight.lessThan(1), () => {
        const old = local(oldFrames, joint);
        rotation.assign(shaders.crowdSlerp(old.rotation, rotation, weight));
        localTranslation.assign(mix(old.translation, localTranslation, weight));
        scales.assign(mix(old.scales, scales, weight));
      });
      const localAxes = shaders.crowdAxes(rotation, scales).toVar();
      translation.assign(localTranslation.add(localAxes.mul(translation)));
      axes.assign(localAxes.mul(axes));
      joint.assign(int(loadRig(joint.mul(4).add(3)).x));
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
