/** Every {@link Tier}. */
export const TIERS = ['full', 'untextured', 'vat', 'bbm'] as const;

/**
 * Selection of assets: all; those for untextured use, without the bone texture; or those for instancing, `vat` (vertex
 * animation texture) and `bbm` (baked bone matrices), without clips.
 */
export type Tier = (typeof TIERS)[number];
