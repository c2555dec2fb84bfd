/** Every {@link Tier}. */
export const TIERS = ['full', 'untextured', 'vat', 'bbm'] as const;

/**
 * Selection of assets: all; `untextured`, without the bone texture; `vat` (vertex animation texture) and `bbm` (baked bone
 * matrices), for instancing, without clips.
 */
export type Tier = (typeof TIERS)[number];
