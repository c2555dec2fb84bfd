// Copies what others read of one person into the order. Those of a cell stand in the order of their numbers, whatever
// order the invocations of the kernel before came in: without it two runs differ, since sums depend on their order. Into the
// half of crowdPlaces that contacts write first: how those come who have the right of way, whether they have it, and whether
// they press.
fn crowdWalkGather(i: u32) -> void {
  if (i >= atomicLoad(&crowdCells[WALK_CELLS])) { return; }
  let person = crowdOrder[i];
  let at = person * WALK_AGENT_TEXELS;
  let place = crowdAgents[at + WALK_PLACE];
  let cell = crowdCellOf(place.xy);
  let first = atomicLoad(&crowdCells[cell]);
  var s = first;
  for (var t = first; t < atomicLoad(&crowdCells[cell + 1u]); t++) { s += u32(crowdOrder[t] < person); }
  crowdSorted[2u * s] = place;
  let before = crowdAgents[at + WALK_WISH];
  let aim = crowdAgents[at + WALK_AIM];
  let own = crowdAgents[at + WALK_SELF];
  let wish = crowdTurnedWish(before.xy, aim.xy, crowdAgents[at + WALK_BODY].z);
  crowdSorted[2u * s + 1u] = vec4<f32>(own.x, crowdLook(place.zw, wish), f32(person));
  let presses = aim.z > 0.0 && before.w > WALK_PRESSING_SECONDS && crowdIsBarred(at);
  let comes = presses || crowdMarches(own.z, aim.w);
  crowdPlaces[WALK_SIZE + s] = vec4<f32>(aim.xy * aim.z, f32(comes), f32(presses));
  if (comes) { crowdAnnounce(place.xy, min(WALK_RANGE, aim.z * WALK_WAY_SECONDS) + own.x); }
}

// Tells the cells within so many metres that somebody comes.
fn crowdAnnounce(place: vec2<f32>, reach: f32) {
  for (var r = crowdRowOf(place.y - reach); r <= crowdRowOf(place.y + reach); r++) {
    for (var c = crowdColumnOf(place.x - reach); c <= crowdColumnOf(place.x + reach); c++) {
      atomicStore(&crowdCells[WALK_CELLS + 1u + r * WALK_COLUMNS + c], 1u);
    }
  }
}

// Whether somebody who stands, or steps back to there, is in someone's way, or was last; see src/simulate/step/sight.ts.
fn crowdIsBarred(at: u32) -> bool {
  let ahead = i32(crowdAgents[at + WALK_SIGHT].y);
  if (ahead < 0 || u32(crowdAgents[at + WALK_SELF].z) == WALK_STAND) { return false; }
  let other = u32(ahead) * WALK_AGENT_TEXELS;
  return crowdAgents[other + WALK_AIM].z == 0.0 || u32(crowdAgents[other + WALK_SELF].z) == WALK_STAND;
}
