// Keeps one person apart from others, out of obstacles, off walls and inside the boundary, once of several times: the twin
// of src/simulate/step/contacts.ts. All move at once, from one half of crowdPlaces into the other.
fn crowdWalkContacts(i: u32, half: u32, obstacles: u32) -> void {
  if (i >= crowdCells[WALK_CELLS]) { return; }
  let start = half * WALK_SIZE;
  let own = crowdPlaces[start + i];
  var push = vec2<f32>(0.0);
  var contacts = 0.0;
  // Cells are those that people were sorted by: within a step nobody leaves them by more than a body's width.
  let sorted = crowdSorted[2u * i];
  let column = crowdColumnOf(sorted.x);
  let row = crowdRowOf(sorted.y);
  let firstColumn = column - min(column, 1u);
  let lastColumn = min(WALK_COLUMNS - 1u, column + 1u);
  for (var r = row - min(row, 1u); r <= min(WALK_ROWS - 1u, row + 1u); r++) {
    let end = crowdCells[r * WALK_COLUMNS + lastColumn + 1u];
    for (var t = crowdCells[r * WALK_COLUMNS + firstColumn]; t < end; t++) {
      if (t == i) { continue; }
      let other = crowdPlaces[start + t];
      var d = own.xy - other.xy;
      let touch = (own.z + other.z) * WALK_CONTACT_CLEARANCE;
      let squared = dot(d, d);
      if (squared >= touch * touch) { continue; }
      var distance = sqrt(squared);
      if (distance < WALK_COINCIDENT) {
        d = vec2<f32>(select(-WALK_COINCIDENT, WALK_COINCIDENT, i < t), 0.0);
        distance = WALK_COINCIDENT;
      }
      push += d * (((touch - distance) / (distance * (own.w + other.w))) * own.w);
      contacts += 1.0;
    }
  }
  var place = own.xy;
  if (contacts > 0.0) { place += push * min(1.0, WALK_CONTACT_RELAXATION / contacts); }
  for (var k = 0u; k < obstacles; k++) { place = crowdPushedOut(place, own.z, crowdObstacles[2u * k].xyz); }
  place = crowdOffWalls(place, own.z, sorted.xy);
  let sight = u32(crowdSorted[2u * i + 1u].w) * WALK_AGENT_TEXELS + WALK_SIGHT;
  // The corner of a rectangle takes two corrections: one a side.
  for (var correction = 0u; correction < 2u; correction++) {
    let edge = crowdEdge(place, i32(crowdAgents[sight].z));
    crowdAgents[sight].z = f32(edge.piece);
    if (edge.distance >= 0.0) { break; }
    place -= edge.normal * edge.distance;
  }
  crowdPlaces[(1u - half) * WALK_SIZE + i] = vec4<f32>(place, own.zw);
}

// A place, moved out of an obstacle (x, z, radius) that a body overlaps.
fn crowdPushedOut(place: vec2<f32>, radius: f32, obstacle: vec3<f32>) -> vec2<f32> {
  let touch = obstacle.z + radius;
  let away = place - obstacle.xy;
  let squared = dot(away, away);
  if (squared >= touch * touch) { return place; }
  if (squared == 0.0) { return obstacle.xy + vec2<f32>(touch, 0.0); }
  return obstacle.xy + away * (touch / sqrt(squared));
}
