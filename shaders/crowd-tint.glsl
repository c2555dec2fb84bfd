// A vertex colour under a tint. Where the material has a mask, alpha says how much of the tint it takes.
vec3 crowdTint(vec4 vertexColor, vec3 tint, float masked) {
  return vertexColor.rgb * mix(vec3(1.0), tint, mix(1.0, vertexColor.a, masked));
}
