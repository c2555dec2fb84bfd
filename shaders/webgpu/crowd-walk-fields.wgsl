// Flow fields, the twin of src/simulate/world/flow-field.ts: crowdFields has the distance over ground of each cell, row by
// row, one field after another; CROWD_ENDLESS where nobody can walk.

// The way to a target.
struct CrowdWay {
  // False where the target cannot be reached from here, or the straight line leads there.
  isKnown: bool,
  // Length 1.
  way: vec2<f32>,
  // Metres over ground.
  distance: f32,
}

fn crowdFieldDistance(field: i32, column: i32, row: i32) -> f32 {
  let columns = i32(WALK_FIELD_COLUMNS);
  let rows = i32(WALK_FIELD_ROWS);
  if (column < 0 || column >= columns || row < 0 || row >= rows) { return CROWD_ENDLESS; }
  return crowdFields[(field * rows + row) * columns + column];
}

// Rise of the distance from one side of a cell to the other; from the cell itself where a side is blocked.
fn crowdFieldSlope(here: f32, before: f32, after: f32) -> f32 {
  let isBlockedBefore = before >= CROWD_ENDLESS;
  let isBlockedAfter = after >= CROWD_ENDLESS;
  if (isBlockedBefore && isBlockedAfter) { return 0.0; }
  // Against a wall, only a way away from it counts.
  if (isBlockedBefore) { return min(0.0, after - here) * 2.0; }
  if (isBlockedAfter) { return max(0.0, here - before) * 2.0; }
  return after - before;
}

// The way from a place by a field; by none for -1.
fn crowdWayBy(field: i32, place: vec2<f32>) -> CrowdWay {
  let unknown = CrowdWay(false, vec2<f32>(0.0), 0.0);
  if (WALK_FIELD_COLUMNS == 0u || field < 0) { return unknown; }
  let cells = (place - vec2<f32>(WALK_FIELD_MIN_X, WALK_FIELD_MIN_Z)) / WALK_FIELD_CELL_SIZE - 0.5;
  let corner = vec2<i32>(floor(cells));
  var way = vec2<f32>(0.0);
  var distance = 0.0;
  var weights = 0.0;
  for (var n = 0; n < 4; n++) {
    let column = corner.x + n % 2;
    let row = corner.y + n / 2;
    let here = crowdFieldDistance(field, column, row);
    if (here >= CROWD_ENDLESS) { continue; }
    let near = 1.0 - abs(cells - vec2<f32>(f32(column), f32(row)));
    let weight = near.x * near.y;
    let slope = vec2<f32>(
      crowdFieldSlope(here, crowdFieldDistance(field, column - 1, row), crowdFieldDistance(field, column + 1, row)),
      crowdFieldSlope(here, crowdFieldDistance(field, column, row - 1), crowdFieldDistance(field, column, row + 1)));
    let steepness = length(slope);
    way -= weight * slope / select(1.0, steepness, steepness > 0.0);
    distance += weight * here;
    weights += weight;
  }
  let size = length(way);
  if (weights == 0.0 || size == 0.0) { return unknown; }
  return CrowdWay(true, way / size, distance / weights);
}
