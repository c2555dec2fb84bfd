// Inverse kinematics of a leg: rotations that move an ankle to `wanted`, or as near as the leg reaches. First column: rotation
// of shin and foot at the knee; second: rotation of the whole leg. All in one space. hinge: axis of the knee. The twin of
// `legTurns` in src/render/poses/leg-turns.ts, which has the derivation.
fn crowdLegTurns(hip: vec3<f32>, knee: vec3<f32>, ankle: vec3<f32>, wanted: vec3<f32>, hinge: vec3<f32>) -> mat4x4<f32> {
  let u = knee - hip;
  let v = ankle - knee;
  let upper = length(u);
  let lower = length(v);
  let reach = upper + lower;
  let axis = normalize(cross(u, v) + CROWD_HINGE_SHARE * upper * lower * hinge);
  let far = length(wanted - hip) / reach;
  let near = clamp(far, abs(upper - lower) / reach, CROWD_LONGEST_REACH);
  let s0 = 0.5 * length(u / upper - v / lower);
  let bent = sqrt(min(1.0, (1.0 - near) * (1.0 + near) * reach * reach / (4.0 * upper * lower)));
  let stretch = clamp((far - CROWD_LONGEST_REACH) / (1.0 - CROWD_LONGEST_REACH), 0.0, 1.0);
  let s1 = mix(bent, min(s0, bent), stretch);
  let c0 = sqrt(1.0 - s0 * s0);
  let c1 = sqrt(1.0 - s1 * s1);
  let bend = vec4<f32>(axis * (s1 * c0 - c1 * s0), c1 * c0 + s1 * s0);
  let t = 2.0 * cross(bend.xyz, v);
  let a = normalize(u + v + bend.w * t + cross(bend.xyz, t));
  let b = normalize(wanted - hip);
  let swing = normalize(vec4<f32>(cross(a, b), 1.0 + dot(a, b)));
  return mat4x4<f32>(bend, swing, vec4<f32>(0.0), vec4<f32>(0.0));
}
