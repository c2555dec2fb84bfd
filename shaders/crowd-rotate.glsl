// A vector rotated about Y by a heading, which is (sine, cosine) packed as two 16-bit signed fractions.
vec3 crowdRotate(vec3 v, uint heading) {
  vec2 sineCosine = normalize(unpackSnorm2x16(heading));
  return vec3(sineCosine.y * v.x + sineCosine.x * v.z, v.y, sineCosine.y * v.z - sineCosine.x * v.x);
}
