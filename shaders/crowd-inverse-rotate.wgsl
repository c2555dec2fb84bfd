// The inverse of crowdRotate.
fn crowdInverseRotate(v: vec3<f32>, heading: u32) -> vec3<f32> {
  let sc = normalize(unpack2x16snorm(heading));
  return vec3<f32>(sc.y * v.x - sc.x * v.z, v.y, sc.y * v.z + sc.x * v.x);
}
