// Those who are led past corners to their target, the twin of aimAlongRoute in src/simulate/goals/aim.ts. Their number in
// WALK_WAY is WALK_FIRST_ROUTE less that of the path, and y and z there are where they began, in place of the path's first
// corner: that is known here alone.

fn crowdHasRoute(at: u32) -> bool {
  return crowdAgents[at + WALK_WAY].w <= WALK_FIRST_ROUTE;
}

// What someone knows of their route.
struct CrowdRoute {
  // A point a little ahead, metres.
  point: vec2<f32>,
  // Metres to its end.
  left: f32,
}

fn crowdAlongRoute(at: u32, place: vec2<f32>) -> CrowdRoute {
  var way = crowdAgents[at + WALK_WAY];
  if (way.x == WALK_ROUTE_BEGINS) { way = vec4<f32>(0.0, place, way.w); }
  let path = u32(WALK_FIRST_ROUTE - way.w);
  let first = u32(crowdCorners[path * 2u].x);
  let pieces = i32(crowdCorners[path * 2u].y);
  let length = crowdCorners[path * 2u + 1u].y;
  let found = crowdNearest(path, place, i32(way.x), way.yz);
  way.x = f32(found.piece);
  crowdAgents[at + WALK_WAY] = way;
  var a = crowdRouteCorner(first, found.piece, way.yz);
  var b = crowdRouteCorner(first, found.piece + 1, way.yz);
  let arc = a.z + found.fraction * (b.z - a.z);
  let ahead = min(length, arc + WALK_ROUTE_AHEAD);
  for (var piece = found.piece + 1; piece < pieces && b.z <= ahead; piece++) {
    a = b;
    b = crowdRouteCorner(first, piece + 1, way.yz);
  }
  let t = clamp((ahead - a.z) / max(b.z - a.z, 1e-20), 0.0, 1.0);
  return CrowdRoute(a.xy + t * (b.xy - a.xy), length - arc + found.distance);
}

// A corner of a route and the length of the route up to there, from the first corner of the path on.
fn crowdRouteCorner(first: u32, n: i32, start: vec2<f32>) -> vec3<f32> {
  if (n > 0) { return crowdCorners[first + u32(n) * 2u].xyz; }
  let second = crowdCorners[first + 2u].xyz;
  return vec3<f32>(start, second.z - distance(second.xy, start));
}
