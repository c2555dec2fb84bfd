// Where a character is between two steps: the position texel of its row, which is where the step ends, less what is left of
// its move. Who does not turn keeps the heading to the last bit.
uvec4 crowdMoved(uvec4 position, uvec4 moved, float stepLeft) {
  vec3 place = uintBitsToFloat(position.xyz) - stepLeft * uintBitsToFloat(moved.xyz);
  vec2 direction = unpackSnorm2x16(position.w) - 2.0 * stepLeft * unpackSnorm2x16(moved.w);
  uint heading = moved.w == 0u ? position.w : packSnorm2x16(normalize(direction));
  return uvec4(floatBitsToUint(place), heading);
}
