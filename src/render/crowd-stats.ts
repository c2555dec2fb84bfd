import type { BackendName } from './shared/index.js';

/** How a crowd is drawn: instanced meshes posed on the GPU, or one cloned skeleton a character. */
export type CrowdTier = 'instanced' | 'clones';

/** What a crowd costs, counted by the crowd itself: three's own counters do not tell crowds apart. */
export interface CrowdStats {
  readonly characters: number;
  readonly tier: CrowdTier;
  readonly backend: BackendName;
  /** Draw commands of the colour pass. */
  readonly drawCalls: number;
  /** Triangles of the colour pass. */
  readonly triangles: number;
  /** Parts in use: bodies, faces, hair and shared ones. */
  readonly parts: number;
}
