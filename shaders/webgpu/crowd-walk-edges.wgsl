// Paths and the boundary: the twins of src/simulate/world/path.ts and boundary.ts. crowdCorners begins with two texels a
// path: [its first corner's texel, number of pieces, 1 if it is closed, share to the right that people keep], [half its
// width, its length, 0, 0]. Two texels a corner follow: [x, z, length of the path up to here, 0], [direction x, z, 0, 0].

// Where someone is beside a path.
struct CrowdBeside {
  piece: i32,
  // Length of the path up to here, metres.
  arc: f32,
  // Metres to the left of it, seen along it.
  left: f32,
  distance: f32,
  nearest: vec2<f32>,
  // The way the path leads, length 1.
  direction: vec2<f32>,
}

// A place on a path.
struct CrowdNearest {
  piece: i32,
  // How much of that piece is before it, 0 to 1.
  fraction: f32,
  distance: f32,
}

// The place of a path nearest to a point, near the piece `hint`; anywhere where that is negative.
fn crowdBeside(path: u32, point: vec2<f32>, hint: i32) -> CrowdBeside {
  let first = u32(crowdCorners[path * 2u].x);
  let found = crowdNearest(path, point, hint, crowdCorners[first].xy);
  return crowdDescribed(first, found.piece, found.fraction, found.distance, point);
}

// The same of a path that begins at `start` in place of its first corner.
fn crowdNearest(path: u32, point: vec2<f32>, hint: i32, start: vec2<f32>) -> CrowdNearest {
  let head = crowdCorners[path * 2u];
  let first = u32(head.x);
  let pieces = i32(head.y);
  let isClosed = head.z > 0.0;
  let isKnown = hint >= 0 && hint < pieces;
  var centre = hint;
  var nearest = 0;
  var fraction = 0.0;
  var squaredDistance = CROWD_ENDLESS;
  for (var tries = 0; tries < pieces; tries++) {
    let lowest = select(0, centre - WALK_PATH_WINDOW, isKnown);
    let highest = select(pieces - 1, centre + WALK_PATH_WINDOW, isKnown);
    squaredDistance = CROWD_ENDLESS;
    for (var p = lowest; p <= highest; p++) {
      let piece = select(p, (p + pieces) % pieces, isClosed);
      if (piece < 0 || piece >= pieces) { continue; }
      let a = select(start, crowdCorners[first + u32(piece) * 2u].xy, piece > 0);
      let along = crowdCorners[first + u32(piece) * 2u + 2u].xy - a;
      let squaredLength = dot(along, along);
      var t = 0.0;
      if (squaredLength > 0.0) { t = clamp(dot(point - a, along) / squaredLength, 0.0, 1.0); }
      let off = a + t * along - point;
      if (dot(off, off) < squaredDistance) {
        squaredDistance = dot(off, off);
        fraction = t;
        nearest = piece;
      }
    }
    let moved = abs(nearest - centre);
    if (!isKnown || moved < WALK_PATH_WINDOW || moved > pieces - WALK_PATH_WINDOW) { break; }
    centre = nearest;
  }
  return CrowdNearest(nearest, fraction, sqrt(squaredDistance));
}

// The place at a fraction of a piece, beside which `point` is.
fn crowdDescribed(first: u32, piece: i32, fraction: f32, distance: f32, point: vec2<f32>) -> CrowdBeside {
  let a = crowdCorners[first + u32(piece) * 2u].xyz;
  let b = crowdCorners[first + u32(piece) * 2u + 2u].xyz;
  let nearest = a.xy + fraction * (b.xy - a.xy);
  let length = select(1.0, b.z - a.z, b.z > a.z);
  let isNearEnd = fraction >= 0.5;
  let fromCorner = select(fraction, 1.0 - fraction, isNearEnd) * length;
  let bend = max(0.0, 1.0 - fromCorner / min(WALK_BEND_LENGTH, length / 2.0));
  let straight = (b.xy - a.xy) / length;
  let corner = crowdCorners[first + u32(piece) * 2u + select(1u, 3u, isNearEnd)].xy;
  let blended = straight + bend * (corner - straight);
  let size = sqrt(dot(blended, blended));
  let direction = blended / select(1.0, size, size > 0.0);
  // With +Z ahead, +X is to the left.
  let side = (point.x - nearest.x) * direction.y - (point.y - nearest.y) * direction.x;
  let left = select(distance, -distance, side < 0.0);
  return CrowdBeside(piece, a.z + fraction * (b.z - a.z), left, distance, nearest, direction);
}

// The edge of the boundary, seen from a place.
struct CrowdEdge {
  // Metres to the nearest edge; negative outside.
  distance: f32,
  // The way inwards from it, length 1.
  normal: vec2<f32>,
  // The piece of the boundary's path that the place is beside.
  piece: i32,
}

// The edge nearest to a place. `hint`: the piece of the boundary's path known last, -1 for none.
fn crowdEdge(place: vec2<f32>, hint: i32) -> CrowdEdge {
  if (WALK_BOUNDARY == WALK_RING) {
    let inner = WALK_BOUNDARY_SIZE.x;
    let outer = WALK_BOUNDARY_SIZE.y;
    let radius = length(place);
    let isNearOuter = inner == 0.0 || outer - radius < radius - inner;
    let inwards = select(1.0, -1.0, isNearOuter);
    let distance = select(radius - inner, outer - radius, isNearOuter);
    let normal = select(vec2<f32>(1.0, 0.0), inwards * place / max(radius, 1e-20), radius > 0.0);
    return CrowdEdge(distance, normal, hint);
  }
  if (WALK_BOUNDARY == WALK_RECTANGLE) {
    let room = WALK_BOUNDARY_SIZE - abs(place);
    let inwards = select(vec2<f32>(1.0), vec2<f32>(-1.0), place > vec2<f32>(0.0));
    let normal = select(vec2<f32>(0.0, inwards.y), vec2<f32>(inwards.x, 0.0), room.x < room.y);
    return CrowdEdge(min(room.x, room.y), normal, hint);
  }
  if (WALK_BOUNDARY == WALK_STRIP) {
    let path = u32(WALK_BOUNDARY_SIZE.x);
    let beside = crowdBeside(path, place, hint);
    let normal = (beside.nearest - place) / max(beside.distance, 1e-20);
    let halfWidth = crowdCorners[path * 2u + 1u].x;
    return CrowdEdge(halfWidth - beside.distance, select(vec2<f32>(1.0, 0.0), normal, beside.distance > 0.0), beside.piece);
  }
  return CrowdEdge(CROWD_ENDLESS, vec2<f32>(1.0, 0.0), hint);
}
