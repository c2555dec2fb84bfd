// Takes one person's place over from the order: velocity becomes what was really moved, the body turns, the way walked
// grows. The twin of src/simulate/step/finish-step.ts.
//
// half: which half of crowdPlaces has the places
fn crowdWalkFinish(i: u32, half: u32) -> void {
  if (i >= crowdCells[WALK_CELLS]) { return; }
  let at = u32(crowdSorted[2u * i + 1u].w) * WALK_AGENT_TEXELS;
  let before = crowdAgents[at + WALK_PLACE].xy;
  let place = crowdPlaces[half * WALK_SIZE + i].xy;
  let own = crowdAgents[at + WALK_SELF];
  let wish = crowdAgents[at + WALK_WISH];
  let body = crowdAgents[at + WALK_BODY];
  let isSettled = crowdAgents[at + WALK_AIM].w;
  let realised = (place - before) / WALK_STEP_SECONDS;
  let moved = length(realised);
  let fastest = WALK_MAX_REALISED_RATIO * max(own.y, wish.z);
  let speed = min(moved, fastest);
  let velocity = realised * select(1.0, fastest / max(moved, 1e-20), moved > fastest);
  crowdAgents[at + WALK_BEFORE] = vec4<f32>(before, body.xy);
  crowdAgents[at + WALK_PLACE] = vec4<f32>(place, velocity);
  crowdAgents[at + WALK_SELF].w = isSettled;

  let isHeldUp = wish.z > 0.0 && dot(velocity, wish.xy) < WALK_HELD_UP_SHARE * wish.z;
  let waits = wish.w + select(-WALK_RECOVERY * WALK_STEP_SECONDS, WALK_STEP_SECONDS, isHeldUp);
  let wait = clamp(waits, 0.0, WALK_MAX_WAIT_SECONDS);
  crowdAgents[at + WALK_WISH].w = wait;
  let told = crowdAgents[at + WALK_IDLE];
  let isBlocked = wait == WALK_MAX_WAIT_SECONDS;
  if (isBlocked && told.w == 0.0) { crowdAgents[at + WALK_IDLE].z = f32(u32(told.z) | WALK_BLOCKED); }
  if (isBlocked || wait == 0.0) { crowdAgents[at + WALK_IDLE].w = f32(isBlocked); }

  let shown = body.z + (speed - body.z) * (WALK_STEP_SECONDS / (WALK_SMOOTHING_SECONDS + WALK_STEP_SECONDS));
  let hasWalked = crowdAgents[at + WALK_SIGHT].w > 0.0;
  let isWalking = shown > select(WALK_START_SPEED, WALK_STOP_SPEED, hasWalked);
  let walked = select(0.0, speed * WALK_STEP_SECONDS, isWalking);
  crowdAgents[at + WALK_SIGHT].w = f32(select(0u, select(1u, 2u, u32(isSettled) == 2u), isWalking));
  crowdAgents[at + WALK_GAIT].w += walked;

  // Those who walk face the way they move, those who gathered face what they look at, and those who stand turn back to where they
  // faced when they came to a stand; the others keep their heading.
  var heading = body.xy;
  if (isWalking && speed > WALK_STOP_SPEED) {
    heading = crowdTurnedTo(heading, velocity / speed, WALK_TURN_SINE, WALK_TURN_COSINE);
  } else if (u32(own.z) == WALK_GATHER && u32(isSettled) == 1u) {
    heading = crowdTurnedTo(heading, wish.xy, WALK_STANDING_TURN_SINE, WALK_STANDING_TURN_COSINE);
  } else if (u32(own.z) == WALK_STAND && u32(isSettled) == 1u) {
    let ahead = crowdAgents[at + WALK_WAY].xy;
    heading = crowdTurnedTo(heading, ahead, WALK_STANDING_TURN_SINE, WALK_STANDING_TURN_COSINE);
  }
  crowdAgents[at + WALK_BODY] = vec4<f32>(heading, shown, walked);
  if (WALK_OCTAVES > 0u) { crowdMeasure(at, place, speed * WALK_STEP_SECONDS); }
}

// Height and slope of the ground after a way, metres; see src/simulate/world/ground.ts.
fn crowdMeasure(at: u32, place: vec2<f32>, way: f32) {
  let before = crowdAgents[at + WALK_GROUND];
  let height = crowdHeightAt(place);
  let rise = select(0.0, (height - before.x) / max(way, 1e-20), way > WALK_MIN_WAY);
  let slope = before.y + (rise - before.y) * (WALK_STEP_SECONDS / WALK_SLOPE_SMOOTHING_SECONDS);
  crowdAgents[at + WALK_GROUND] = vec4<f32>(height, slope, before.x, 0.0);
}
