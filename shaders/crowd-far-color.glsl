// The colour of a far vertex and, in w, how much of the tint it takes: four unorm16.
vec4 crowdFarColor(uvec2 bits) {
  return vec4(unpackUnorm2x16(bits.x), unpackUnorm2x16(bits.y));
}
