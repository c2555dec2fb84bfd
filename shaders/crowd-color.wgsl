// Linear red, green and blue from 10 bits each of their square roots, red lowest.
fn crowdColor(bits: u32) -> vec3<f32> {
  let root = vec3<f32>(f32(bits & 1023u), f32((bits >> 10u) & 1023u), f32((bits >> 20u) & 1023u)) / 1023.0;
  return root * root;
}
