// Four floats from their bits.
fn crowdFloats(bits: vec4<u32>) -> vec4<f32> {
  return bitcast<vec4<f32>>(bits);
}
