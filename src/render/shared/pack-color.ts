/**
 * Linear red, green and blue (0 to 1) as 10 bits each of their square roots, red lowest: finer in the dark, where eyes
 * tell shades apart. `crowdColor` in the shaders undoes it.
 */
export function packColor(r: number, g: number, b: number): number {
  return (packChannel(r) | (packChannel(g) << 10) | (packChannel(b) << 20)) >>> 0;
}

/** Undoes {@link packColor}, to 0.001 a channel. */
export function unpackColor(bits: number): [r: number, g: number, b: number] {
  return [unpackChannel(bits), unpackChannel(bits >>> 10), unpackChannel(bits >>> 20)];
}

function packChannel(linear: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, linear))) * 1023);
}

function unpackChannel(bits: number): number {
  return ((bits & 1023) / 1023) ** 2;
}
