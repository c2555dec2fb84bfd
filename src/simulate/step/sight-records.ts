/** Records of both kinds have 8 numbers a person: the record of place s of the order begins at `s << RECORD_SHIFT`. */
export const RECORD_SHIFT = 3;

// What others read of one person while they look: where each number is, from the record's first. As one array a quantity,
// or with these as properties of one object, the same loop takes a twentieth longer.

/** Metres. */
export const BODY_X = 0;
export const BODY_Z = 1;
/** Metres a second. */
export const BODY_VELOCITY_X = 2;
export const BODY_VELOCITY_Z = 3;
/** Metres. */
export const BODY_RADIUS = 4;
/** The way someone looks, length 1. */
export const BODY_LOOK_X = 5;
export const BODY_LOOK_Z = 6;
/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
export const BODY_STRIP = 7;

// Whom one person sees ahead, as four pairs of sums: how many, and how far to the left they are, metres. The nearer someone
// is, the more they count. Bit 0 of a sum's number within the record is set for the second of a pair; further bits tell whom
// the pair is about.

/** Set for those in one's own lane, not set for those beside it. */
export const NEAR_BIT = 1;
/** Set for those who go the same way, not set for those who come the other way. */
export const SAME_BIT = 2;
