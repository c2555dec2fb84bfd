/** Every {@link Tier}. */
export const TIERS = ['full', 'untextured', 'vat', 'bbm'] as const;

/**
 * Which assets a caller wants: all; those for untextured use, without the bone texture; or those of the instanced
 * path, `vat` (vertex animation texture) and `bbm` (baked bone matrices), without the clips.
 */
export type Tier = (typeof TIERS)[number];
