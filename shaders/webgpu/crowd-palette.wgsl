fn crowdPalette(i: u32) -> void {
  let slot = i / CROWD_BONES;
  let bone = i % CROWD_BONES;
  if (slot >= crowdSlots.value[0]) { return; }
  let row = crowdSlots.value[slot + 1u] * 4u;
  let placeBits = crowdTable.value[row];
  let size = bitcast<f32>(crowdTable.value[row + 1u].x);
  var turn = vec4<f32>(0.0, 0.0, 0.0, 1.0);
  var place = vec3<f32>(0.0);
  var scale = 1.0;
  var joint = i32(bone);
  while (joint >= 0) {
    let at = (slot * CROWD_BONES + u32(joint)) * 2u;
    let localTurn = crowdPose.value[at];
    let local = crowdPose.value[at + 1u];
    place = local.xyz + crowdRotate(place * local.w, localTurn);
    turn = crowdJoin(localTurn, turn);
    scale = scale * local.w;
    joint = i32(crowdRig.value[u32(joint) * 4u + 3u].x);
  }
  let origin = bitcast<vec4<f32>>(placeBits).xyz + size * crowdTurn(place, placeBits.w);
  for (var r = 0u; r < 3u; r++) {
    // Row of (heading · scale · turn), from the axis that the heading turns onto this row's.
    let axis = vec3<f32>(f32(r == 0u), f32(r == 1u), f32(r == 2u));
    let m = crowdRotate(crowdUnturn(axis, placeBits.w), vec4<f32>(-turn.xyz, turn.w)) * (scale * size);
    let b = bone * 4u;
    crowdMatrices.value[i * 3u + r] =
      m.x * crowdRig.value[b] + m.y * crowdRig.value[b + 1u] + m.z * crowdRig.value[b + 2u]
      + vec4<f32>(0.0, 0.0, 0.0, dot(axis, origin));
  }
}
