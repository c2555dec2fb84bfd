// Gives one person a place in the order, in whatever order invocations come; crowd-walk-gather.wgsl sorts those of a cell.
// Afterwards crowdCells[c] is where cell c begins, and crowdCells[c + 1] where it ends. Who has just decided to have left is
// taken out here and not where that is decided, so that all who accompany them see it from the next step on.
fn crowdWalkScatter(i: u32) -> void {
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  if (crowdIsGone(crowdAgents[at + WALK_SELF].z, crowdAgents[at + WALK_IDLE].y)) { return; }
  if (u32(crowdAgents[at + WALK_AIM].w) == WALK_LEFT) {
    crowdAgents[at + WALK_IDLE].y = 1.0;
    crowdAgents[at + WALK_WISH].z = 0.0;
    return;
  }
  let cell = crowdCellOf(crowdAgents[at + WALK_PLACE].xy);
  crowdOrder[atomicAdd(&crowdCells[cell + 1u], 1u)] = i;
}
