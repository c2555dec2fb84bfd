// What one person sees of the others, of the boundary and of walls, and the velocity and place that follow from it: the twin of
// src/simulate/step/see-neighbors.ts, accelerate.ts and turn-wishes.ts.
fn crowdWalkSee(i: u32, obstacles: u32) -> void {
  if (i >= crowdCells[WALK_CELLS]) { return; }
  let own = crowdSorted[2u * i];
  let more = crowdSorted[2u * i + 1u];
  let at = u32(more.w) * WALK_AGENT_TEXELS;
  let aim = crowdAgents[at + WALK_AIM];
  let before = crowdAgents[at + WALK_WISH];
  let wish = crowdTurnedWish(before.xy, aim.xy, crowdAgents[at + WALK_BODY].z);
  let impatience = min(1.0, before.w / WALK_PATIENCE_SECONDS);
  let presses = crowdPlaces[WALK_SIZE + i].w > 0.0;
  var sight = CrowdSight(vec2<f32>(0.0), CROWD_ENDLESS, -1, 0.0, 0.0);
  if (aim.z > 0.0) {
    let edge = crowdEdge(own.xy, i32(crowdAgents[at + WALK_SIGHT].z));
    crowdAgents[at + WALK_SIGHT].z = f32(edge.piece);
    sight = crowdSeen(i, own, more.xyz, WALK_STRIP_WIDTH * (1.0 - WALK_IMPATIENT_NARROWING * impatience));
    if (presses) { sight = CrowdSight(vec2<f32>(0.0), CROWD_ENDLESS, sight.ahead, 0.0, 0.0); }
    sight.force += crowdEdgeForce(edge, own.zw) + crowdWallForce(own, more.x);
  }
  let intent = crowdAgents[at + WALK_SELF].z;
  let isReturning = u32(intent) == WALK_STAND && u32(aim.w) != 2u;
  var way = vec3<f32>(0.0);
  if (isReturning || (aim.z == 0.0 && !crowdMarches(intent, aim.w))) { way = crowdWay(own, more.x, u32(more.w), obstacles); }
  let wishSpeed = select(aim.z, 0.0, way.z > 0.0);
  var velocity = crowdAccelerated(own, wish, wishSpeed, impatience, sight);
  if (any(way.xy != vec2<f32>(0.0))) { velocity = crowdSteppedAside(own.zw, way.xy); }
  crowdAgents[at + WALK_WISH] = vec4<f32>(wish, wishSpeed, before.w);
  crowdAgents[at + WALK_SIGHT].x = sight.gap;
  if (sight.ahead >= 0) { crowdAgents[at + WALK_SIGHT].y = crowdSorted[2u * u32(sight.ahead) + 1u].w; }
  else if (before.w == 0.0) { crowdAgents[at + WALK_SIGHT].y = -1.0; }
  let mobility = select(select(WALK_STANDING_MOBILITY, 1.0, wishSpeed > 0.0), WALK_PRESSING_MOBILITY, presses);
  crowdPlaces[i] = vec4<f32>(own.xy + velocity * WALK_STEP_SECONDS, more.x, mobility);
}

// What someone sees.
struct CrowdSight {
  // Metres a second squared.
  force: vec2<f32>,
  // Clear metres ahead.
  gap: f32,
  // Whose body ends that distance: a place in the order, -1 for nobody.
  ahead: i32,
  // How fast that one moves on, metres a second.
  following: f32,
  // Where those who go the same way are, as against those who come the other way: 1 for a metre farther left.
  lane: f32,
}

fn crowdEdgeForce(edge: CrowdEdge, velocity: vec2<f32>) -> vec2<f32> {
  let approach = -dot(velocity, edge.normal);
  if (approach <= 0.0) { return vec2<f32>(0.0); }
  let time = edge.distance / approach;
  if (time > WALK_EDGE_SECONDS) { return vec2<f32>(0.0); }
  return edge.normal * (crowdAvoidance(time) / max(WALK_MIN_APPROACH, approach));
}

// What keeps someone from walking into walls.
fn crowdWallForce(own: vec4<f32>, radius: f32) -> vec2<f32> {
  var force = vec2<f32>(0.0);
  let walls = crowdWallsNear(own.xy);
  for (var k = walls.x; k < walls.y; k++) {
    let away = own.xy - crowdNearestOnWall(crowdWalls[k], own.xy);
    let distance = length(away);
    if (distance > WALK_WALL_RANGE || distance == 0.0) { continue; }
    force += crowdEdgeForce(CrowdEdge(max(0.0, distance - radius), away / distance, -1), own.zw);
  }
  return force;
}

fn crowdSeen(s: u32, own: vec4<f32>, body: vec3<f32>, strip: f32) -> CrowdSight {
  let look = body.yz;
  let squaredRange = WALK_RANGE * WALK_RANGE;
  var sight = CrowdSight(vec2<f32>(0.0), CROWD_ENDLESS, -1, 0.0, 0.0);
  // Of those who go the same way, and of those who come the other way: how many, how many in the lane, how far left.
  var same = vec3<f32>(0.0);
  var opposite = vec3<f32>(0.0);
  let column = crowdColumnOf(own.x);
  let row = crowdRowOf(own.y);
  let firstColumn = column - min(column, WALK_REACH_COLUMNS);
  let lastColumn = min(WALK_COLUMNS - 1u, column + WALK_REACH_COLUMNS);
  for (var r = row - min(row, WALK_REACH_ROWS); r <= min(WALK_ROWS - 1u, row + WALK_REACH_ROWS); r++) {
    let end = crowdCells[r * WALK_COLUMNS + lastColumn + 1u];
    for (var t = crowdCells[r * WALK_COLUMNS + firstColumn]; t < end; t++) {
      let other = crowdSorted[2u * t];
      let d = own.xy - other.xy;
      let squared = dot(d, d);
      if (squared > squaredRange || t == s) { continue; }
      let more = crowdSorted[2u * t + 1u];
      let touch = body.x + more.x;
      let along = -dot(d, look);
      if (along > 0.0) {
        // Positive where the other is to the right.
        let across = d.x * look.y - d.y * look.x;
        let weight = 1.0 - squared / squaredRange;
        let seen = vec3<f32>(weight, select(0.0, weight, abs(across) < WALK_LANE_WIDTH), -weight * across);
        if (dot(more.yz, look) > 0.0) { same += seen; } else { opposite += seen; }
        // The clear distance to who is inside the strip.
        if (abs(across) < touch * strip) {
          let following = dot(other.zw, look);
          let clear = along - sqrt(touch * touch - across * across) + WALK_FOLLOWING_SECONDS * max(0.0, following);
          if (clear < sight.gap) {
            sight.gap = clear;
            sight.ahead = i32(t);
            sight.following = following;
          }
        }
      }
      // The time until two discs that keep their velocities touch: the smaller root of a t² + 2 b t + c = 0.
      let v = own.zw - other.zw;
      let b = dot(d, v);
      let c = squared - touch * touch;
      let a = dot(v, v);
      let discriminant = b * b - a * c;
      if (b >= 0.0 || c <= 0.0 || discriminant <= WALK_MIN_DISCRIMINANT || a < WALK_MIN_SQUARED_SPEED) { continue; }
      let root = sqrt(discriminant);
      let time = (-b - root) / a;
      if (time > WALK_FARTHEST_TIME) { continue; }
      sight.force -= (crowdAvoidance(time) / a) * (v - (a * d - b * v) / root);
    }
  }
  if (opposite.y > 0.0 && same.x > 0.0) {
    let crossing = min(1.0, 4.0 * opposite.y / (same.y + opposite.y));
    sight.lane = crossing * clamp(same.z / same.x - opposite.z / opposite.x, -1.0, 1.0);
  }
  return sight;
}

// The velocity after the step.
fn crowdAccelerated(own: vec4<f32>, wish: vec2<f32>, wishSpeed: f32, impatience: f32, sight: CrowdSight) -> vec2<f32> {
  let allowed = min(wishSpeed, max(0.0, sight.gap) / WALK_TIME_GAP);
  var force = sight.force;
  let forward = dot(force, wish);
  force -= (1.0 - WALK_FORWARD_AVOIDANCE) * forward * wish;
  if (wishSpeed > 0.0) {
    let right = WALK_RIGHT_HAND_SHARE * min(1.0, abs(forward)) + WALK_IMPATIENT_SIDE_STEP * impatience;
    let left = WALK_LANE_PULL * sight.lane + crowdOvertaking(own.xy, wish, wishSpeed, allowed, sight) - right;
    // Seen from above with +Z ahead, +X is to the left.
    force += left * vec2<f32>(wish.y, -wish.x);
  }
  force = crowdShortened(force, WALK_MAX_ACCELERATION) + (allowed * wish - own.zw) / WALK_RELAXATION_SECONDS;
  let velocity = own.zw + crowdShortened(force, WALK_MAX_ACCELERATION) * WALK_STEP_SECONDS;
  let fastest = min(wishSpeed * WALK_MAX_SPEED_RATIO, max(allowed * WALK_MAX_SPEED_RATIO, WALK_MIN_MAX_SPEED));
  return crowdShortened(velocity, fastest);
}

// The step to the left, or to the right where negative, away from someone slower ahead who goes the same way.
fn crowdOvertaking(place: vec2<f32>, wish: vec2<f32>, wishSpeed: f32, allowed: f32, sight: CrowdSight) -> f32 {
  if (sight.ahead < 0 || sight.following <= 0.0 || allowed >= wishSpeed) { return 0.0; }
  let away = crowdSorted[2u * u32(sight.ahead)].xy - place;
  // In a jam nobody overtakes.
  let share = (1.0 - allowed / wishSpeed) * min(1.0, sight.following / wishSpeed);
  return select(WALK_OVERTAKING, -WALK_OVERTAKING, away.x * wish.y - away.y * wish.x > 0.0) * share;
}

// A vector, no longer than `most`.
fn crowdShortened(v: vec2<f32>, most: f32) -> vec2<f32> {
  let squared = dot(v, v);
  if (squared <= most * most) { return v; }
  return v * (most / sqrt(squared));
}
