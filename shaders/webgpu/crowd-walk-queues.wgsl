// Counts how many of those who want to leave by an exit are how far from it, the twin of src/simulate/world/exits.ts: crowdQueues
// has WALK_QUEUE_METRES words an exit, one for each metre; the last one has all who are still farther. Level 0 forgets
// those of the step before, level 1 counts.
fn crowdWalkQueues(i: u32, level: u32) -> void {
  if (level == 0u) {
    if (i < WALK_EXIT_COUNT * WALK_QUEUE_METRES) { atomicStore(&crowdQueues[i], 0u); }
    return;
  }
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  let exit = crowdAgents[at + WALK_GOAL].z;
  if (crowdIsGone(crowdAgents[at + WALK_SELF].z, crowdAgents[at + WALK_IDLE].y) || u32(crowdAgents[at + WALK_SELF].z) != WALK_LEAVE || exit < 0.0) { return; }
  let metre = crowdQueueMetre(crowdAgents[at + WALK_WAY].x);
  atomicAdd(&crowdQueues[u32(exit) * WALK_QUEUE_METRES + metre], 1u);
}
