fn crowdArgs(i: u32) -> void {
  if (i != 0u) { return; }
  let slots = atomicLoad(&crowdControl[CROWD_SLOTS]);
  crowdSlots[0] = slots;
  // A dispatch is at most 65,535 groups a side; more run nothing, in silence.
  let groups = (slots * CROWD_BONES + 63u) / 64u;
  atomicStore(&crowdControl[0], min(groups, 65535u));
  atomicStore(&crowdControl[1], (groups + 65534u) / 65535u);
  atomicStore(&crowdControl[2], 1u);
}
