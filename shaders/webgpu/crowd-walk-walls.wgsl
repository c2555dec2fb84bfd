// Walls, the twin of src/simulate/world/walls.ts and segment.ts. crowdWalls begins with a texel for each block of the ground,
// [texel of its first wall, texel after its last, 0, 0]; then the walls of all blocks follow, [from x, z, to x, z].

// Texels of the walls near a place: the first, and the one after the last.
fn crowdWallsNear(place: vec2<f32>) -> vec2<u32> {
  let most = vec2<f32>(f32(WALK_WALL_COLUMNS - 1u), f32(WALK_WALL_ROWS - 1u));
  let block = vec2<u32>(clamp(floor((place - vec2<f32>(WALK_MIN_X, WALK_MIN_Z)) / WALK_WALL_SIDE), vec2<f32>(0.0), most));
  return vec2<u32>(crowdWalls[block.y * WALK_WALL_COLUMNS + block.x].xy);
}

// The point of a wall that is nearest to a place.
fn crowdNearestOnWall(wall: vec4<f32>, place: vec2<f32>) -> vec2<f32> {
  let along = wall.zw - wall.xy;
  let squaredLength = dot(along, along);
  if (squaredLength == 0.0) { return wall.xy; }
  return wall.xy + clamp(dot(place - wall.xy, along) / squaredLength, 0.0, 1.0) * along;
}

// Whether the way from one place to another crosses a wall.
fn crowdCrossesWall(wall: vec4<f32>, before: vec2<f32>, place: vec2<f32>) -> bool {
  let along = wall.zw - wall.xy;
  let way = place - before;
  let cross = way.x * along.y - way.y * along.x;
  if (cross == 0.0) { return false; }
  let off = wall.xy - before;
  let onWay = (off.x * along.y - off.y * along.x) / cross;
  let onWall = (off.x * way.y - off.y * way.x) / cross;
  return onWay >= 0.0 && onWay <= 1.0 && onWall >= 0.0 && onWall <= 1.0;
}

// A place, moved off the walls that a body overlaps, to the side where it was before the step.
fn crowdOffWalls(start: vec2<f32>, radius: f32, before: vec2<f32>) -> vec2<f32> {
  var place = start;
  let walls = crowdWallsNear(before);
  for (var k = walls.x; k < walls.y; k++) {
    let wall = crowdWalls[k];
    if (crowdCrossesWall(wall, before, place)) { place = before; }
    let nearest = crowdNearestOnWall(wall, place);
    let away = place - nearest;
    let squared = dot(away, away);
    if (squared < radius * radius && squared > 0.0) { place = nearest + away * (radius / sqrt(squared)); }
  }
  return place;
}
