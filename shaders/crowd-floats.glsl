// Four floats from their bits.
vec4 crowdFloats(uvec4 bits) {
  return uintBitsToFloat(bits);
}
