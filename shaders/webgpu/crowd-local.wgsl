fn crowdLocal(i: u32, time: f32) -> void {
  let slot = i / CROWD_BONES;
  let joint = i % CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  let row = crowdSlots[slot + 1u] * 4u;
  let motionBits = crowdTable[row + 1u];
  let motion = bitcast<vec4<f32>>(motionBits);
  let fade = bitcast<vec4<f32>>(crowdTable[row + 2u]);
  let frames = crowdFrames(crowdClips[motionBits.w & 0xffffu], (time - motion.y) * motion.z);
  var old = frames;
  var share = 1.0;
  if (fade.w > 0.0 && time < fade.z + fade.w) {
    share = clamp((time - fade.z) / fade.w, 0.0, 1.0);
    old = crowdFrames(crowdClips[motionBits.w >> 16u], (time - fade.x) * fade.y);
  }
  var turn = crowdTurnAt(frames, joint);
  if (share < 1.0) { turn = crowdSlerp(crowdTurnAt(old, joint), turn, share); }
  crowdPose[i * CROWD_LOCAL_TEXELS] = turn;
  for (var texel = 1u; texel < CROWD_LOCAL_TEXELS; texel++) {
    var numbers = crowdNumbersAt(frames, joint, texel);
    if (share < 1.0) { numbers = mix(crowdNumbersAt(old, joint, texel), numbers, share); }
    crowdPose[i * CROWD_LOCAL_TEXELS + texel] = numbers;
  }
}

fn crowdTurnAt(frames: vec3<f32>, joint: u32) -> vec4<f32> {
  let a = crowdLocals[(u32(frames.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  let b = crowdLocals[(u32(frames.y) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  return crowdSlerp(a, b, frames.z);
}

// A joint's place and scales, one texel of them.
fn crowdNumbersAt(frames: vec3<f32>, joint: u32, texel: u32) -> vec4<f32> {
  let a = crowdLocals[(u32(frames.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS + texel];
  let b = crowdLocals[(u32(frames.y) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS + texel];
  return mix(a, b, frames.z);
}
