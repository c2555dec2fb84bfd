// The velocity that takes somebody who stands out of the way of others, the twin of src/simulate/step/make-way.ts.

// Adds the velocities that every obstacle that moves, and everybody who has the right of way, asks for. Third, 1 where any does.
fn crowdWay(own: vec4<f32>, radius: f32, number: u32, obstacles: u32) -> vec3<f32> {
  var way = vec3<f32>(0.0);
  for (var k = 0u; k < obstacles; k++) {
    way += crowdAside(own.xy, radius, number, crowdObstacles[2u * k].xyz, crowdObstacles[2u * k + 1u].xy);
  }
  if (crowdCells[WALK_CELLS + 1u + crowdCellOf(own.xy)] > 0u) {
    let reach = WALK_RANGE + WALK_CELL_WIDTH;
    let firstColumn = crowdColumnOf(own.x - reach);
    let lastColumn = crowdColumnOf(own.x + reach);
    for (var r = crowdRowOf(own.y - reach); r <= crowdRowOf(own.y + reach); r++) {
      let end = crowdCells[r * WALK_COLUMNS + lastColumn + 1u];
      for (var t = crowdCells[r * WALK_COLUMNS + firstColumn]; t < end; t++) {
        let comes = crowdPlaces[WALK_SIZE + t];
        if (comes.z == 0.0) { continue; }
        let other = vec3<f32>(crowdSorted[2u * t].xy, crowdSorted[2u * t + 1u].x);
        way += crowdAside(own.xy, radius, number, other, comes.xy);
      }
    }
  }
  return vec3<f32>(crowdShortened(way.xy, WALK_SIDE_STEP_SPEED), way.z);
}

// The velocity that takes somebody out of the way of one (x, z, radius) who comes, and 1; zeros where nobody is in the way.
fn crowdAside(place: vec2<f32>, radius: f32, number: u32, coming: vec3<f32>, velocity: vec2<f32>) -> vec3<f32> {
  let speed = length(velocity);
  if (speed < WALK_MIN_COMING_SPEED) { return vec3<f32>(0.0); }
  let ahead = velocity / speed;
  let away = place - coming.xy;
  let along = dot(away, ahead);
  if (along <= 0.0 || along > min(WALK_RANGE, speed * WALK_WAY_SECONDS) + coming.z) { return vec3<f32>(0.0); }
  // With +Z ahead, +X is to the left.
  let left = away.x * ahead.y - away.y * ahead.x;
  let missing = coming.z + radius + WALK_OBSTACLE_CLEARANCE - abs(left);
  if (missing <= 0.0) { return vec3<f32>(0.0); }
  let goesLeft = select(left > 0.0, number % 2u == 1u, abs(left) < WALK_WAY_MIDDLE);
  let toLeft = select(-1.0, 1.0, goesLeft) * min(WALK_SIDE_STEP_SPEED, missing / WALK_SIDE_STEP_SECONDS);
  return vec3<f32>(toLeft * vec2<f32>(ahead.y, -ahead.x), 1.0);
}

// The velocity of somebody who makes way, after the step.
fn crowdSteppedAside(velocity: vec2<f32>, way: vec2<f32>) -> vec2<f32> {
  return velocity + crowdShortened(way - velocity, WALK_MAX_ACCELERATION * WALK_STEP_SECONDS);
}
