import type { GroundHeight, Mover } from '../motion/index.js';
import type { LocalPoses, Skeleton } from '../rig/index.js';
import type { AddCharacters } from './added-characters.js';
import type { CrowdLook } from './build-crowd-options.js';
import type { Characters, TableChanges } from './characters/index.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import type { CurrentBackend } from './current-backend.js';
import type { Backend } from './drawing/index.js';
import type { FootstepEvents } from './footstep-events.js';
import type { FrameBudget } from './frame-budget.js';
import type { Heroes } from './heroes.js';
import type { PoseQueries } from './poses/index.js';
import type { LookTargets } from './poses/look-targets.js';
import type { RootMotion } from './root-motion.js';

/** Inputs of a `Crowd`; use `createCrowd` to make one. */
export interface CrowdDependencies {
  /** The drawing of the crowd's own renderer. */
  readonly drawing: CrowdDrawing;
  /** Draws the same characters with a further backend, which gets the changes of their table. */
  drawAgain(backend: Backend, changes: TableChanges): Promise<CrowdDrawing>;
  readonly characters: Characters;
  readonly looks: readonly CrowdLook[];
  /** Undefined where only complete characters can be added. */
  readonly complete: AddCharacters | undefined;
  /** Undefined for even ground at height 0. */
  readonly ground: GroundHeight | undefined;
  /** Owned by the crowd from now on; `drawing` and `heroes` were made with the same one. */
  readonly backend: CurrentBackend;
  readonly frameBudget: FrameBudget | undefined;
  readonly lodThreshold: number;
  readonly heroes: Heroes;
  readonly queries: PoseQueries;
  readonly skeleton: Skeleton;
  readonly lookTargets: LookTargets;
  /** Undefined where poses are sampled from the baked matrices. */
  readonly localPoses: () => LocalPoses | undefined;
  readonly mover: Mover | undefined;
  readonly rootMotion: RootMotion | undefined;
  readonly footsteps: FootstepEvents;
  /** Called once, by `dispose()`: gives the assets back. */
  release(): void;
}
