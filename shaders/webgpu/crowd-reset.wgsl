// Before culling: sets every count of the control buffer to 0. One invocation for each draw and view.
fn crowdReset(i: u32) -> void {
  if (i == 0u) { atomicStore(&crowdControl[CROWD_SLOT_COUNT], 0u); }
  if (i < 2u) { atomicStore(&crowdControl[crowdFarInstanceWord(i)], 0u); }
  if (i < 2u * CROWD_DRAW_COUNT) { atomicStore(&crowdControl[crowdInstanceWord(0u, i)], 0u); }
}
