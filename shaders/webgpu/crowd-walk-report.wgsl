// Lists those to whom something has happened since this kernel ran last: crowdEvents has how many, in any order, and of each
// WALK_EVENT_KINDS times their number and the sum of what it was.
fn crowdWalkReport(i: u32) -> void {
  if (i >= WALK_SIZE) { return; }
  let idle = i * WALK_AGENT_TEXELS + WALK_IDLE;
  let happened = u32(crowdAgents[idle].z);
  if (happened == 0u) { return; }
  crowdAgents[idle].z = 0.0;
  let place = 1u + atomicAdd(&crowdEvents[0], 1u);
  atomicStore(&crowdEvents[place], WALK_EVENT_KINDS * i + happened);
}
