import type { GroundHeight, Mover } from '../motion/index.js';
import type { LocalPoses } from '../rig/index.js';
import type { Characters } from './characters/index.js';
import type { CrowdDrawings } from './crowd-drawing.js';
import type { CurrentBackend } from './current-backend.js';
import type { FootstepEvents } from './footstep-events.js';
import type { FrameBudget } from './frame-budget.js';
import type { Heroes } from './heroes.js';
import type { PoseQueries } from './poses/index.js';
import type { LookTargets } from './poses/look-targets.js';
import type { RootMotion } from './root-motion.js';

/** Inputs of a `Crowd`; use `createCrowd` to make one. */
export interface CrowdDependencies extends CrowdDrawings {
  readonly characters: Characters;
  /** Undefined for even ground at height 0. */
  readonly ground: GroundHeight | undefined;
  /** Owned by the crowd from now on; `drawing` and `heroes` were made with the same one. */
  readonly backend: CurrentBackend;
  readonly frameBudget: FrameBudget | undefined;
  readonly lodThreshold: number;
  readonly heroes: Heroes;
  readonly queries: PoseQueries;
  readonly looks: LookTargets;
  /** Undefined where poses are sampled from the baked matrices. */
  readonly localPoses: () => LocalPoses | undefined;
  /** Undefined for a crowd whose characters stay where they are put. */
  readonly mover: Mover | undefined;
  /** Only where clips move characters. */
  readonly rootMotion: RootMotion | undefined;
  readonly footsteps: FootstepEvents;
  /** Called once, by `dispose()`: gives the assets back. */
  release(): void;
}
