/** WGSL that declares a number. */
export function declareFloat(name: string, value: number): string {
  return `const WALK_${name}: f32 = ${asFloat(value)};`;
}

/** WGSL that declares a whole number, 0 or more. */
export function declareWhole(name: string, value: number): string {
  return `const WALK_${name}: u32 = ${value}u;`;
}

/** WGSL that declares a point on the ground. */
export function declarePoint(name: string, x: number, z: number): string {
  return `const WALK_${name} = vec2<f32>(${asFloat(x)}, ${asFloat(z)});`;
}

function asFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
