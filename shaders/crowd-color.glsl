// Linear red, green and blue from 9 bits each of their square roots, red lowest.
vec3 crowdColor(uint bits) {
  uvec3 root = uvec3(bits, bits >> CROWD_COLOR_BITS, bits >> (2u * CROWD_COLOR_BITS)) & CROWD_COLOR_MASK;
  vec3 share = vec3(root) / float(CROWD_COLOR_MASK);
  return share * share;
}

// Opacity, 0 to 1, from the bits above a colour, which store one minus the opacity.
float crowdOpacity(uint bits) {
  return 1.0 - float(bits >> CROWD_OPACITY_SHIFT) / float(CROWD_CLEAR);
}
