// The local pose of one joint of one slot, between two frames and, while a clip fades, between two clips. One invocation
// a bone and slot. crowd-palette.wgsl multiplies the results up the chain; here each is computed once, and not again for
// every joint below it.
fn crowdLocal(i: u32, time: f32) -> void {
  let slot = i / CROWD_BONES;
  let joint = i % CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  let row = crowdSlots[slot + 1u] * CROWD_ROW_TEXELS;
  let animation = crowdTable[row + CROWD_ANIMATION_TEXEL];
  let fade = crowdTable[row + CROWD_FADE_TEXEL];
  let frames = crowdFrames(crowdClips[crowdClipNumber(animation)], crowdClipSeconds(animation, time));
  let weight = crowdFadeWeight(fade, time);
  var oldFrames = frames;
  if (weight < 1.0) {
    oldFrames = crowdFrames(crowdClips[crowdOldClipNumber(animation)], crowdOldClipSeconds(fade, time));
  }
  var rotation = crowdRotationAt(frames, joint);
  if (weight < 1.0) { rotation = crowdSlerp(crowdRotationAt(oldFrames, joint), rotation, weight); }
  crowdPose[i * CROWD_LOCAL_TEXELS] = rotation;
  for (var texel = 1u; texel < CROWD_LOCAL_TEXELS; texel++) {
    var numbers = crowdNumbersAt(frames, joint, texel);
    if (weight < 1.0) { numbers = mix(crowdNumbersAt(oldFrames, joint, texel), numbers, weight); }
    crowdPose[i * CROWD_LOCAL_TEXELS + texel] = numbers;
  }
}

// A joint's local rotation between two frames.
fn crowdRotationAt(frames: vec3<f32>, joint: u32) -> vec4<f32> {
  let a = crowdLocals[(u32(frames.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  let b = crowdLocals[(u32(frames.y) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  return crowdSlerp(a, b, frames.z);
}

// One texel of a joint's translation and scales between two frames.
fn crowdNumbersAt(frames: vec3<f32>, joint: u32, texel: u32) -> vec4<f32> {
  let a = crowdLocals[(u32(frames.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS + texel];
  let b = crowdLocals[(u32(frames.y) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS + texel];
  return mix(a, b, frames.z);
}
