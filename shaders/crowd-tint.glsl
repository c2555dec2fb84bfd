// Colour of a surface before its texture: the vertex colour times the tint, which replaces the material's own colour `base`.
// If the material has a mask (`masked` 1), the alpha of the vertex colour is the weight of the tint.
vec3 crowdTint(vec4 vertexColor, vec3 base, vec3 tint, float masked) {
  return vertexColor.rgb * mix(base, tint, mix(1.0, vertexColor.a, masked));
}
