// Colour of a surface before its texture: the vertex colour times the tint, which replaces the material's own colour `base`.
// If the material has a mask (`masked` 1), the alpha of the vertex colour is the weight of the tint.
fn crowdTint(vertexColor: vec4<f32>, base: vec3<f32>, tint: vec3<f32>, masked: f32) -> vec3<f32> {
  return vertexColor.rgb * mix(base, tint, mix(1.0, vertexColor.a, masked));
}

// Colour of a far vertex before its texture: the sum of `own`, and `tinted` times the tint. With CROWD_KEEPS_COLOR in `bits`, it is only
// `own` where the tint is white, and only the other term elsewhere.
fn crowdFarTint(own: vec3<f32>, tinted: vec3<f32>, tint: vec3<f32>, bits: u32) -> vec3<f32> {
  if ((bits & CROWD_KEEPS_COLOR) == 0u) { return own + tinted * tint; }
  return select(tinted * tint, own, all(tint == vec3<f32>(1.0)));
}
