// After crowd-local.wgsl: blends the upper body's clip into the rotation of one joint of one slot, where the character
// plays one. One invocation a bone and slot.
fn crowdUpper(i: u32, time: f32) -> void {
  let slot = i / CROWD_BONES;
  let joint = i % CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  if (crowdRig[joint * 4u + 3u].y == 0.0) { return; }
  let record = crowdSlots[slot + 1u] * CROWD_ROW_TEXELS;
  let upper = crowdLayers[record + CROWD_UPPER_TEXEL];
  let weight = crowdUpperWeight(crowdLayers[record + CROWD_BODY_TEXEL], upper, time);
  if (weight == 0.0) { return; }
  let clip = crowdClips[crowdUpperNumber(upper)];
  let frames = crowdFrames(clip, crowdUpperSeconds(upper, time));
  let a = crowdLocals[(u32(frames.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  let b = crowdLocals[(u32(frames.y) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
  var rotation = crowdSlerp(a, b, frames.z);
  let below = crowdPose[i * CROWD_LOCAL_TEXELS];
  if (crowdUpperIsAdditive(upper) != 0u) {
    // What the clip turns the joint by since its first frame.
    let first = crowdLocals[(u32(clip.x) * CROWD_BONES + joint) * CROWD_LOCAL_TEXELS];
    rotation = crowdProduct(below, crowdProduct(vec4<f32>(-first.xyz, first.w), rotation));
  }
  crowdPose[i * CROWD_LOCAL_TEXELS] = crowdSlerp(below, rotation, weight);
}
