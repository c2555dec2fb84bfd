// Position texel of a row between two steps: the end of the step minus the remaining fraction of the displacement. Without a
// rotation, the heading stays exactly the same.
uvec4 crowdMoved(uvec4 position, uvec4 moved, float stepLeft) {
  vec3 place = uintBitsToFloat(position.xyz) - stepLeft * uintBitsToFloat(moved.xyz);
  vec2 direction = unpackSnorm2x16(position.w) - 2.0 * stepLeft * unpackSnorm2x16(moved.w);
  uint heading = moved.w == 0u ? position.w : packSnorm2x16(normalize(direction));
  return uvec4(floatBitsToUint(place), heading);
}
