import type { Object3D } from 'three';
import type { TableChanges } from './characters/index.js';
import type { Backend, BackendName, CrowdFrame } from './drawing/index.js';

/** How a crowd is drawn: instanced meshes posed on the GPU, or one cloned skeleton a character. */
export type DrawMode = 'instanced' | 'clones';

/**
 * Number of characters up to which one skeleton each is quick enough. In a file of types, so that the build writes the number
 * into `crowd-view.js`, which imports nothing before it runs.
 */
export const DEFAULT_CLONE_LIMIT = 100;

/** What draws the characters, as instances or as clones. */
export interface CrowdDrawing {
  /** To be put under the crowd. */
  readonly object: Object3D;
  /** Number of draw calls of the colour pass. */
  readonly drawCalls: number;
  /** Takes over the changes of the character table. */
  takeChanges(): void;
  /** Takes over the changes of the character table, and prepares the next picture. */
  update(frame: CrowdFrame): void;
  /** To be called when the backend has changed: the next update makes everything again. */
  redraw(): void;
  dispose(): void;
}

/** What draws a crowd's characters, and draws them with further renderers. */
export interface CrowdDrawings {
  /** With the renderer that the crowd was made for. */
  readonly drawing: CrowdDrawing;
  /**
   * Draws the same characters with a further backend.
   *
   * @param changes of their table, as the further drawing is to take them
   */
  drawAgain(backend: Backend, changes: TableChanges): Promise<CrowdDrawing>;
}

/** What a crowd is made of and costs, counted by the crowd itself: three's own counters do not tell crowds apart. */
export interface CrowdStats {
  /** Number of characters, hidden ones included. */
  readonly characters: number;
  /** True if characters are drawn as instances or as clones. */
  readonly mode: DrawMode;
  /** What the renderer draws with. */
  readonly backend: BackendName;
  /** Draw commands of the colour pass, including those that draw nobody at the moment. */
  readonly drawCalls: number;
  /** Triangles of the parts of all characters, as if all were in view and near. */
  readonly triangles: number;
  /** Number of different parts in use: bodies, faces, hair and shared ones. */
  readonly parts: number;
}
