import {
  attribute,
  Break,
  Fn,
  float,
  If,
  int,
  ivec2,
  Loop,
  screenCoordinate,
  select,
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
  type WebGPURenderer,
} from 'three/webgpu';
import type { Limbs } from '../../rig/index.js';
import { LIMB_TEXELS, type PaletteSize, paletteSize } from '../drawing/index.js';
import { NECK_SHARE } from '../poses/index.js';
import { type BlendedLocals, blendLocals, type PaletteRig } from './blended-locals.js';
import { blockCorner, blockSlot, createDataMaterial, slotTexel } from './palette-blocks.js';
import type { ShaderFunctions } from './shader-functions.js';
import type { LayerNodes, TableNodes } from './table-nodes.js';
import { loadTexel, renderInto } from './three-internals.js';

/** What layers make of the local poses of limbs, solved once a character before the palette reads them. */
export interface LimbPass {
  /** A texel of a slot: the hips' translation, or the rotation of one of the limbs' joints. */
  texel(slot: Node<'uint'>, number: Node<'int'>): Node<'vec4'>;
  render(): void;
  dispose(): void;
}

/** A transform with one scale for all axes. */
interface Transform {
  readonly rotation: Node<'vec4'>;
  readonly translation: Node<'vec3'>;
  readonly scale: Node<'float'>;
}

/** @param layers the records of the crowd's layers */
export function createLimbPass(
  renderer: WebGPURenderer,
  rig: PaletteRig & { readonly limbs: Limbs },
  characters: number,
  maxTextureSize: number,
  blocks: BufferGeometry,
  table: TableNodes,
  layers: LayerNodes,
  shaders: ShaderFunctions,
): LimbPass {
  const size = paletteSize(characters, LIMB_TEXELS, maxTextureSize);
  const target = new RenderTarget(size.width, size.height, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
    colorSpace: NoColorSpace,
  });
  target.texture.name = 'crowd limbs';
  const material = createDataMaterial(
    'crowd limbs',
    blockCorner(LIMB_TEXELS, size, renderer.coordinateSystem),
    solvedLimb(rig, size, table, layers, shaders),
  );
  const mesh = new Mesh(blocks, material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();
  return {
    texel: (slot, number) => {
      const { x, y } = slotTexel(slot, LIMB_TEXELS, size);
      return loadTexel(target.texture, ivec2(x.add(number), y));
    },
    render: () => renderInto(renderer, target, mesh, camera),
    dispose: () => {
      target.dispose();
      material.dispose();
    },
  };
}

/** The arithmetic of `shaders/webgl/limbs-fragment.glsl` in TSL: each fragment solves its own limb. */
function solvedLimb(
  rig: PaletteRig & { readonly limbs: Limbs },
  size: PaletteSize,
  table: TableNodes,
  layers: LayerNodes,
  shaders: ShaderFunctions,
): Node<'vec4'> {
  const { hips, head } = rig.limbs;
  const slot = varying(blockSlot());
  const character = varying(attribute<'uint'>('crowdCharacter', 'uint'));
  return Fn(() => {
    const part = int(screenCoordinate.x)
      .sub(slotTexel(slot, LIMB_TEXELS, size).x)
      .toVar();
    const animation = table.row(character, 'animation').toVar();
    const body = layers.texel(character, 'body').toVar();
    const drop = shaders.crowdHipsDrop(body).toVar();
    const poses = new LimbNodes(blendLocals(rig, table, shaders, character, animation), rig.bones, shaders);
    const limb = vec4(0, 0, 0, 1).toVar();
    If(part.equal(0), () => {
      const above = poses.chain(poses.parent(int(hips)));
      const down = shaders.crowdTurned(conjugate(above.rotation), vec3(0, -1, 0)).mul(drop.div(above.scale));
      limb.assign(poses.locals.numbers(int(hips), 1).add(vec4(down, 0)));
    }).ElseIf(part.lessThan(7), () => {
      const leg = legRotations(poses, rig.limbs, part, drop, character, animation, table, layers, shaders);
      const own = part.sub(1).mod(3).toVar();
      limb.assign(select(own.equal(0), leg[0], select(own.equal(1), leg[1], leg[2])));
    });
    if (head) {
      If(part.greaterThan(6), () => {
        const [headRotation, neckRotation] = headRotations(poses, head, body, shaders);
        limb.assign(select(part.equal(7), headRotation, neckRotation));
      });
    }
    return limb;
  })() as Node<'vec4'>;
}

/** Local rotations of thigh, shin and foot of the leg that a part is of. */
function legRotations(
  poses: LimbNodes,
  { legs: [left, right] }: Limbs,
  part: Node<'int'>,
  drop: Node<'float'>,
  character: Node<'uint'>,
  animation: Node<'uvec4'>,
  table: TableNodes,
  layers: LayerNodes,
  shaders: ShaderFunctions,
): [Node<'vec4'>, Node<'vec4'>, Node<'vec4'>] {
  const isLeft = part.lessThan(4).toVar();
  const joint = (name: 'thigh' | 'shin' | 'foot' | 'toe'): Node<'int'> =>
    select(isLeft, int(left[name]), int(right[name])).toVar();
  const [thighJoint, shinJoint, footJoint, toeJoint] = [
    joint('thigh'),
    joint('shin'),
    joint('foot'),
    joint('toe'),
  ];
  const record = select(isLeft, layers.texel(character, 'left'), layers.texel(character, 'right')).toVar();
  const hinge = select(isLeft, vec3(...left.hinge), vec3(...right.hinge));

  const above = poses.chain(poses.parent(thighJoint));
  // All below the hips is as much lower as they are.
  const lowered = { ...above, translation: above.translation.sub(vec3(0, drop, 0)).toVar() };
  const thigh = poses.joined(lowered, poses.joint(thighJoint));
  const shin = poses.joined(thigh, poses.joint(shinJoint));
  const foot = poses.joined(shin, poses.joint(footJoint));
  const below = poses.joined(foot, poses.joint(toeJoint));
  const toe = select(toeJoint.equal(footJoint), foot.translation, below.translation).toVar();

  // The toe joint goes to its place; the ankle to where the turned foot then has it.
  const position = table.position(character).toVar();
  const footTurn = shaders.crowdFootTurn(record, position.w, table.time).toVar();
  const scale = shaders.crowdScale(animation).toVar();
  const place = shaders.crowdFootPlace(record, table.time).toVar();
  const origin = shaders.crowdFloats(position).toVar();
  const away = vec3(place.x.sub(place.z.mul(origin.x)), 0, place.y.sub(place.z.mul(origin.z)));
  const offset = shaders.crowdInverseRotate(away, position.w).div(scale).toVar();
  const clipShare = place.z.oneMinus().toVar();
  const height = toe.y.add(drop).add(place.w.div(scale));
  const onGround = vec3(offset.x.add(clipShare.mul(toe.x)), height, offset.z.add(clipShare.mul(toe.z)));
  const wanted = onGround.add(shaders.crowdTurned(footTurn, foot.translation.sub(toe))).toVar();
  const turns = shaders
    .crowdLegTurns(
      thigh.translation,
      shin.translation,
      foot.translation,
      wanted,
      shaders.crowdTurned(thigh.rotation, hinge),
    )
    .toVar();
  const [bend, swing] = [0, 1].map((column) => (turns as unknown as Columns).element(int(column)).toVar());
  const newThigh = shaders.crowdProduct(swing, thigh.rotation).toVar();
  const newShin = shaders.crowdProduct(swing, shaders.crowdProduct(bend, shin.rotation)).toVar();
  const newFoot = shaders.crowdProduct(footTurn, foot.rotation);
  // Nothing asked of the foot: the clip's own pose, to the last bit.
  const words = record.x.bitOr(record.y).bitOr(record.z).bitOr(record.w);
  const isAsked = drop.greaterThan(0).or(words.notEqual(0)).toVar();
  const own = (turned: Node<'vec4'>, of: Node<'int'>): Node<'vec4'> =>
    select(isAsked, turned, poses.locals.rotation(of)).toVar();
  return [
    own(shaders.crowdProduct(conjugate(lowered.rotation), newThigh), thighJoint),
    own(shaders.crowdProduct(conjugate(newThigh), newShin), shinJoint),
    own(shaders.crowdProduct(conjugate(newShin), newFoot), footJoint),
  ];
}

/** Local rotations of head and neck. */
function headRotations(
  poses: LimbNodes,
  { head, neck, forward }: NonNullable<Limbs['head']>,
  body: Node<'uvec4'>,
  shaders: ShaderFunctions,
): [Node<'vec4'>, Node<'vec4'>] {
  const old = poses.chain(int(head)).rotation;
  const face = shaders.crowdTurned(old, vec3(...forward));
  const turn = shaders
    .crowdLessened(shaders.crowdLookTurn(body, face), shaders.crowdLookWeight(body))
    .toVar();
  const turned = shaders.crowdProduct(turn, old).toVar();
  if (neck < 0) {
    const above = poses.chain(poses.parent(int(head))).rotation;
    const rotation = shaders.crowdProduct(conjugate(above), turned).toVar();
    return [rotation, rotation];
  }
  const share = shaders.crowdLessened(turn, float(NECK_SHARE));
  const newNeck = shaders.crowdProduct(share, poses.chain(int(neck)).rotation).toVar();
  const above = poses.chain(poses.parent(int(neck))).rotation;
  return [
    shaders.crowdProduct(conjugate(newNeck), turned).toVar(),
    shaders.crowdProduct(conjugate(above), newNeck).toVar(),
  ];
}

/** Transforms of one character's joints. */
class LimbNodes {
  readonly locals: BlendedLocals;
  readonly #bones: number;
  readonly #shaders: ShaderFunctions;

  constructor(locals: BlendedLocals, bones: number, shaders: ShaderFunctions) {
    this.locals = locals;
    this.#bones = bones;
    this.#shaders = shaders;
  }

  parent(joint: Node<'int'>): Node<'int'> {
    return int(this.locals.links(joint).x);
  }

  joint(joint: Node<'int'>): Transform {
    const numbers = this.locals.numbers(joint, 1).toVar();
    return { rotation: this.locals.rotation(joint), translation: numbers.xyz, scale: numbers.w };
  }

  /** a · b: b acts first. */
  joined(a: Transform, b: Transform): Transform {
    const moved = this.#shaders.crowdTurned(a.rotation, b.translation).mul(a.scale);
    return {
      rotation: this.#shaders.crowdProduct(a.rotation, b.rotation).toVar(),
      translation: a.translation.add(moved).toVar(),
      scale: a.scale.mul(b.scale).toVar(),
    };
  }

  /** From a joint's own space to the character's; of joint −1, nothing. */
  chain(from: Node<'int'>): Transform {
    const rotation = vec4(0, 0, 0, 1).toVar();
    const translation = vec3(0, 0, 0).toVar();
    const scale = float(1).toVar();
    const joint = int(from).toVar();
    Loop(this.#bones, () => {
      If(joint.lessThan(0), () => {
        Break();
      });
      const above = this.joined(this.joint(joint), { rotation, translation, scale });
      rotation.assign(above.rotation);
      translation.assign(above.translation);
      scale.assign(above.scale);
      joint.assign(this.parent(joint));
    });
    return { rotation, translation, scale };
  }
}

/** A `mat4` node's columns, which the types know for arrays only. */
interface Columns {
  element(column: Node<'int'>): Node<'vec4'>;
}

function conjugate(q: Node<'vec4'>): Node<'vec4'> {
  return vec4(q.xyz.negate(), q.w);
}
