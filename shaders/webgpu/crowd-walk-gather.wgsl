// Copies what others read of one person into the order. Those of a cell stand in the order of their numbers, whatever
// order the invocations of the kernel before came in: without it two runs differ, since sums depend on their order.
fn crowdWalkGather(i: u32) -> void {
  if (i >= crowdCells[WALK_CELLS]) { return; }
  let person = crowdOrder[i];
  let at = person * WALK_AGENT_TEXELS;
  let place = crowdAgents[at + WALK_PLACE];
  let cell = crowdCellOf(place.xy);
  let first = crowdCells[cell];
  var s = first;
  for (var t = first; t < crowdCells[cell + 1u]; t++) { s += u32(crowdOrder[t] < person); }
  crowdSorted[2u * s] = place;
  let wish = crowdTurnedWish(crowdAgents[at + WALK_WISH].xy, crowdAgents[at + WALK_AIM].xy, crowdAgents[at + WALK_BODY].z);
  crowdSorted[2u * s + 1u] = vec4<f32>(crowdAgents[at + WALK_SELF].x, crowdLook(place.zw, wish), f32(person));
}
