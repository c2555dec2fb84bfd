// The colour of a far vertex and, in w, how much of the tint it takes: four unorm16.
fn crowdFarColor(bits: vec2<u32>) -> vec4<f32> {
  return vec4<f32>(unpack2x16unorm(bits.x), unpack2x16unorm(bits.y));
}
