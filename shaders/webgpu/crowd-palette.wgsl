// The matrix of one bone of one slot, from the vertex as stored to the crowd's space: the inverse bind matrix, then the
// local poses up the chain of joints, then the character's transform. One invocation a bone and slot.
//
// Other ways to go up the chain, in milliseconds for 400 characters of 41 bones on a software GPU, where this one and
// crowd-local.wgsl together take 7.8: one invocation a character, 4.0, but with the fewest threads; each bone computing
// its ancestors' local poses again, 12.8; a workgroup a character with shared memory, 37.9, or 75.6 with a barrier a level.
//
// stepLeft: share of the present step that is still to come
fn crowdPalette(i: u32, stepLeft: f32) -> void {
  let slot = i / CROWD_BONES;
  let bone = i % CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  let character = crowdSlots[slot + 1u];
  let row = character * CROWD_ROW_TEXELS;
  let position = crowdMoved(crowdTable[row + CROWD_POSITION_TEXEL], crowdMoves[character], stepLeft);
  let scale = crowdScale(crowdTable[row + CROWD_ANIMATION_TEXEL]);
  let b = bone * 4u;
  let bind = array(crowdRig[b], crowdRig[b + 1u], crowdRig[b + 2u]);
  var axes = transpose(mat3x3<f32>(bind[0].xyz, bind[1].xyz, bind[2].xyz));
  var translation = vec3<f32>(bind[0].w, bind[1].w, bind[2].w);
  var joint = i32(bone);
  while (joint >= 0) {
    let at = (slot * CROWD_BONES + u32(joint)) * CROWD_LOCAL_TEXELS;
    let local = crowdPose[at + 1u];
    var scales = local.www;
    if (CROWD_LOCAL_TEXELS == 3u) { scales = vec3<f32>(local.w, crowdPose[at + 2u].xy); }
    let localAxes = crowdAxes(crowdPose[at], scales);
    translation = local.xyz + localAxes * translation;
    axes = localAxes * axes;
    joint = i32(crowdRig[u32(joint) * 4u + 3u].x);
  }
  let origin = bitcast<vec4<f32>>(position).xyz;
  for (var r = 0u; r < 3u; r++) {
    // A row of (heading · scale) is the direction that the heading rotates onto that axis, times the scale.
    let axis = vec3<f32>(f32(r == 0u), f32(r == 1u), f32(r == 2u));
    let m = scale * crowdInverseRotate(axis, position[CROWD_HEADING]);
    crowdMatrices[i * 3u + r] = vec4<f32>(m * axes, dot(m, translation) + dot(axis, origin));
  }
}
