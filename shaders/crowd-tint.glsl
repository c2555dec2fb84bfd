// Colour of a surface before its texture: the vertex colour times the tint, which replaces the material's own colour `base`.
// If the material has a mask (`masked` 1), the alpha of the vertex colour is the weight of the tint.
vec3 crowdTint(vec4 vertexColor, vec3 base, vec3 tint, float masked) {
  return vertexColor.rgb * mix(base, tint, mix(1.0, vertexColor.a, masked));
}

// Colour of a far vertex before its texture: the sum of `own`, and `tinted` times the tint. With CROWD_KEEPS_COLOR in `bits`, it is only
// `own` where the tint is white, and only the other term elsewhere.
vec3 crowdFarTint(vec3 own, vec3 tinted, vec3 tint, uint bits) {
  if ((bits & CROWD_KEEPS_COLOR) == 0u) return own + tinted * tint;
  return tint == vec3(1.0) ? own : tinted * tint;
}
