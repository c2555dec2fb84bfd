// A joint's axes, scaled, and then rotated by a unit quaternion: the columns of its matrix.
mat3 crowdAxes(vec4 rotation, vec3 scales) {
  vec3 twice = 2.0 * rotation.xyz;
  vec3 square = twice * rotation.xyz;
  vec3 product = twice.xxy * rotation.yzz;
  vec3 spin = twice * rotation.w;
  return mat3(
    scales.x * vec3(1.0 - square.y - square.z, product.x + spin.z, product.y - spin.y),
    scales.y * vec3(product.x - spin.z, 1.0 - square.x - square.z, product.z + spin.x),
    scales.z * vec3(product.y + spin.y, product.z - spin.x, 1.0 - square.x - square.y));
}
