// Has one person flee from dangers that are near, the twin of startFleeing in src/simulate/goals/assign-goal.ts. Runs once,
// before the next step.
//
// dangers: how many texels of crowdDangers count
fn crowdWalkFlee(i: u32, dangers: u32) -> void {
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  let place = crowdAgents[at + WALK_PLACE].xy;
  let isGone = crowdIsGone(crowdAgents[at + WALK_SELF].z, crowdAgents[at + WALK_IDLE].y);
  let told = crowdAgents[at + WALK_DANGER].w;
  var first = 0u;
  if (told < 0.0) {
    first = u32(WALK_HEEDS_FROM - told);
    crowdAgents[at + WALK_DANGER].w = 0.0;
  }
  for (var k = first; k < dangers; k++) {
    let danger = crowdDangers[k].xyz;
    let intent = u32(crowdAgents[at + WALK_SELF].z);
    if (isGone || length(place - danger.xy) >= danger.z) { continue; }
    var before = f32(intent);
    if (intent == WALK_FLEE) { before = crowdAgents[at + WALK_DANGER].w; }
    // Who was coming to a stand comes back to where that was.
    if (intent == WALK_STAND && crowdAgents[at + WALK_GOAL].w > 0.0) {
      crowdAgents[at + WALK_GOAL] = vec4<f32>(place, 0.0, 0.0);
      crowdAgents[at + WALK_WAY] = vec4<f32>(crowdAgents[at + WALK_BODY].xy, 0.0, -1.0);
    }
    crowdAgents[at + WALK_DANGER] = vec4<f32>(danger, before);
    crowdAgents[at + WALK_SELF].z = f32(WALK_FLEE);
    crowdAgents[at + WALK_SELF].w = 0.0;
  }
}
