/**
 * Turns the unit vector (x[i], z[i]) towards another one by an angle at most, given by its sine and cosine. A turn by
 * half a circle goes to the left.
 */
export function turn(
  x: Float64Array,
  z: Float64Array,
  i: number,
  toX: number,
  toZ: number,
  sin: number,
  cos: number,
): void {
  const fromX = x[i];
  const fromZ = z[i];
  if (fromX * toX + fromZ * toZ >= cos) {
    x[i] = toX;
    z[i] = toZ;
    return;
  }
  // With +Z ahead, +X is to the left.
  const by = toX * fromZ - toZ * fromX >= 0 ? sin : -sin;
  const turnedX = fromX * cos + fromZ * by;
  const turnedZ = fromZ * cos - fromX * by;
  const length = Math.sqrt(turnedX * turnedX + turnedZ * turnedZ);
  x[i] = turnedX / length;
  z[i] = turnedZ / length;
}
