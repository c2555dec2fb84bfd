// A vertex colour under a tint. Where the material has a mask, alpha says how much of the tint it takes.
fn crowdTint(vertexColor: vec4<f32>, tint: vec3<f32>, masked: f32) -> vec3<f32> {
  return vertexColor.rgb * mix(vec3<f32>(1.0), tint, mix(1.0, vertexColor.a, masked));
}
