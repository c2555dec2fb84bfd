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
  readonly turn: Node<'vec4'>;
  readonly place: Node<'vec3'>;
  readonly scales: Node<'vec3'>;
}

/** Float targets that hold the matrices of a frame's visible characters, and the passes that fill them. */
export interface PalettePass {
  readonly row: MatrixRow;
  render(): void;
  dispose(): void;
}

/** @param blocks a rectangle for each slot in use, as `PaletteBlocks` makes them */
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
    // Turned over, the blocks show their backs on one of the two.
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

/** A texture for each row of a matrix: drawn at once on WebGL2, apart on WebGPU, whose default limits forbid three. */
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
    const place = numbers(1);
    return {
      turn: shaders.crowdSlerp(loadLocal(a), loadLocal(b), frames.z),
      place: place.xyz,
      scales: localTexels === 3 ? vec3(place.w, numbers(2).xy) : place.www,
    };
  };

  const matrix = Fn(() => {
    const bone = int(screenCoordinate.x)
      .sub(slotTexel(slot, bones, size).x)
      .toVar();
    const placeBits = table.row(character, 0).toVar();
    const motionBits = table.row(character, 1).toVar();
    const motion = shaders.crowdFloats(motionBits).toVar();
    const fade = shaders.crowdFloats(table.row(character, 2)).toVar();
    const clip = table.clip(motionBits.w.bitAnd(0xffff));
    const frames = shaders.crowdFrames(clip, table.time.sub(motion.y).mul(motion.z)).toVar();
    const oldClip = table.clip(motionBits.w.shiftRight(16));
    const oldFrames = shaders.crowdFrames(oldClip, table.time.sub(fade.x).mul(fade.y)).toVar();
    const progress = table.time.sub(fade.z).div(fade.w.max(1e-9)).clamp(0, 1);
    const share = select(fade.w.greaterThan(0), progress, float(1)).toVar();

    // From the vertex as stored to the joint, and then from joint to joint up to the character.
    const bind = [0, 1, 2].map((r) => loadRig(bone.mul(4).add(r)).toVar());
    const axes = mat3(bind[0].xyz, bind[1].xyz, bind[2].xyz).transpose().toVar();
    const place = vec3(bind[0].w, bind[1].w, bind[2].w).toVar();
    const joint = int(bone).toVar();
    Loop(bones, () => {
      const now = local(frames, joint);
      const turn = now.turn.toVar();
      const localPlace = now.place.toVar();
      const scales = now.scales.toVar();
      If(share.lessThan(1), () => {
        const old = local(oldFrames, joint);
        turn.assign(shaders.crowdSlerp(old.turn, turn, share));
        localPlace.assign(mix(old.place, localPlace, share));
        scales.assign(mix(old.scales, scales, share));
      });
      const localAxes = shaders.crowdAxes(turn, scales).toVar();
      place.assign(localPlace.add(localAxes.mul(place)));
      axes.assign(localAxes.mul(axes));
      joint.assign(int(loadRig(joint.mul(4).add(3)).x));
      If(joint.lessThan(0), () => {
        Break();
      });
    });

    // Rows of (heading · size): the directions that the heading turns onto the three axes.
    const origin = shaders.crowdFloats(placeBits).toVar();
    const rowAlong = (axis: Node<'vec3'>): Node<'vec4'> => {
      const r = shaders.crowdUnturn(axis, placeBits.w).mul(motion.x).toVar();
      return vec4(r.mul(axes), r.dot(place).add(axis.dot(origin.xyz)));
    };
    return mat4(rowAlong(vec3(1, 0, 0)), rowAlong(vec3(0, 1, 0)), rowAlong(vec3(0, 0, 1)), vec4(0));
  })().toVar() as Node<'mat4'>;
  return asRows(matrix);
}
