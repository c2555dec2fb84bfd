// The inverse of crowdRotate.
vec3 crowdInverseRotate(vec3 v, uint heading) {
  vec2 sc = normalize(unpackSnorm2x16(heading));
  return vec3(sc.y * v.x - sc.x * v.z, v.y, sc.y * v.z + sc.x * v.x);
}
