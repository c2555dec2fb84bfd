// Gives one person a place in the order, in whatever order invocations come; crowd-walk-gather.wgsl sorts those of a cell.
// Afterwards crowdCells[c] is where cell c begins, and crowdCells[c + 1] where it ends.
fn crowdWalkScatter(i: u32) -> void {
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  if (u32(crowdAgents[at + WALK_SELF].z) == WALK_GONE) { return; }
  let cell = crowdCellOf(crowdAgents[at + WALK_PLACE].xy);
  crowdOrder[atomicAdd(&crowdCells[cell + 1u], 1u)] = i;
}
