fn crowdPalette(i: u32) -> void {
  let slot = i / CROWD_BONES;
  let bone = i % CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  let row = crowdSlots[slot + 1u] * 4u;
  let placeBits = crowdTable[row];
  let size = bitcast<f32>(crowdTable[row + 1u].x);
  // From the vertex as stored to the joint, and then from joint to joint up to the character.
  let b = bone * 4u;
  let bind = array(crowdRig[b], crowdRig[b + 1u], crowdRig[b + 2u]);
  var axes = transpose(mat3x3<f32>(bind[0].xyz, bind[1].xyz, bind[2].xyz));
  var place = vec3<f32>(bind[0].w, bind[1].w, bind[2].w);
  var joint = i32(bone);
  while (joint >= 0) {
    let at = (slot * CROWD_BONES + u32(joint)) * CROWD_LOCAL_TEXELS;
    let local = crowdPose[at + 1u];
    var scales = local.www;
    if (CROWD_LOCAL_TEXELS == 3u) { scales = vec3<f32>(local.w, crowdPose[at + 2u].xy); }
    let localAxes = crowdAxes(crowdPose[at], scales);
    place = local.xyz + localAxes * place;
    axes = localAxes * axes;
    joint = i32(crowdRig[u32(joint) * 4u + 3u].x);
  }
  let origin = bitcast<vec4<f32>>(placeBits).xyz;
  for (var r = 0u; r < 3u; r++) {
    // Row of (heading · size): the direction that the heading turns onto this row's axis.
    let axis = vec3<f32>(f32(r == 0u), f32(r == 1u), f32(r == 2u));
    let m = size * crowdUnturn(axis, placeBits.w);
    crowdMatrices[i * 3u + r] = vec4<f32>(m * axes, dot(m, place) + dot(axis, origin));
  }
}
