// Moves one formation on, slower where its members lag behind, the twin of advanceFormations in src/simulate/world/formation.ts.
// Formations stand behind everybody in crowdAgents, a texel each: number of the path, speed, where the first rank is along
// the path, speed at present. crowdLags has how far a member is from their place at most, metres, as the bits of a
// float that is not negative: those are in the order of the floats.
fn crowdWalkFormations(i: u32, formations: u32) -> void {
  if (i >= formations) { return; }
  let at = WALK_SIZE * WALK_AGENT_TEXELS + i;
  let formation = crowdAgents[at];
  let path = u32(formation.x);
  let isClosed = crowdCorners[path * 2u].z > 0.0;
  let length = crowdCorners[path * 2u + 1u].y;
  let lag = bitcast<f32>(atomicExchange(&crowdLags[i], 0u));
  let share = clamp((WALK_MAX_LAG - lag) / (WALK_MAX_LAG - WALK_SMALL_LAG), 0.0, 1.0);
  let isAtEnd = !isClosed && formation.z >= length;
  let pace = select(formation.y * share, 0.0, isAtEnd);
  var arc = formation.z + pace * WALK_STEP_SECONDS;
  // Rounds are forgotten: far along, floats are too coarse.
  if (isClosed) { arc -= length * floor(arc / length); } else { arc = min(length, arc); }
  crowdAgents[at] = vec4<f32>(formation.xy, arc, pace);
}
