// After culling: writes the dispatch size of the pose kernels, one invocation a bone and slot, and tells them how many
// slots there are. The further surfaces of a part get as many instances as its first, and wireframes as many as the camera
// sees. One invocation does it.
fn crowdArgs(i: u32) -> void {
  if (i != 0u) { return; }
  let slots = atomicLoad(&crowdControl[CROWD_SLOT_COUNT]);
  crowdSlots[0] = slots;
  let groups = (slots * CROWD_BONES + CROWD_GROUP - 1u) / CROWD_GROUP;
  // A dispatch is at most 65,535 groups a side; WebGPU runs nothing at all, without an error, where it is more.
  atomicStore(&crowdControl[0], min(groups, 65535u));
  atomicStore(&crowdControl[1], (groups + 65534u) / 65535u);
  atomicStore(&crowdControl[2], 1u);
  for (var view = 0u; view < 2u; view++) {
    for (var draw = CROWD_LISTS; draw < CROWD_DRAW_COUNT; draw++) {
      let instances = atomicLoad(&crowdControl[crowdInstanceWord(view, crowdParts[draw])]);
      atomicStore(&crowdControl[crowdInstanceWord(view, draw)], instances);
    }
  }
  for (var draw = 0u; draw < CROWD_DRAW_COUNT; draw++) {
    atomicStore(&crowdControl[crowdInstanceWord(2u, draw)], atomicLoad(&crowdControl[crowdInstanceWord(0u, draw)]));
  }
  atomicStore(&crowdControl[crowdFarInstanceWord(2u)], atomicLoad(&crowdControl[crowdFarInstanceWord(0u)]));
}
