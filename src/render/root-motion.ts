import { Vector2 } from 'three';
import type { CrowdAssets } from '../assets/index.js';
import type { SteadyGround } from '../motion/index.js';
import type { ClipInfo } from '../protocol/index.js';
import {
  type BoneTexture,
  type LocalPoses,
  locateFrame,
  type SeparatedMotion,
  separateRootMotion,
} from '../rig/index.js';
import { type CharacterTable, createAnimationState, fadeWeight } from './characters/index.js';

/** Clips without root motion, by bone texture; shared by all crowds of the same assets. */
const separated = new WeakMap<BoneTexture, SeparatedMotion>();

/** Inputs of {@link RootMotion} that do not depend on characters. */
export interface RootMotionSource {
  /** The bone texture with root motion removed from its clips. */
  readonly boneTexture: BoneTexture;
  /**
   * @param infos the clips by the numbers that rows use
   * @param ground undefined for even ground
   */
  create(table: CharacterTable, infos: readonly ClipInfo[], ground: SteadyGround | undefined): RootMotion;
}

/** @param poses of the assets; undefined if the rig's matrices are not made of translation, rotation and scale */
export function rootMotionOf(assets: CrowdAssets, poses: LocalPoses | undefined): RootMotionSource {
  const known = separated.get(assets.boneTexture) ?? separate(assets, poses);
  separated.set(assets.boneTexture, known);
  return {
    boneTexture: known.boneTexture,
    create: (table, infos, ground) => new RootMotion(table, infos, known, ground),
  };
}

function separate(assets: CrowdAssets, poses: LocalPoses | undefined): SeparatedMotion {
  const root = poses ? poses.parents.indexOf(-1) : 0;
  return separateRootMotion(assets.boneTexture, assets.skin, [root, poses?.limbs?.hips ?? root]);
}

/**
 * Moves characters by the root motion of their clips, which the poses no longer contain. In a fade both clips move a
 * character by their weights.
 */
export class RootMotion {
  readonly #table: CharacterTable;
  readonly #infos: readonly ClipInfo[];
  readonly #paths: SeparatedMotion['paths'];
  readonly #ground: SteadyGround | undefined;
  /** Clip and start of each character when it was last moved. */
  #clips = new Uint16Array();
  #starts = new Float64Array();
  readonly #state = createAnimationState();
  readonly #displacement = new Vector2();
  readonly #point = new Vector2();
  readonly #frames = [0, 0, 0];

  /**
   * @param infos the clips by the numbers that rows use: twice as many as there are paths
   * @param ground undefined for even ground
   */
  constructor(
    table: CharacterTable,
    infos: readonly ClipInfo[],
    { paths }: SeparatedMotion,
    ground: SteadyGround | undefined,
  ) {
    this.#table = table;
    this.#infos = infos;
    this.#paths = paths;
    this.#ground = ground;
  }

  /** Moves all characters by their clips between two times, crowd seconds. */
  move(from: number, to: number): void {
    const { count } = this.#table;
    if (this.#clips.length < count) {
      this.#clips = new Uint16Array(count);
      this.#starts = new Float64Array(count);
    }
    for (let i = 0; i < count; i++) {
      if (this.#table.isFree(i)) continue;
      const state = this.#table.animation(i, this.#state);
      this.#clips[i] = state.clip;
      this.#starts[i] = state.start;
      const weight = fadeWeight(state, (from + to) / 2);
      this.#displacement.set(0, 0);
      this.#add(state.clip, (from - state.start) * state.speed, (to - state.start) * state.speed, weight);
      if (weight < 1) {
        const { oldClip, oldStart, oldSpeed } = state;
        this.#add(oldClip, (from - oldStart) * oldSpeed, (to - oldStart) * oldSpeed, 1 - weight);
      }
      this.#moveBy(i);
    }
  }

  /** Moves characters whose clip has changed since {@link move} by the new clip, up to `to`. */
  moveStarted(from: number, to: number): void {
    for (let i = 0; i < this.#table.count; i++) {
      if (this.#table.isFree(i)) continue;
      const state = this.#table.animation(i, this.#state);
      if (state.clip === this.#clips[i] && state.start === this.#starts[i]) continue;
      const began = Math.max(from, Math.min(state.start, to));
      this.#displacement.set(0, 0);
      const { start, speed } = state;
      this.#add(state.clip, (began - start) * speed, (to - start) * speed, fadeWeight(state, to));
      this.#moveBy(i);
    }
  }

  /** Adds the motion of a clip between two of its own times, seconds. */
  #add(clip: number, from: number, to: number, weight: number): void {
    const path = this.#paths[clip % this.#paths.length];
    if (!path) return;
    this.#displacement.addScaledVector(this.#displacementAt(clip, from, this.#point), -weight);
    this.#displacement.addScaledVector(this.#displacementAt(clip, to, this.#point), weight);
    const { loop, duration, frameCount } = this.#infos[clip];
    if (!loop) return;
    const rounds = Math.floor(to / duration) - Math.floor(from / duration);
    this.#displacement.x += weight * rounds * path[2 * frameCount];
    this.#displacement.y += weight * rounds * path[2 * frameCount + 1];
  }

  /** Displacement of a clip since the start of its present loop, as blended poses have it; metres in the character's space. */
  #displacementAt(clip: number, seconds: number, target: Vector2): Vector2 {
    const path = this.#paths[clip % this.#paths.length];
    if (!path) return target.set(0, 0);
    const info = this.#infos[clip];
    locateFrame(info, seconds, this.#frames, 0);
    const k = 2 * (this.#frames[0] - info.startFrame);
    const blend = this.#frames[2];
    return target.set(
      path[k] + blend * (path[k + 2] - path[k]),
      path[k + 1] + blend * (path[k + 3] - path[k + 1]),
    );
  }

  #moveBy(i: number): void {
    const { x, y } = this.#displacement;
    if (x === 0 && y === 0) return;
    const table = this.#table;
    const [scale, heading] = [table.scale(i), table.heading(i)];
    const [sin, cos] = [Math.sin(heading) * scale, Math.cos(heading) * scale];
    table.moveBy(i, cos * x + sin * y, cos * y - sin * x);
    if (this.#ground) table.setHeight(i, this.#ground(table.x(i), table.z(i), table.y(i)));
  }
}
