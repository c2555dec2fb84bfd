import type { Object3D } from 'three';
import type { BackendName, CrowdFrame, OcclusionReport } from './drawing/index.js';

/** Drawing mode of a crowd: instanced meshes posed on the GPU, or one cloned skeleton for each character. */
export type DrawMode = 'instanced' | 'clones';

/**
 * Largest number of characters that `auto` draws as clones. Stands in a file of types, so that the build inlines it into
 * `crowd-view.js`, which imports nothing before it runs.
 */
export const DEFAULT_CLONE_LIMIT = 100;

export interface CrowdDrawing {
  readonly mode: DrawMode;
  readonly object: Object3D;
  /** Number of draw calls of the colour pass. */
  readonly drawCalls: number;
  /** Undefined where hidden characters are drawn, too. */
  readonly occlusion?: OcclusionReport | undefined;
  /** Resolves when the levels of detail of all parts in use have been made. */
  readonly levelsReady?: Promise<void> | undefined;
  /** Rejects with an `UnsupportedError` where the device refuses to draw. */
  check?(): Promise<void>;
  /** Takes over the changes of the character table. */
  takeChanges(): void;
  /** Takes over the changes of the character table, and prepares the next picture. */
  update(frame: CrowdFrame): void;
  /** Makes everything again at the next update. Call it when the backend has changed. */
  redraw(): void;
  dispose(): void;
}

/** Counts of a crowd's contents and draw calls; three's own counters include all objects. */
export interface CrowdStats {
  /** Number of characters, hidden ones included. */
  readonly characters: number;
  /** Drawing mode of the characters. */
  readonly mode: DrawMode;
  /** Backend of the renderer. */
  readonly backend: BackendName;
  /** Draw calls of the colour pass, including heroes, and draws without instances at the moment. */
  readonly drawCalls: number;
  /**
   * State of occlusion culling; undefined where hidden characters are drawn, too: on other backends than WebGPU, in crowds of
   * fewer than 200 characters, and in crowds of which some are transparent.
   */
  readonly occlusion: OcclusionReport | undefined;
  /** Triangles of the parts of all characters, as if all were in view and near. */
  readonly triangles: number;
  /** Number of different parts in use: bodies, faces, hair and shared ones. */
  readonly parts: number;
}
