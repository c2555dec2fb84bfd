// Normal of a far vertex from 10 bits per component.
fn crowdFarNormal(bits: u32) -> vec3<f32> {
  return vec3<f32>(f32(bits & 1023u), f32((bits >> 10u) & 1023u), f32((bits >> 20u) & 1023u)) / 511.5 - 1.0;
}
