// The inverse of crowdRotate.
vec3 crowdInverseRotate(vec3 v, uint heading) {
  vec2 sineCosine = normalize(unpackSnorm2x16(heading));
  return vec3(sineCosine.y * v.x - sineCosine.x * v.z, v.y, sineCosine.y * v.z + sineCosine.x * v.x);
}
