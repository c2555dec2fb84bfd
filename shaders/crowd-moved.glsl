// Position texel of a row between two steps: the end of the move minus what is left of it. `step.x` is the remaining fraction of
// the present step, `step.y` its number modulo 65,536. Without a rotation, the heading stays exactly the same.
uvec4 crowdMoved(uvec4 position, uvec4 moved, vec2 step) {
  bool isLong = (moved.w >> 16u) == CROWD_LONG_MOVE;
  int steps = isLong ? int((moved.w - uint(step.y)) << 16u) >> 16 : 0;
  vec3 place = uintBitsToFloat(position.xyz) - (float(steps) + step.x) * uintBitsToFloat(moved.xyz);
  vec2 direction = unpackSnorm2x16(position.w) - 2.0 * step.x * unpackSnorm2x16(moved.w);
  uint heading = isLong || moved.w == 0u ? position.w : packSnorm2x16(normalize(direction));
  return uvec4(floatBitsToUint(place), heading);
}
