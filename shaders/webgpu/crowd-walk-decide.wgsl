// Decides which way one person wants to go and how fast, by what they are about, and counts them in their cell: the twin
// of src/simulate/goals. Of others it reads only what no invocation changes, so that their order makes no difference.
fn crowdWalkDecide(i: u32, obstacles: u32) -> void {
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  let own = crowdAgents[at + WALK_SELF];
  let intent = u32(own.z);
  if (crowdIsGone(own.z, crowdAgents[at + WALK_IDLE].y)) { return; }
  let place = crowdAgents[at + WALK_PLACE].xy;
  var aim = CrowdAim(crowdAgents[at + WALK_WISH].xy, 0.0, 0.0, u32(own.w));
  switch (intent) {
    case WALK_STAND: { aim = crowdStand(at, place, own.x, obstacles, aim); }
    case WALK_WANDER: { aim = crowdWander(i, at, place, own, obstacles, aim); }
    case WALK_FOLLOW: { aim = crowdFollow(at, place, own.y, aim); }
    case WALK_GO: { aim = crowdGo(at, place, own, obstacles, aim); }
    case WALK_GATHER: { aim = crowdGather(at, place, own, obstacles, aim); }
    case WALK_MARCH: { aim = crowdMarch(at, place, own, aim); }
    case WALK_LEAVE: { aim = crowdLeave(i, at, place, own.y, aim); }
    case WALK_FLEE: { aim = crowdFlee(at, place, own.y, aim); }
    case WALK_ACCOMPANY: { aim = crowdAccompany(at, place, own, aim); }
    default: {}
  }
  aim.speed *= crowdEase(crowdAgents[at + WALK_GROUND].y);
  if (aim.speed > 0.0) {
    for (var k = 0u; k < obstacles; k++) { aim.way = crowdBent(aim, place, own.x, crowdObstacles[2u * k].xyz); }
  }
  crowdAgents[at + WALK_AIM] = vec4<f32>(aim.way, aim.speed, f32(aim.isSettled));
  if (aim.isSettled == WALK_LEFT) { return; }
  atomicAdd(&crowdCells[crowdCellOf(place) + 1u], 1u);
}

// How fast someone walks on a slope, as a share of the speed on even ground; see src/simulate/world/ground.ts.
fn crowdEase(slope: f32) -> f32 {
  if (WALK_OCTAVES == 0u) { return 1.0; }
  return exp(WALK_SLOPE_EXPONENT * (abs(WALK_EASIEST_SLOPE) - abs(slope - WALK_EASIEST_SLOPE)));
}

// What someone wants.
struct CrowdAim {
  // Length 1.
  way: vec2<f32>,
  // Metres a second.
  speed: f32,
  // Metres to the goal.
  distance: f32,
  // 1 for someone who has settled, 2 for someone who slows down to stand, WALK_LEFT for someone who has left.
  isSettled: u32,
}

// Aims at a point, metres, at a speed, metres a second.
fn crowdAimAt(point: vec2<f32>, speed: f32, place: vec2<f32>, before: CrowdAim) -> CrowdAim {
  let away = point - place;
  let distance = length(away);
  if (distance == 0.0) { return CrowdAim(before.way, 0.0, 0.0, before.isSettled); }
  return CrowdAim(away / distance, speed, distance, before.isSettled);
}

// Aims at the target that a person's route or flow field leads to, round walls where there are any.
fn crowdAimAtTarget(at: u32, point: vec2<f32>, speed: f32, place: vec2<f32>, before: CrowdAim) -> CrowdAim {
  if (crowdHasRoute(at)) {
    let route = crowdAlongRoute(at, place);
    var along = crowdAimAt(route.point, speed, place, before);
    along.distance = route.left;
    return along;
  }
  var aim = crowdAimAt(point, speed, place, before);
  let found = crowdWayBy(i32(crowdAgents[at + WALK_WAY].w), place);
  let isNear = aim.distance < WALK_STRAIGHT_DISTANCE && found.distance < 2.0 * WALK_STRAIGHT_DISTANCE;
  if (!found.isKnown || isNear) { return aim; }
  aim.way = found.way;
  aim.distance = found.distance;
  return aim;
}

// Metres that someone has to walk to their target, round walls where there are any.
fn crowdWalkToTarget(at: u32, point: vec2<f32>, place: vec2<f32>) -> f32 {
  if (crowdHasRoute(at)) { return crowdAlongRoute(at, place).left; }
  return crowdWalkTo(i32(crowdAgents[at + WALK_WAY].w), point, place);
}

// Metres that someone has to walk to a point that a flow field leads to, -1 for none.
fn crowdWalkTo(field: i32, point: vec2<f32>, place: vec2<f32>) -> f32 {
  let found = crowdWayBy(field, place);
  if (found.isKnown) { return found.distance; }
  return length(point - place);
}

// Tells that someone is there; crowd-walk-report.wgsl reads it.
fn crowdTellArrived(at: u32) {
  let happened = u32(crowdAgents[at + WALK_IDLE].z);
  crowdAgents[at + WALK_IDLE].z = f32(happened | WALK_ARRIVED);
}

// How near somebody can get to a point that an obstacle covers which stands, metres; 0 for a free point.
fn crowdCover(point: vec2<f32>, radius: f32, obstacles: u32) -> f32 {
  var cover = 0.0;
  for (var k = 0u; k < obstacles; k++) {
    let obstacle = crowdObstacles[2u * k].xyz;
    let clear = obstacle.z + radius + WALK_OBSTACLE_CLEARANCE;
    let distance = length(obstacle.xy - point);
    if (distance >= clear || length(crowdObstacles[2u * k + 1u].xy) >= WALK_STANDING_SPEED) { continue; }
    cover = max(cover, clear - distance + WALK_OBSTACLE_EDGE);
  }
  return cover;
}

// Comes to a stand, and then stays in that place.
fn crowdStand(at: u32, place: vec2<f32>, radius: f32, obstacles: u32, before: CrowdAim) -> CrowdAim {
  var aim = before;
  let goal = crowdAgents[at + WALK_GOAL];
  if (goal.w > 0.0) { return crowdBrake(at, place, before); }
  let distance = length(goal.xy - place);
  let isKeptAway = distance < WALK_CLOSE_DISTANCE && crowdAgents[at + WALK_WISH].w > WALK_GIVE_UP_SECONDS;
  if (isKeptAway) { crowdAgents[at + WALK_GOAL] = vec4<f32>(place, goal.z, 0.0); }
  let near = select(WALK_BACK_DISTANCE, WALK_RETURN_DISTANCE, aim.isSettled == 1u);
  let cover = crowdCover(goal.xy, radius, obstacles);
  let isBack = isKeptAway || distance < near + cover;
  aim.isSettled = u32(isBack);
  if (isBack) { return aim; }
  let left = distance - cover;
  aim = crowdAimAt(goal.xy, min(WALK_RETURN_SPEED, left / WALK_RETURN_SLOWING_SECONDS), place, aim);
  aim.distance = left;
  return aim;
}

// Slows down, straight on, and stands wherever that is: nobody else knows where.
fn crowdBrake(at: u32, place: vec2<f32>, before: CrowdAim) -> CrowdAim {
  let velocity = crowdAgents[at + WALK_PLACE].zw;
  let speed = length(velocity);
  let braked = speed - max(WALK_BRAKING_RATE * speed, WALK_LEAST_BRAKING) * WALK_STEP_SECONDS;
  if (braked <= 0.0) {
    crowdAgents[at + WALK_GOAL] = vec4<f32>(place, crowdAgents[at + WALK_GOAL].z, 0.0);
    crowdAgents[at + WALK_WAY] = vec4<f32>(crowdAgents[at + WALK_BODY].xy, crowdAgents[at + WALK_WAY].z, -1.0);
    return CrowdAim(before.way, 0.0, 0.0, 1u);
  }
  return CrowdAim(velocity / speed, braked / WALK_MAX_SPEED_RATIO, crowdBrakingDistance(speed), 2u);
}

// Walks to a point, and stands there or behind those who have reached it, or leaves.
fn crowdGo(at: u32, place: vec2<f32>, own: vec4<f32>, obstacles: u32, before: CrowdAim) -> CrowdAim {
  let goal = crowdAgents[at + WALK_GOAL];
  let left = length(goal.xy - place);
  let cover = crowdCover(goal.xy, own.x, obstacles);
  let preferred = own.y;
  let leaves = goal.w == WALK_LEAVES;
  if (left <= max(goal.z, cover) || (!leaves && crowdIsBehindOthers(at, goal.xy))) {
    crowdTellArrived(at);
    if (leaves) { return CrowdAim(before.way, 0.0, 0.0, WALK_LEFT); }
    crowdAgents[at + WALK_GOAL] = vec4<f32>(place, goal.x, 1.0);
    crowdAgents[at + WALK_WAY].z = goal.y;
    crowdAgents[at + WALK_SELF].z = f32(WALK_STAND);
    return crowdBrake(at, place, before);
  }
  let speed = select(min(preferred, WALK_LAST_SPEED + (left - cover) / WALK_GO_SLOWING_SECONDS), preferred, leaves);
  var aim = crowdAimAtTarget(at, goal.xy, speed, place, before);
  aim.distance -= cover;
  // Whoever begins near to the point gathers speed first.
  aim.isSettled = select(0u, 2u, speed < preferred && crowdAgents[at + WALK_BODY].z > speed);
  return aim;
}

// Walks up to something and looks at it; stops behind those who stand there already.
fn crowdGather(at: u32, place: vec2<f32>, own: vec4<f32>, obstacles: u32, before: CrowdAim) -> CrowdAim {
  let goal = crowdAgents[at + WALK_GOAL];
  // A flow field measures the way to the edge of what covers the point.
  let cover = select(crowdCover(goal.xy, own.x, obstacles), 0.0, crowdAgents[at + WALK_WAY].w >= 0.0);
  let left = crowdWalkToTarget(at, goal.xy, place) - max(goal.z, cover);
  var aim = before;
  if (aim.isSettled != 1u && (crowdIsThere(at, left) || crowdIsBehindOthers(at, goal.xy))) {
    aim.isSettled = 1u;
    crowdTellArrived(at);
  }
  if (aim.isSettled == 1u) { return crowdAimAt(goal.xy, 0.0, place, aim); }
  let speed = min(own.y, WALK_GATHER_LAST_SPEED + left / WALK_GATHER_SLOWING_SECONDS);
  aim = crowdAimAtTarget(at, goal.xy, speed, place, aim);
  aim.distance -= cover;
  return aim;
}

// Who is held up by others at their sides right before the end stops there.
fn crowdIsThere(at: u32, left: f32) -> bool {
  let hasWaited = crowdAgents[at + WALK_WISH].w > WALK_GATHER_PATIENCE_SECONDS;
  return left <= 0.0 || (left < WALK_COMFORTABLE_GAP && hasWaited);
}

// Whether somebody who has arrived at the same point is in the way.
fn crowdIsBehindOthers(at: u32, point: vec2<f32>) -> bool {
  let sight = crowdAgents[at + WALK_SIGHT];
  let ahead = i32(sight.y);
  if (ahead < 0) { return false; }
  let atOther = u32(ahead) * WALK_AGENT_TEXELS;
  if (!crowdHasArrived(atOther, point)) { return false; }
  let hasWaited = crowdAgents[at + WALK_WISH].w > WALK_GATHER_PATIENCE_SECONDS;
  return sight.x < WALK_COMFORTABLE_GAP || (sight.x < WALK_NEAR_GAP && hasWaited);
}

fn crowdHasArrived(at: u32, point: vec2<f32>) -> bool {
  let other = crowdAgents[at + WALK_SELF];
  if (u32(other.w) != 1u) { return false; }
  let goal = crowdAgents[at + WALK_GOAL];
  if (u32(other.z) == WALK_STAND) { return goal.z == point.x && crowdAgents[at + WALK_WAY].z == point.y; }
  return u32(other.z) == WALK_GATHER && all(goal.xy == point);
}

// Walks along a path.
fn crowdFollow(at: u32, place: vec2<f32>, preferred: f32, before: CrowdAim) -> CrowdAim {
  let way = crowdAgents[at + WALK_WAY];
  let path = u32(way.w);
  let beside = crowdBeside(path, place, i32(way.x));
  let isClosed = crowdCorners[path * 2u].z > 0.0;
  let keepRight = crowdCorners[path * 2u].w;
  let halfWidth = crowdCorners[path * 2u + 1u].x;
  let length = crowdCorners[path * 2u + 1u].y;
  var direction = way.y;
  if (!isClosed) {
    // How far before the end someone turns round.
    let early = crowdAgents[at + WALK_GOAL].z;
    if (beside.arc > length - early) { direction = -1.0; }
    else if (beside.arc < early) { direction = 1.0; }
  }
  crowdAgents[at + WALK_WAY] = vec4<f32>(f32(beside.piece), direction, way.zw);
  let left = beside.left / halfWidth;
  let wrongSide = select(0.0, max(0.0, direction * left + WALK_MIDDLE), keepRight > 0.0);
  let pull = WALK_PULL * WALK_PERSONAL_SPACE * (left + direction * keepRight)
    + WALK_KEEP_RIGHT_PULL * direction * wrongSide;
  // The left of the path is (direction.y, -direction.x).
  let aim = normalize(beside.direction * direction + pull * vec2<f32>(-beside.direction.y, beside.direction.x));
  return CrowdAim(aim, preferred, CROWD_ENDLESS, before.isSettled);
}

// Walks to one drawn place after another.
fn crowdWander(i: u32, at: u32, place: vec2<f32>, own: vec4<f32>, obstacles: u32, before: CrowdAim) -> CrowdAim {
  var goal = crowdAgents[at + WALK_GOAL].xy;
  let visits = u32(crowdAgents[at + WALK_WAY].z);
  let isHeldUp = crowdAgents[at + WALK_WISH].w > WALK_GIVE_UP_SECONDS;
  let near = max(WALK_WANDER_ARRIVAL, crowdCover(goal, own.x, obstacles));
  if (visits == 0u || length(goal - place) < near || isHeldUp) {
    let drawn = crowdDrawnPlace(crowdDraw(WALK_SEED ^ i, 0u), visits);
    goal = drawn.xy;
    crowdAgents[at + WALK_GOAL] = vec4<f32>(goal, 0.0, 0.0);
    crowdAgents[at + WALK_WAY].z = f32(visits + 1u);
    crowdAgents[at + WALK_WAY].w = drawn.z;
    crowdAgents[at + WALK_WISH].w = 0.0;
  }
  return crowdAimAtTarget(at, goal, own.y, place, before);
}

// A place to walk to by two draws of a person's stream, and the number of the flow field that leads there, -1 for none.
fn crowdDrawnPlace(stream: u32, visits: u32) -> vec3<f32> {
  if (WALK_SHARED_PLACE_COUNT > 0u) {
    let choice = u32(crowdUniform(stream, visits) * f32(WALK_SHARED_PLACE_COUNT));
    return WALK_SHARED_PLACES[min(choice, WALK_SHARED_PLACE_COUNT - 1u)];
  }
  let middle = WALK_MIDDLE_OF_GROUND;
  let drawn = crowdPlaceInside(crowdUniform(stream, 2u * visits), crowdUniform(stream, 2u * visits + 1u));
  return vec3<f32>(middle + (drawn - middle) * (1.0 - WALK_CENTERING * WALK_PERSONAL_SPACE), -1.0);
}

// Draw `n` of the Mulberry32 stream of `seed`: as src/math/mulberry32.ts, to the last bit.
fn crowdDraw(seed: u32, n: u32) -> u32 {
  var t = seed + (n + 1u) * 0x6d2b79f5u;
  t = (t ^ (t >> 15u)) * (1u | t);
  t = (t + (t ^ (t >> 7u)) * (61u | t)) ^ t;
  return t ^ (t >> 14u);
}

// The same as a number from 0 to 1.
fn crowdUniform(seed: u32, n: u32) -> f32 {
  return f32(crowdDraw(seed, n)) / 4294967296.0;
}

// A place inside the boundary for two numbers from 0 to 1, metres, uniform over the area.
fn crowdPlaceInside(u: f32, v: f32) -> vec2<f32> {
  if (WALK_BOUNDARY == WALK_RING) {
    let inner = WALK_BOUNDARY_SIZE.x;
    let outer = WALK_BOUNDARY_SIZE.y;
    let radius = sqrt(inner * inner + u * (outer * outer - inner * inner));
    return radius * vec2<f32>(cos(WALK_TAU * v), sin(WALK_TAU * v));
  }
  return WALK_MIDDLE_OF_GROUND + (2.0 * vec2<f32>(u, v) - 1.0) * WALK_HALF_OF_GROUND;
}

// Walks away from a point, straight, until far enough; then the goal before is the goal again.
fn crowdFlee(at: u32, place: vec2<f32>, preferred: f32, before: CrowdAim) -> CrowdAim {
  let danger = crowdAgents[at + WALK_DANGER];
  let away = place - danger.xy;
  let distance = length(away);
  if (distance >= danger.z) { crowdAgents[at + WALK_SELF].z = danger.w; }
  let way = select(crowdAgents[at + WALK_BODY].xy, away / max(distance, 1e-20), distance > 0.0);
  return CrowdAim(way, WALK_FLIGHT_SPEED_RATIO * preferred, CROWD_ENDLESS, before.isSettled);
}

// Keeps a place beside a leader.
fn crowdAccompany(at: u32, place: vec2<f32>, own: vec4<f32>, before: CrowdAim) -> CrowdAim {
  let leader = u32(crowdAgents[at + WALK_WAY].w) * WALK_AGENT_TEXELS;
  if (crowdIsGone(crowdAgents[leader + WALK_SELF].z, crowdAgents[leader + WALK_IDLE].y)) { return crowdGoneOnAlone(at, leader, place, before); }
  let slot = crowdAgents[at + WALK_GOAL].xy;
  let wish = crowdAgents[leader + WALK_WISH].xyz;
  let ahead = wish.xy;
  var point = crowdAgents[leader + WALK_PLACE].xy + ahead * slot.y + vec2<f32>(ahead.y, -ahead.x) * slot.x;
  let edge = crowdEdge(point, i32(crowdAgents[at + WALK_SIGHT].z));
  crowdAgents[at + WALK_SIGHT].z = f32(edge.piece);
  point -= edge.normal * min(0.0, edge.distance - own.x);
  let speed = min(wish.z, crowdAgents[leader + WALK_BODY].z);
  return crowdApproach(point - place, ahead * speed, own.y, before);
}

// Aims at a place that moves: at its velocity, and a little more or less to make good what is missing.
fn crowdApproach(away: vec2<f32>, velocity: vec2<f32>, preferred: f32, before: CrowdAim) -> CrowdAim {
  let wanted = velocity + away / WALK_CATCH_UP_SECONDS;
  let size = length(wanted);
  if (crowdIsAtPlace(away, velocity) || size == 0.0) { return before; }
  return CrowdAim(wanted / size, min(size, WALK_HURRY * preferred), CROWD_ENDLESS, before.isSettled);
}

// Whether a place stands and has been reached.
fn crowdIsAtPlace(away: vec2<f32>, velocity: vec2<f32>) -> bool {
  return length(velocity) < WALK_STANDING_SPEED && dot(away, away) < WALK_NEAR_ENOUGH * WALK_NEAR_ENOUGH;
}

// Goes on with what a leader was about who has left; whoever has a leader without such a goal stands. The goals of leaders who
// are taken out are told to those who accompany them.
fn crowdGoneOnAlone(at: u32, leader: u32, place: vec2<f32>, before: CrowdAim) -> CrowdAim {
  var intent = u32(crowdAgents[leader + WALK_SELF].z);
  if (intent == WALK_FLEE) { intent = u32(crowdAgents[leader + WALK_DANGER].w); }
  let goesOn = intent == WALK_GO || intent == WALK_LEAVE;
  var goal = crowdAgents[leader + WALK_GOAL];
  var way = crowdAgents[leader + WALK_WAY];
  way.x = min(way.x, -1.0);
  if (intent == WALK_LEAVE) {
    goal.z = -1.0;
    way.z = 0.0;
  }
  if (goesOn) { crowdAgents[at + WALK_WAY] = way; }
  crowdAgents[at + WALK_GOAL] = select(vec4<f32>(place, 0.0, 1.0), goal, goesOn);
  crowdAgents[at + WALK_SELF].z = f32(select(WALK_STAND, intent, goesOn));
  return CrowdAim(before.way, 0.0, 0.0, select(2u, 0u, goesOn));
}

// A way, turned towards the tangent of an obstacle (x, z, radius) that bars it, on the side that is nearer.
fn crowdBent(aim: CrowdAim, place: vec2<f32>, radius: f32, obstacle: vec3<f32>) -> vec2<f32> {
  let away = obstacle.xy - place;
  let clear = obstacle.z + radius + WALK_OBSTACLE_CLEARANCE;
  let along = dot(away, aim.way);
  if (along <= 0.0 || along > clear + WALK_LOOK_AHEAD || along - clear > aim.distance) { return aim.way; }
  // Positive where the obstacle's middle is to the left; straight ahead counts as left, so that people keep right.
  let left = away.x * aim.way.y - away.y * aim.way.x;
  let distance = length(away);
  if (abs(left) > clear || distance == 0.0) { return aim.way; }
  let side = select(-1.0, 1.0, left >= 0.0);
  let towards = away / distance;
  let sine = clear / distance;
  // Inside the clearance there is no tangent: along the rim and a little outwards.
  var forward = -WALK_OUTWARD;
  if (sine < 1.0) { forward = sqrt(1.0 - sine * sine); }
  return normalize(forward * towards + min(sine, 1.0) * side * vec2<f32>(-towards.y, towards.x));
}
