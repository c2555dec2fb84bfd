/** Records of both kinds have 8 numbers a person: the record of place s of the order begins at `s << RECORD_SHIFT`. */
export const RECORD_SHIFT = 3;

/**
 * What others read of one person while they look. As one array a quantity, the same loop takes a twentieth longer.
 */
export const BODY = {
  /** Metres. */
  x: 0,
  z: 1,
  /** Metres a second. */
  velocityX: 2,
  velocityZ: 3,
  /** Metres. */
  radius: 4,
  /** The way someone looks, length 1. */
  lookX: 5,
  lookZ: 6,
  /** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
  strip: 7,
} as const;

/**
 * Whom one person sees ahead, as four pairs of sums: how many, and how far to the left they are, metres. The nearer
 * someone is, the more they count. Bits of a pair's number tell whom it is about.
 */
export const LANE_BIT = {
  /** Set for those in one's own lane, not set for those beside it. */
  near: 1,
  /** Set for those who go the same way, not set for those who come the other way. */
  same: 2,
} as const;
