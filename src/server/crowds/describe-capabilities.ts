import {
  BOUNDARY_SHAPES,
  type BoundaryShape,
  CLIP_NAMES,
  DISTRIBUTIONS,
  type Distribution,
  type Manifest,
  NOISE_TYPES,
  type NoiseType,
  type PartKind,
  TIERS,
  type Tier,
} from '../../protocol/index.js';
import type { Plan } from '../accounts/plans.js';

/** Names that a recipe may use, and its largest size. */
export interface Capabilities {
  readonly boundary_shapes: readonly BoundaryShape[];
  readonly distributions: readonly Distribution[];
  readonly noise_types: readonly NoiseType[];
  readonly tiers: readonly Tier[];
  readonly buckets: readonly { readonly id: string; readonly label: string; readonly weight: number }[];
  readonly parts: readonly { readonly id: string; readonly label: string; readonly kind: PartKind }[];
  /** Scenes of the catalogue, and clips that the slots of another one may have. */
  readonly scenes: readonly string[];
  readonly clips: readonly string[];
  /** Characters in one crowd at most. */
  readonly max_size: number;
}

export function describeCapabilities(manifest: Manifest, plan: Plan): Capabilities {
  return {
    boundary_shapes: BOUNDARY_SHAPES,
    distributions: DISTRIBUTIONS,
    noise_types: NOISE_TYPES,
    tiers: TIERS,
    buckets: manifest.buckets.map(({ id, label, weight }) => ({ id, label, weight })),
    parts: manifest.parts.map(({ id, label, kind }) => ({ id, label, kind })),
    scenes: Object.keys(manifest.scenes ?? {}),
    clips: [...CLIP_NAMES, ...Object.keys(manifest.clips ?? {})],
    max_size: plan.maxSize,
  };
}
