// Before `keep`: sets the counts of its draws to 0. One invocation for each draw.
fn crowdKeepReset(i: u32) -> void {
  if (i == 0u) { atomicStore(&crowdControl[crowdFarInstanceWord(CROWD_KEPT)], 0u); }
  if (i < CROWD_DRAW_COUNT) { atomicStore(&crowdControl[crowdInstanceWord(CROWD_KEPT, i)], 0u); }
}
