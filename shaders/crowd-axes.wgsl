// A joint's axes, scaled, and then rotated by a unit quaternion: the columns of its matrix.
fn crowdAxes(rotation: vec4<f32>, scales: vec3<f32>) -> mat3x3<f32> {
  let twice = 2.0 * rotation.xyz;
  let square = twice * rotation.xyz;
  let product = twice.xxy * rotation.yzz;
  let spin = twice * rotation.w;
  return mat3x3<f32>(
    scales.x * vec3<f32>(1.0 - square.y - square.z, product.x + spin.z, product.y - spin.y),
    scales.y * vec3<f32>(product.x - spin.z, 1.0 - square.x - square.z, product.z + spin.x),
    scales.z * vec3<f32>(product.y + spin.y, product.z - spin.x, 1.0 - square.x - square.y));
}
