// Everybody who walks on the GPU: WALK_AGENT_TEXELS texels each in crowdAgents, of which src/simulate/gpu/agent-table.ts
// has the layout, and the cells of the ground that they are sorted by. Numbers whose names begin with WALK_ come from
// src/simulate/gpu/walk-declarations.ts: the same that the step on the CPU is made with.

// Infinity, for which WGSL has no word.
const CROWD_ENDLESS: f32 = 1e30;

// Whether somebody is not there: taken out, or left by themselves.
fn crowdIsGone(intent: f32, hasLeft: f32) -> bool {
  return u32(intent) == WALK_GONE || hasLeft > 0.0;
}

// Whether somebody is in a formation that has not come to its end.
fn crowdMarches(intent: f32, isSettled: f32) -> bool {
  return u32(intent) == WALK_MARCH && u32(isSettled) != 1u;
}

fn crowdColumnOf(x: f32) -> u32 {
  return u32(clamp(floor((x - WALK_MIN_X) / WALK_CELL_WIDTH), 0.0, f32(WALK_COLUMNS - 1u)));
}

fn crowdRowOf(z: f32) -> u32 {
  return u32(clamp(floor((z - WALK_MIN_Z) / WALK_CELL_LENGTH), 0.0, f32(WALK_ROWS - 1u)));
}

fn crowdCellOf(place: vec2<f32>) -> u32 {
  return crowdRowOf(place.y) * WALK_COLUMNS + crowdColumnOf(place.x);
}

// By which of its metres someone is counted before an exit.
fn crowdQueueMetre(distance: f32) -> u32 {
  return u32(clamp(distance, 0.0, f32(WALK_QUEUE_METRES - 1u)));
}

// The unit vector `own`, turned towards another by an angle at most, given by its sine and cosine. Straight back is to
// the left.
fn crowdTurnedTo(own: vec2<f32>, to: vec2<f32>, sine: f32, cosine: f32) -> vec2<f32> {
  if (dot(own, to) >= cosine) { return to; }
  // With +Z ahead, +X is to the left.
  let by = select(-sine, sine, to.x * own.y - to.y * own.x >= 0.0);
  return normalize(vec2<f32>(own.x * cosine + own.y * by, own.y * cosine - own.x * by));
}

// The way someone wants to go, turned towards their aim as far as one step allows at this speed.
fn crowdTurnedWish(wish: vec2<f32>, aim: vec2<f32>, shownSpeed: f32) -> vec2<f32> {
  let isWalking = shownSpeed > WALK_WALKING_SPEED;
  return crowdTurnedTo(wish, aim, select(WALK_STANDING_WISH_SINE, WALK_WALKING_WISH_SINE, isWalking),
    select(WALK_STANDING_WISH_COSINE, WALK_WALKING_WISH_COSINE, isWalking));
}

// The way someone looks: between where one goes and where one wants to go.
fn crowdLook(velocity: vec2<f32>, wish: vec2<f32>) -> vec2<f32> {
  let speed = length(velocity);
  if (speed <= WALK_MIN_LOOK_SPEED) { return wish; }
  let sum = velocity / speed + wish;
  let size = length(sum);
  if (size <= WALK_MIN_LOOK_SPEED) { return wish; }
  return sum / size;
}

// How hard a collision that is `time` seconds away is avoided; see src/simulate/step/avoidance.ts.
fn crowdAvoidance(time: f32) -> f32 {
  let t = max(time, WALK_MIN_TIME);
  return ((WALK_STRENGTH * exp(-t / WALK_TIME_HORIZON)) / (t * t)) * (2.0 / t + 1.0 / WALK_TIME_HORIZON);
}

// Metres that someone walks at a speed before they stand, and seconds that it takes; as in src/simulate/goals/stand.ts and src/render/motion/stop-clip.ts.
fn crowdBrakingDistance(speed: f32) -> f32 {
  let even = min(speed, WALK_LEAST_BRAKING / WALK_BRAKING_RATE);
  return (speed - even) / WALK_BRAKING_RATE + even * even / (2.0 * WALK_LEAST_BRAKING);
}

fn crowdBrakingSeconds(speed: f32) -> f32 {
  let last = WALK_LEAST_BRAKING / WALK_BRAKING_RATE;
  return log(max(1.0, speed / last)) / WALK_BRAKING_RATE + min(speed, last) / WALK_LEAST_BRAKING;
}
