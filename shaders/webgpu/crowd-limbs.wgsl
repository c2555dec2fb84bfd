// Before crowd-palette.wgsl: lowers the hips of one slot, puts its feet on their places and turns its head, as its second
// record says. One invocation a slot. The twin of src/render/poses/pose-layers.ts.
//
// stepLeft: share of the present step that is still to come
// time: of the crowd's clock
fn crowdLimbs(i: u32, stepLeft: f32, time: f32) -> void {
  let slot = i;
  if (slot >= crowdSlots[0]) { return; }
  let character = crowdSlots[slot + 1u];
  let row = character * CROWD_ROW_TEXELS;
  let body = crowdLayers[row + CROWD_BODY_TEXEL];
  let drop = crowdHipsDrop(body);
  if (drop > 0.0) { crowdLowerHips(slot, drop); }
  for (var side = 0u; side < 2u; side++) {
    let foot = crowdLayers[row + side];
    if (drop > 0.0 || any(foot != vec4<u32>(0u))) {
      let position = crowdMoved(crowdTable[row + CROWD_POSITION_TEXEL], crowdMoves[character], stepLeft);
      let scale = crowdScale(crowdTable[row + CROWD_ANIMATION_TEXEL]);
      crowdPlaceFoot(slot, side, foot, time, drop, position, scale);
    }
  }
  if (CROWD_HEAD >= 0 && crowdLookWeight(body) > 0.0) { crowdTurnHead(slot, body); }
}

// A transform with one scale for all axes.
struct CrowdTransform {
  rotation: vec4<f32>,
  translation: vec3<f32>,
  scale: f32,
}

// A joint's local pose.
fn crowdJoint(slot: u32, joint: i32) -> CrowdTransform {
  let at = (slot * CROWD_BONES + u32(joint)) * CROWD_LOCAL_TEXELS;
  let numbers = crowdPose[at + 1u];
  return CrowdTransform(crowdPose[at], numbers.xyz, numbers.w);
}

// a · b: b acts first.
fn crowdJoined(a: CrowdTransform, b: CrowdTransform) -> CrowdTransform {
  let translation = a.translation + a.scale * crowdTurned(a.rotation, b.translation);
  return CrowdTransform(crowdProduct(a.rotation, b.rotation), translation, a.scale * b.scale);
}

fn crowdParent(joint: i32) -> i32 {
  return i32(crowdRig[u32(joint) * 4u + 3u].x);
}

// From a joint's own space to the character's; of joint −1, nothing.
fn crowdChain(slot: u32, joint: i32) -> CrowdTransform {
  var chain = CrowdTransform(vec4<f32>(0.0, 0.0, 0.0, 1.0), vec3<f32>(0.0), 1.0);
  for (var j = joint; j >= 0; j = crowdParent(j)) { chain = crowdJoined(crowdJoint(slot, j), chain); }
  return chain;
}

// Sets a joint's local rotation from its own and its parent's in the character's space.
fn crowdSetRotation(slot: u32, joint: i32, parent: vec4<f32>, own: vec4<f32>) {
  let at = (slot * CROWD_BONES + u32(joint)) * CROWD_LOCAL_TEXELS;
  crowdPose[at] = crowdProduct(vec4<f32>(-parent.xyz, parent.w), own);
}

fn crowdLowerHips(slot: u32, drop: f32) {
  let above = crowdChain(slot, crowdParent(CROWD_HIPS));
  let down = crowdTurned(vec4<f32>(-above.rotation.xyz, above.rotation.w), vec3<f32>(0.0, -1.0, 0.0));
  let at = (slot * CROWD_BONES + u32(CROWD_HIPS)) * CROWD_LOCAL_TEXELS + 1u;
  crowdPose[at] = crowdPose[at] + vec4<f32>(down * (drop / above.scale), 0.0);
}

fn crowdPlaceFoot(
  slot: u32, side: u32, record: vec4<u32>, time: f32, drop: f32, position: vec4<u32>, scale: f32
) {
  let joints = CROWD_LEGS[side];
  let above = crowdChain(slot, crowdParent(joints.x));
  let thigh = crowdJoined(above, crowdJoint(slot, joints.x));
  let shin = crowdJoined(thigh, crowdJoint(slot, joints.y));
  let foot = crowdJoined(shin, crowdJoint(slot, joints.z));
  var toe = foot.translation;
  if (joints.w != joints.z) { toe = crowdJoined(foot, crowdJoint(slot, joints.w)).translation; }
  let footTurn = crowdFootTurn(record, position[CROWD_HEADING], time);

  // The toe joint goes to its place; the ankle to where the turned foot then has it.
  let place = crowdFootPlace(record, time);
  let away = place.xy - place.z * bitcast<vec4<f32>>(position).xz;
  let offset = crowdInverseRotate(vec3<f32>(away.x, 0.0, away.y), position[CROWD_HEADING]) / scale;
  let onGround = offset.xz + (1.0 - place.z) * toe.xz;
  let wanted = vec3<f32>(onGround.x, toe.y + drop + place.w / scale, onGround.y)
    + crowdTurned(footTurn, foot.translation - toe);
  let turns = crowdLegTurns(
    thigh.translation, shin.translation, foot.translation, wanted, crowdTurned(thigh.rotation, CROWD_HINGES[side]));
  let newThigh = crowdProduct(turns[1], thigh.rotation);
  let newShin = crowdProduct(turns[1], crowdProduct(turns[0], shin.rotation));
  crowdSetRotation(slot, joints.x, above.rotation, newThigh);
  crowdSetRotation(slot, joints.y, newThigh, newShin);
  crowdSetRotation(slot, joints.z, newShin, crowdProduct(footTurn, foot.rotation));
}

fn crowdTurnHead(slot: u32, body: vec4<u32>) {
  let head = crowdChain(slot, CROWD_HEAD).rotation;
  let turn = crowdLessened(crowdLookTurn(body, crowdTurned(head, CROWD_FORWARD)), crowdLookWeight(body));
  if (CROWD_NECK >= 0) {
    let neck = crowdChain(slot, CROWD_NECK).rotation;
    let above = crowdChain(slot, crowdParent(CROWD_NECK)).rotation;
    crowdSetRotation(slot, CROWD_NECK, above, crowdProduct(crowdLessened(turn, CROWD_NECK_SHARE), neck));
  }
  crowdSetRotation(slot, CROWD_HEAD, crowdChain(slot, crowdParent(CROWD_HEAD)).rotation, crowdProduct(turn, head));
}
