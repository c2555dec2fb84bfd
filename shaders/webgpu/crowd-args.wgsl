// After culling: writes the dispatch size of the pose kernels, one invocation per bone and slot, and the number of slots.
// Finishes the draws of the camera and the shadows, and copies the camera's instance counts to wireframes. A single invocation.
fn crowdArgs(i: u32) -> void {
  if (i != 0u) { return; }
  let slots = min(atomicLoad(&crowdControl[CROWD_SLOT_COUNT]), CROWD_SLOTS);
  crowdSlots[0] = slots;
  let groups = (slots * CROWD_BONES + CROWD_GROUP - 1u) / CROWD_GROUP;
  // A dispatch has at most 65,535 groups a side; WebGPU skips larger ones without an error.
  atomicStore(&crowdControl[0], min(groups, 65535u));
  atomicStore(&crowdControl[1], (groups + 65534u) / 65535u);
  atomicStore(&crowdControl[2], 1u);
  crowdFinish(0u);
  crowdFinish(1u);
  for (var draw = 0u; draw < CROWD_DRAW_COUNT; draw++) {
    atomicStore(&crowdControl[crowdInstanceWord(3u, draw)], atomicLoad(&crowdControl[crowdInstanceWord(0u, draw)]));
  }
  atomicStore(&crowdControl[crowdFarInstanceWord(3u)], atomicLoad(&crowdControl[crowdFarInstanceWord(0u)]));
}
