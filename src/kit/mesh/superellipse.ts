/**
 * Returns the point `[x, z]` of the superellipse |x/radiusX|ⁿ + |z/radiusZ|ⁿ = 1. Azimuth 0 is +z (front), π/2 is +x
 * (the wearer's left). Exponent 2 is an ellipse; higher exponents approach a rectangle.
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
