// Colour of a surface before its texture: the vertex colour times the tint, which replaces the material's own colour `base`.
// If the material has a mask (`masked` 1), the alpha of the vertex colour is the weight of the tint.
fn crowdTint(vertexColor: vec4<f32>, base: vec3<f32>, tint: vec3<f32>, masked: f32) -> vec3<f32> {
  return vertexColor.rgb * mix(base, tint, mix(1.0, vertexColor.a, masked));
}
