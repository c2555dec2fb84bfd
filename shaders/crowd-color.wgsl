// Linear red, green and blue from 9 bits each of their square roots, red lowest.
fn crowdColor(bits: u32) -> vec3<f32> {
  let root = vec3<u32>(bits, bits >> CROWD_COLOR_BITS, bits >> (2u * CROWD_COLOR_BITS)) & vec3<u32>(CROWD_COLOR_MASK);
  let share = vec3<f32>(root) / f32(CROWD_COLOR_MASK);
  return share * share;
}

// Opacity, 0 to 1, from the bits above a colour, which store one minus the opacity.
fn crowdOpacity(bits: u32) -> f32 {
  return 1.0 - f32(bits >> CROWD_OPACITY_SHIFT) / f32(CROWD_CLEAR);
}
