import { Break, float, If, int, Loop, select, vec3, vec4 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { Limbs } from '../../rig/index.js';
import { NECK_SHARE } from '../poses/index.js';
import type { LocalNodes } from './pose-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import type { LayerNodes, TableNodes } from './table-nodes.js';
import { asRows } from './three-internals.js';

/** A transform with one scale for all axes. */
interface Transform {
  readonly rotation: Node<'vec4'>;
  readonly translation: Node<'vec3'>;
  readonly scale: Node<'float'>;
}

/** The character whose limbs are solved. */
export interface LimbSubject {
  readonly character: Node<'uint'>;
  readonly animation: Node<'uvec4'>;
  readonly table: TableNodes;
  readonly layers: LayerNodes;
  readonly locals: LocalNodes;
  /** Texel `body` of the record of layers. */
  readonly body: Node<'uvec4'>;
  /** Distance by which the hips are lowered, metres at scale 1. */
  readonly drop: Node<'float'>;
}

/**
 * Solves limbs as the record of layers says: lowers the hips, puts feet on their places and turns the head. The twin of
 * `src/render/poses/pose-layers.ts`. Call its methods within a `Fn`.
 */
export class LimbNodes {
  readonly #limbs: Limbs;
  readonly #bones: number;
  readonly #subject: LimbSubject;
  readonly #shaders: ShaderFunctions;

  constructor(limbs: Limbs, bones: number, subject: LimbSubject, shaders: ShaderFunctions) {
    this.#limbs = limbs;
    this.#bones = bones;
    this.#subject = subject;
    this.#shaders = shaders;
  }

  /** The hips' translation and first scale. */
  loweredHips(): Node<'vec4'> {
    const hips = int(this.#limbs.hips);
    const above = this.#chain(this.#parent(hips));
    const down = this.#shaders
      .crowdTurned(conjugate(above.rotation), vec3(0, -1, 0))
      .mul(this.#subject.drop.div(above.scale));
    return this.#subject.locals.numbers(hips, 1).add(vec4(down, 0));
  }

  /** Calls `write` with joint and local rotation of thigh, shin and foot, if the record or the hips move the leg. */
  leg(isLeft: Node<'bool'>, write: (joint: Node<'int'>, rotation: Node<'vec4'>, part: number) => void): void {
    const { layers, character, drop } = this.#subject;
    const record = select(isLeft, layers.texel(character, 'left'), layers.texel(character, 'right')).toVar();
    const words = record.x.bitOr(record.y).bitOr(record.z).bitOr(record.w);
    If(drop.greaterThan(0).or(words.notEqual(0)), () => {
      this.#solveLeg(isLeft, record).forEach(([joint, rotation], part) => {
        write(joint, rotation, part);
      });
    });
  }

  #solveLeg(isLeft: Node<'bool'>, record: Node<'uvec4'>): [joint: Node<'int'>, rotation: Node<'vec4'>][] {
    const { table, character, animation, drop } = this.#subject;
    const {
      legs: [left, right],
    } = this.#limbs;
    const shaders = this.#shaders;
    const [thighJoint, shinJoint, footJoint, toeJoint] = (['thigh', 'shin', 'foot', 'toe'] as const).map(
      (name) => select(isLeft, int(left[name]), int(right[name])).toVar(),
    );
    const hinge = select(isLeft, vec3(...left.hinge), vec3(...right.hinge));

    // The leg in a space that is lowered with the hips: lowering moves hip and target alike.
    const above = this.#chain(this.#parent(thighJoint));
    const thigh = this.#joined(above, this.#joint(thighJoint));
    const shin = this.#joined(thigh, this.#joint(shinJoint));
    const foot = this.#joined(shin, this.#joint(footJoint));
    const below = this.#joined(foot, this.#joint(toeJoint));
    const toe = select(toeJoint.equal(footJoint), foot.translation, below.translation).toVar();

    // The position of the ankle that puts the toe joint on its place.
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

    // Two-bone inverse kinematics, then local rotations from those in the character's space.
    const turns = shaders
      .crowdLegTurns(
        thigh.translation,
        shin.translation,
        foot.translation,
        wanted,
        shaders.crowdTurned(thigh.rotation, hinge),
      )
      .toVar();
    const [bend, swing] = [0, 1].map((column) => asRows(turns).element(int(column)).toVar());
    const newThigh = shaders.crowdProduct(swing, thigh.rotation).toVar();
    const newShin = shaders.crowdProduct(swing, shaders.crowdProduct(bend, shin.rotation)).toVar();
    const newFoot = shaders.crowdProduct(footTurn, foot.rotation);
    return [
      [thighJoint, shaders.crowdProduct(conjugate(above.rotation), newThigh).toVar()],
      [shinJoint, shaders.crowdProduct(conjugate(newThigh), newShin).toVar()],
      [footJoint, shaders.crowdProduct(conjugate(newShin), newFoot).toVar()],
    ];
  }

  /** Local rotations of head and neck; of the head alone where the rig has no neck. */
  headRotations({ head, neck, forward }: NonNullable<Limbs['head']>): [Node<'vec4'>, Node<'vec4'>?] {
    const { body } = this.#subject;
    const shaders = this.#shaders;
    const old = this.#chain(int(head)).rotation;
    const face = shaders.crowdTurned(old, vec3(...forward));
    const turn = shaders
      .crowdLessened(shaders.crowdLookTurn(body, face), shaders.crowdLookWeight(body))
      .toVar();
    const turned = shaders.crowdProduct(turn, old).toVar();
    if (neck < 0) {
      const above = this.#chain(this.#parent(int(head))).rotation;
      return [shaders.crowdProduct(conjugate(above), turned).toVar()];
    }
    const share = shaders.crowdLessened(turn, float(NECK_SHARE));
    const newNeck = shaders.crowdProduct(share, this.#chain(int(neck)).rotation).toVar();
    const above = this.#chain(this.#parent(int(neck))).rotation;
    return [
      shaders.crowdProduct(conjugate(newNeck), turned).toVar(),
      shaders.crowdProduct(conjugate(above), newNeck).toVar(),
    ];
  }

  #parent(joint: Node<'int'>): Node<'int'> {
    return int(this.#subject.locals.links(joint).x);
  }

  #joint(joint: Node<'int'>): Transform {
    const numbers = this.#subject.locals.numbers(joint, 1).toVar();
    return { rotation: this.#subject.locals.rotation(joint), translation: numbers.xyz, scale: numbers.w };
  }

  /** The product a · b: b is applied first. */
  #joined(a: Transform, b: Transform): Transform {
    const moved = this.#shaders.crowdTurned(a.rotation, b.translation).mul(a.scale);
    return {
      rotation: this.#shaders.crowdProduct(a.rotation, b.rotation).toVar(),
      translation: a.translation.add(moved).toVar(),
      scale: a.scale.mul(b.scale).toVar(),
    };
  }

  /** Transform from a joint's own space to the character's; the identity for joint −1. */
  #chain(from: Node<'int'>): Transform {
    const rotation = vec4(0, 0, 0, 1).toVar();
    const translation = vec3(0, 0, 0).toVar();
    const scale = float(1).toVar();
    const joint = int(from).toVar();
    Loop(this.#bones, () => {
      If(joint.lessThan(0), () => {
        Break();
      });
      const above = this.#joined(this.#joint(joint), { rotation, translation, scale });
      rotation.assign(above.rotation);
      translation.assign(above.translation);
      scale.assign(above.scale);
      joint.assign(this.#parent(joint));
    });
    return { rotation, translation, scale };
  }
}

function conjugate(q: Node<'vec4'>): Node<'vec4'> {
  return vec4(q.xyz.negate(), q.w);
}
