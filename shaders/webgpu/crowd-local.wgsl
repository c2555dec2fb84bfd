fn crowdLocal(i: u32, time: f32) -> void {
  let slot = i / CROWD_BONES;
  let joint = i % CROWD_BONES;
  if (slot >= crowdSlots.value[0]) { return; }
  let row = crowdSlots.value[slot + 1u] * 4u;
  let motionBits = crowdTable.value[row + 1u];
  let motion = bitcast<vec4<f32>>(motionBits);
  let fade = bitcast<vec4<f32>>(crowdTable.value[row + 2u]);
  let frames = crowdFrames(crowdClips.value[motionBits.w & 0xffffu], (time - motion.y) * motion.z);
  var turn = crowdTurnAt(frames, joint);
  var place = crowdPlaceAt(frames, joint);
  if (fade.w > 0.0 && time < fade.z + fade.w) {
    let share = clamp((time - fade.z) / fade.w, 0.0, 1.0);
    let old = crowdFrames(crowdClips.value[motionBits.w >> 16u], (time - fade.x) * fade.y);
    turn = crowdSlerp(crowdTurnAt(old, joint), turn, share);
    place = mix(crowdPlaceAt(old, joint), place, share);
  }
  crowdPose.value[i * 2u] = turn;
  crowdPose.value[i * 2u + 1u] = place;
}

fn crowdTurnAt(frames: vec3<f32>, joint: u32) -> vec4<f32> {
  let a = crowdLocals.value[(u32(frames.x) * CROWD_BONES + joint) * 2u];
  let b = crowdLocals.value[(u32(frames.y) * CROWD_BONES + joint) * 2u];
  return crowdSlerp(a, b, frames.z);
}

// A joint's place, and its scale in w.
fn crowdPlaceAt(frames: vec3<f32>, joint: u32) -> vec4<f32> {
  let a = crowdLocals.value[(u32(frames.x) * CROWD_BONES + joint) * 2u + 1u];
  let b = crowdLocals.value[(u32(frames.y) * CROWD_BONES + joint) * 2u + 1u];
  return mix(a, b, frames.z);
}
