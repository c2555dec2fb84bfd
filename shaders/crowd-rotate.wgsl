// A vector rotated about Y by a heading, which is (sine, cosine) packed as two 16-bit signed fractions.
fn crowdRotate(v: vec3<f32>, heading: u32) -> vec3<f32> {
  let sineCosine = normalize(unpack2x16snorm(heading));
  return vec3<f32>(sineCosine.y * v.x + sineCosine.x * v.z, v.y, sineCosine.y * v.z - sineCosine.x * v.x);
}
