// Solves one limb joint of one character for each texel: the hips' translation; the rotations of thigh, shin and foot, left
// and right; those of the head and of the neck. The twin of src/render/poses/pose-layers.ts.
flat in uint vCharacter;
flat in int vFirst;
layout(location = 0) out vec4 limb;

// Transform with a uniform scale.
struct CrowdTransform {
  vec4 rotation;
  vec3 translation;
  float scale;
};

CrowdTransform crowdJoint(CrowdMoment moment, int joint) {
  vec4 numbers = crowdBlendedNumbers(moment, joint, 1);
  return CrowdTransform(crowdBlendedRotation(moment, joint), numbers.xyz, numbers.w);
}

// a · b: b is applied first.
CrowdTransform crowdJoined(CrowdTransform a, CrowdTransform b) {
  vec3 translation = a.translation + a.scale * crowdTurned(a.rotation, b.translation);
  return CrowdTransform(crowdProduct(a.rotation, b.rotation), translation, a.scale * b.scale);
}

int crowdParent(int joint) {
  return int(texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0).x);
}

// Transform from a joint's space to the character's; the identity for joint −1.
CrowdTransform crowdChain(CrowdMoment moment, int joint) {
  CrowdTransform chain = CrowdTransform(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0), 1.0);
  for (int depth = 0; depth < CROWD_CHAIN; depth++) {
    if (joint < 0) break;
    chain = crowdJoined(crowdJoint(moment, joint), chain);
    joint = crowdParent(joint);
  }
  return chain;
}

vec4 crowdConjugate(vec4 q) {
  return vec4(-q.xyz, q.w);
}

// Local translation of the lowered hips.
vec4 crowdLoweredHips(CrowdMoment moment, float drop) {
  CrowdTransform above = crowdChain(moment, crowdParent(CROWD_HIPS));
  vec3 down = crowdTurned(crowdConjugate(above.rotation), vec3(0.0, -1.0, 0.0));
  return crowdBlendedNumbers(moment, CROWD_HIPS, 1) + vec4(down * (drop / above.scale), 0.0);
}

// Local rotation of thigh (0), shin (1) or foot (2).
vec4 crowdLegRotation(CrowdMoment moment, int side, int part, float drop) {
  ivec4 joints = CROWD_LEGS[side];
  uvec4 record = crowdLayer(uint(side));
  if (drop == 0.0 && record == uvec4(0u)) {
    return crowdBlendedRotation(moment, joints[part]);
  }
  CrowdTransform above = crowdChain(moment, crowdParent(joints.x));
  // In a space that is lowered with the hips, so that lowering moves hip and target equally.
  CrowdTransform thigh = crowdJoined(above, crowdJoint(moment, joints.x));
  CrowdTransform shin = crowdJoined(thigh, crowdJoint(moment, joints.y));
  CrowdTransform foot = crowdJoined(shin, crowdJoint(moment, joints.z));
  vec3 toe = foot.translation;
  if (joints.w != joints.z) toe = crowdJoined(foot, crowdJoint(moment, joints.w)).translation;

  // Position of the ankle for which the toe joint is at its target.
  uvec4 position = crowdPositionTexel(vCharacter);
  vec4 footTurn = crowdFootTurn(record, position[CROWD_HEADING], crowdTime);
  float scale = crowdScale(crowdRow(vCharacter, CROWD_ANIMATION_TEXEL));
  vec4 place = crowdFootPlace(record, crowdTime);
  vec2 away = place.xy - place.z * crowdFloats(position).xz;
  vec3 offset = crowdInverseRotate(vec3(away.x, 0.0, away.y), position[CROWD_HEADING]) / scale;
  vec2 onGround = offset.xz + (1.0 - place.z) * toe.xz;
  vec3 wanted = vec3(onGround.x, toe.y + drop + place.w / scale, onGround.y)
    + crowdTurned(footTurn, foot.translation - toe);
  mat4 turns = crowdLegTurns(
    thigh.translation, shin.translation, foot.translation, wanted, crowdTurned(thigh.rotation, CROWD_HINGES[side]));
  vec4 newThigh = crowdProduct(turns[1], thigh.rotation);
  vec4 newShin = crowdProduct(turns[1], crowdProduct(turns[0], shin.rotation));
  if (part == 0) return crowdProduct(crowdConjugate(above.rotation), newThigh);
  if (part == 1) return crowdProduct(crowdConjugate(newThigh), newShin);
  return crowdProduct(crowdConjugate(newShin), crowdProduct(footTurn, foot.rotation));
}

// Local rotation of the head, or of the neck.
vec4 crowdHeadRotation(CrowdMoment moment, bool isNeck, uvec4 body) {
  float weight = crowdLookWeight(body);
  if (weight == 0.0) return crowdBlendedRotation(moment, isNeck ? CROWD_NECK : CROWD_HEAD);
  vec4 head = crowdChain(moment, CROWD_HEAD).rotation;
  vec4 turn = crowdLessened(crowdLookTurn(body, crowdTurned(head, CROWD_FORWARD)), weight);
  vec4 newHead = crowdProduct(turn, head);
  if (CROWD_NECK < 0) {
    return crowdProduct(crowdConjugate(crowdChain(moment, crowdParent(CROWD_HEAD)).rotation), newHead);
  }
  CrowdTransform neck = crowdChain(moment, CROWD_NECK);
  vec4 newNeck = crowdProduct(crowdLessened(turn, CROWD_NECK_SHARE), neck.rotation);
  if (!isNeck) return crowdProduct(crowdConjugate(newNeck), newHead);
  return crowdProduct(crowdConjugate(crowdChain(moment, crowdParent(CROWD_NECK)).rotation), newNeck);
}

void main() {
  int part = int(gl_FragCoord.x) - vFirst;
  CrowdMoment moment = crowdMoment(vCharacter, crowdRow(vCharacter, CROWD_ANIMATION_TEXEL));
  uvec4 body = crowdLayer(CROWD_BODY_TEXEL);
  float drop = crowdHipsDrop(body);
  if (part == 0) limb = crowdLoweredHips(moment, drop);
  else if (part < 7) limb = crowdLegRotation(moment, (part - 1) / 3, (part - 1) % 3, drop);
  else if (CROWD_HEAD >= 0) limb = crowdHeadRotation(moment, part == 8, body);
}
