// Those who march in ranks, the twin of src/simulate/goals/march.ts; crowd-walk-formations.wgsl moves their formations.

// Keeps a place in a formation.
fn crowdMarch(at: u32, place: vec2<f32>, own: vec4<f32>, before: CrowdAim) -> CrowdAim {
  let number = u32(crowdAgents[at + WALK_WAY].w);
  let formation = crowdAgents[WALK_SIZE * WALK_AGENT_TEXELS + number];
  let slot = crowdAgents[at + WALK_GOAL].xy;
  let path = u32(formation.x);
  let beside = crowdPlaceAlong(path, formation.z + slot.y);
  let point = beside.nearest + vec2<f32>(beside.direction.y, -beside.direction.x) * slot.x;
  let away = point - place;
  atomicMax(&crowdLags[number], bitcast<u32>(length(away)));
  let velocity = beside.direction * formation.w;
  var aim = crowdApproach(away, velocity, own.y, before);
  let isAtEnd = crowdCorners[path * 2u].z == 0.0 && formation.z >= crowdCorners[path * 2u + 1u].y;
  if (isAtEnd && aim.isSettled != 1u && crowdIsAtPlace(away, velocity)) {
    aim.isSettled = 1u;
    crowdTellArrived(at);
  }
  return aim;
}

// The place so many metres along a path, kept to its ends; past the end of a closed path comes its beginning.
fn crowdPlaceAlong(path: u32, arc: f32) -> CrowdBeside {
  let first = u32(crowdCorners[path * 2u].x);
  let length = crowdCorners[path * 2u + 1u].y;
  let isClosed = crowdCorners[path * 2u].z > 0.0;
  let along = select(arc, arc - length * floor(arc / length), isClosed);
  var low = 0u;
  var high = u32(crowdCorners[path * 2u].y);
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (crowdCorners[first + middle * 2u].z <= along) { low = middle; } else { high = middle; }
  }
  let before = crowdCorners[first + low * 2u].z;
  let t = clamp((along - before) / max(crowdCorners[first + low * 2u + 2u].z - before, 1e-20), 0.0, 1.0);
  return crowdDescribed(first, i32(low), t, 0.0, vec2<f32>(0.0));
}
