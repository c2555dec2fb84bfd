import type { BackendName } from './shared/index.js';

/** How a crowd is drawn: instanced meshes posed on the GPU, or one cloned skeleton a character. */
export type CrowdTier = 'instanced' | 'clones';

/** What a crowd costs, counted by the crowd itself: three's own counters do not tell crowds apart. */
export interface CrowdStats {
  readonly characters: number;
  readonly tier: CrowdTier;
  readonly backend: BackendName;
  /** Draw commands of the colour pass, those that show nobody at the moment included. */
  readonly drawCalls: number;
  /** Triangles of all that is worn, as if everybody were in sight and near. */
  readonly triangles: number;
  /** Parts in use: bodies, faces, hair and shared ones. */
  readonly parts: number;
}
