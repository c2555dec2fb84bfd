// Those who leave by exits, the twin of src/simulate/goals/leave.ts. crowdQueues says how many want to leave by each, as
// crowd-walk-queues.wgsl counts them.

// Leaves by the exit that takes the least time, the queue before it included; stays where there is none.
fn crowdLeave(i: u32, at: u32, place: vec2<f32>, preferred: f32, before: CrowdAim) -> CrowdAim {
  var goal = crowdAgents[at + WALK_GOAL];
  var way = crowdAgents[at + WALK_WAY];
  if (way.z == 0.0) {
    // Not all look at once: else those who see a short queue would all join it.
    way.z = select(f32(WALK_STEPS_BETWEEN_LOOKS), f32(1u + i % WALK_STEPS_BETWEEN_LOOKS), goal.z < 0.0);
    let best = crowdBestExit(i32(goal.z), way.x, place, preferred);
    if (best != i32(goal.z)) {
      goal = vec4<f32>(WALK_EXITS[best].xy, f32(best), 0.0);
      way.w = WALK_EXITS[best].w;
    }
  }
  way.z -= 1.0;
  crowdAgents[at + WALK_GOAL] = goal;
  crowdAgents[at + WALK_WAY] = way;
  if (goal.z < 0.0) { return CrowdAim(before.way, 0.0, 0.0, before.isSettled); }
  let left = crowdWalkToTarget(at, goal.xy, place);
  crowdAgents[at + WALK_WAY].x = left;
  if (left <= WALK_EXIT_ARRIVAL) {
    crowdTellArrived(at);
    return CrowdAim(before.way, 0.0, 0.0, WALK_LEFT);
  }
  return crowdAimAtTarget(at, goal.xy, preferred, place, before);
}

// The exit that somebody changes to, or stays with; -1 for none. `distance`: metres to the present one.
fn crowdBestExit(present: i32, distance: f32, place: vec2<f32>, speed: f32) -> i32 {
  var best = present;
  var least = CROWD_ENDLESS;
  if (present >= 0) { least = crowdSecondsBy(u32(present), distance, speed) - WALK_WORTH_SECONDS; }
  for (var exit = 0u; exit < WALK_EXIT_COUNT; exit++) {
    if (i32(exit) == present) { continue; }
    let other = WALK_EXITS[exit];
    let seconds = crowdSecondsBy(exit, crowdWalkTo(i32(other.w), other.xy, place), speed);
    if (seconds >= least) { continue; }
    best = i32(exit);
    least = seconds;
  }
  return best;
}

// Seconds until someone is out by an exit: to walk there, or until those who are nearer have left.
fn crowdSecondsBy(exit: u32, distance: f32, speed: f32) -> f32 {
  var nearer = 0u;
  let first = exit * WALK_QUEUE_METRES;
  for (var metre = 0u; metre < crowdQueueMetre(distance); metre++) { nearer += crowdQueues[first + metre]; }
  return max(distance / max(speed, 1e-20), f32(nearer) / WALK_EXITS[exit].z);
}
