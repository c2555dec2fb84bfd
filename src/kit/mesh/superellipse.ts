/**
 * A point of the superellipse |x/radiusX|ⁿ + |z/radiusZ|ⁿ = 1 as `[x, z]`. Azimuth 0 is the front (+z), a quarter
 * turn the wearer's left (+x); exponent 2 is an ellipse, larger ones are boxier.
 */
export function superellipse(
  azimuth: number,
  radiusX: number,
  radiusZ: number,
  exponent = 2,
): [x: number, z: number] {
  const power = 2 / exponent;
  return [radiusX * signedPower(Math.sin(azimuth), power), radiusZ * signedPower(Math.cos(azimuth), power)];
}

function signedPower(x: number, power: number): number {
  return Math.sign(x) * Math.abs(x) ** power;
}
