// Inverse kinematics of a leg: rotations that move an ankle to `wanted`, or as near as the leg reaches. First column: rotation
// of shin and foot at the knee; second: rotation of the whole leg. All in one space. hinge: axis of the knee. The twin of
// `legTurns` in src/render/poses/leg-turns.ts, which has the derivation.
mat4 crowdLegTurns(vec3 hip, vec3 knee, vec3 ankle, vec3 wanted, vec3 hinge) {
  vec3 u = knee - hip;
  vec3 v = ankle - knee;
  float upper = length(u);
  float lower = length(v);
  float reach = upper + lower;
  vec3 axis = normalize(cross(u, v) + CROWD_HINGE_SHARE * upper * lower * hinge);
  float far = length(wanted - hip) / reach;
  float near = clamp(far, abs(upper - lower) / reach, CROWD_LONGEST_REACH);
  float s0 = 0.5 * length(u / upper - v / lower);
  float bent = sqrt(min(1.0, (1.0 - near) * (1.0 + near) * reach * reach / (4.0 * upper * lower)));
  float stretch = clamp((far - CROWD_LONGEST_REACH) / (1.0 - CROWD_LONGEST_REACH), 0.0, 1.0);
  float s1 = mix(bent, min(s0, bent), stretch);
  float c0 = sqrt(1.0 - s0 * s0);
  float c1 = sqrt(1.0 - s1 * s1);
  vec4 bend = vec4(axis * (s1 * c0 - c1 * s0), c1 * c0 + s1 * s0);
  vec3 t = 2.0 * cross(bend.xyz, v);
  vec3 a = normalize(u + v + bend.w * t + cross(bend.xyz, t));
  vec3 b = normalize(wanted - hip);
  vec4 swing = normalize(vec4(cross(a, b), 1.0 + dot(a, b)));
  return mat4(bend, swing, vec4(0.0), vec4(0.0));
}
