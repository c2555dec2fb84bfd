// After culling: writes the dispatch size of the pose kernels, one invocation per bone and slot, and the number of slots.
// Turns the number of far pairs into a number of batches, the last of which it fills with the empty cluster, 0. Copies the
// instance counts of each part's first surface to its further surfaces, and the camera's to wireframes. A single invocation.
fn crowdArgs(i: u32) -> void {
  if (i != 0u) { return; }
  let slots = min(atomicLoad(&crowdControl[CROWD_SLOT_COUNT]), CROWD_SLOTS);
  crowdSlots[0] = slots;
  let groups = (slots * CROWD_BONES + CROWD_GROUP - 1u) / CROWD_GROUP;
  // A dispatch has at most 65,535 groups a side; WebGPU skips larger ones without an error.
  atomicStore(&crowdControl[0], min(groups, 65535u));
  atomicStore(&crowdControl[1], (groups + 65534u) / 65535u);
  atomicStore(&crowdControl[2], 1u);
  for (var view = 0u; view < 2u; view++) {
    let pairs = min(atomicLoad(&crowdControl[crowdFarInstanceWord(view)]), CROWD_FAR_PAIRS);
    let batches = (pairs + CROWD_BATCH - 1u) / CROWD_BATCH;
    for (var n = pairs; n < batches * CROWD_BATCH; n++) { crowdPairs[view * CROWD_FAR_PAIRS + n] = vec2<u32>(0u); }
    atomicStore(&crowdControl[crowdFarInstanceWord(view)], batches);
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
