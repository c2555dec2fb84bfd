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
  mix,
  screenCoordinate,
  select,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import {
  type CoordinateSystem,
  type DataTexture,
  DoubleSide,
  FloatType,
  type InstancedBufferGeometry,
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
import type { PaletteSize } from '../shared/index.js';
import { loadTexel } from './load-texel.js';
import type { MatrixRow } from './palette-nodes.js';
import { renderInto } from './render-into.js';
import type { ShaderFunctions } from './shader-functions.js';
import { instancePair, type TableNodes } from './table-nodes.js';

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

/** A float target that holds the matrices of a frame's visible characters, and the pass that fills it. */
export interface PalettePass {
  readonly row: MatrixRow;
  render(): void;
  dispose(): void;
}

/** @param blocks an instance for each visible character: its slot and its row of the character table */
export function createPalettePass(
  renderer: WebGPURenderer,
  rig: PaletteRig,
  size: PaletteSize,
  blocks: InstancedBufferGeometry,
  table: TableNodes,
  shaders: ShaderFunctions,
): PalettePass {
  const { bones } = rig;
  const target = new RenderTarget(size.width, size.height, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
    colorSpace: NoColorSpace,
  });
  target.texture.name = 'crowd palette';
  const material = new NodeMaterial();
  material.name = 'crowd palette';
  material.vertexNode = blockCorner(bones, size, renderer.coordinateSystem);
  material.fragmentNode = composedRow(rig, size, table, shaders);
  // Turned over, the blocks show their backs on one of the two.
  material.side = DoubleSide;
  material.blending = NoBlending;
  material.depthTest = false;
  material.depthWrite = false;
  material.toneMapped = false;
  material.fog = false;
  const mesh = new Mesh(blocks, material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();
  return {
    row: (slot, joint, r) => {
      const { x, y } = slotTexel(slot, bones, size);
      return loadTexel(target.texture, ivec2(x.add(int(joint).mul(3)).add(r), y));
    },
    render: () => renderInto(renderer, target, mesh, camera),
    dispose: () => {
      target.dispose();
      material.dispose();
    },
  };
}

/** A corner of the block of this instance's slot. WebGL counts the rows of a target from below, WebGPU from above. */
function blockCorner(bones: number, size: PaletteSize, system: CoordinateSystem): Node<'vec4'> {
  const up = system === WebGPUCoordinateSystem ? -1 : 1;
  const first = slotTexel(instancePair().x, bones, size);
  const corner = attribute<'vec3'>('position', 'vec3');
  const x = float(first.x).add(corner.x.mul(bones * 3));
  const y = float(first.y).add(corner.y);
  return vec4(x.div(size.width).mul(2).sub(1), y.div(size.height).mul(2).sub(1).mul(up), 0, 1);
}

/** Where the palette keeps the first matrix of a slot. */
function slotTexel(
  slot: Node<'uint'>,
  bones: number,
  { acrossBits }: PaletteSize,
): { x: Node<'int'>; y: Node<'int'> } {
  const across = slot.bitAnd((1 << acrossBits) - 1);
  return { x: int(across).mul(bones * 3), y: int(slot.shiftRight(acrossBits)) };
}

/** One row of one bone's matrix: local poses between frames and clips, blended and joined up the chain. */
function composedRow(
  { bones, localTexels, locals, rig }: PaletteRig,
  size: PaletteSize,
  table: TableNodes,
  shaders: ShaderFunctions,
): Node<'vec4'> {
  const instance = varying(instancePair());
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

  return Fn(() => {
    const texel = int(screenCoordinate.x)
      .sub(slotTexel(instance.x, bones, size).x)
      .toVar();
    const bone = texel.div(3).toVar();
    const row = texel.sub(bone.mul(3)).toVar();
    const character = instance.y.toVar();
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

    // Row of (heading · size): the direction that the heading turns onto this row's axis.
    const axis = vec3(
      select(row.equal(0), float(1), float(0)),
      select(row.equal(1), float(1), float(0)),
      select(row.equal(2), float(1), float(0)),
    ).toVar();
    const r = shaders.crowdUnturn(axis, placeBits.w).mul(motion.x).toVar();
    return vec4(r.mul(axes), r.dot(place).add(axis.dot(shaders.crowdFloats(placeBits).xyz)));
  })() as Node<'vec4'>;
}
