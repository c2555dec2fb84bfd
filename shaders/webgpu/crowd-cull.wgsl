fn crowdCull(i: u32, count: u32, extent: vec2<f32>, shadows: i32, depth: vec4<f32>, far: vec2<f32>) -> void {
  if (i >= count) { return; }
  let look = crowdTable[i * 4u + 3u];
  let parts = look.w;
  if ((parts & 0x40000000u) != 0u) { return; }
  let scale = bitcast<f32>(crowdTable[i * 4u + 1u].x);
  let place = bitcast<vec4<f32>>(crowdTable[i * 4u]).xyz;
  let center = vec4<f32>(place + vec3<f32>(0.0, extent.x * scale, 0.0), 1.0);
  let inView = crowdSees(0u, center, extent.y * scale);
  let inShadow = crowdCasts(shadows, center, extent.y * scale);
  if (!inView && !inShadow) { return; }
  let slot = atomicAdd(&crowdControl[CROWD_SLOTS], 1u);
  crowdSlots[slot + 1u] = i;
  let isFar = CROWD_HAS_FAR && crowdIsFar(i, far.x * scale, far.y * abs(dot(depth, center)));
  for (var view = 0u; view < 2u; view++) {
    if (select(inShadow, inView, view == 0u)) {
      crowdAppend(view, parts & 1023u, slot, look, isFar);
      crowdAppend(view, (parts >> 10u) & 1023u, slot, look, isFar);
      crowdAppend(view, (parts >> 20u) & 1023u, slot, look, isFar);
      for (var k = 0u; k < CROWD_SHARED; k++) {
        crowdAppend(view, crowdParts[CROWD_DRAW_COUNT + k], slot, look, isFar);
      }
    }
  }
}

// Whether a sphere reaches into a frustum, six planes that face inwards.
fn crowdSees(frustum: u32, center: vec4<f32>, radius: f32) -> bool {
  for (var k = 0u; k < 6u; k++) {
    if (dot(crowdPlanes[frustum * 6u + k], center) < -radius) { return false; }
  }
  return true;
}

// Whether any shadow sees the sphere; fewer than none stand for more shadows than there is room for.
fn crowdCasts(shadows: i32, center: vec4<f32>, radius: f32) -> bool {
  if (shadows < 0) { return true; }
  for (var s = 0; s < shadows; s++) {
    if (crowdSees(u32(s) + 1u, center, radius)) { return true; }
  }
  return false;
}

// Whether a character is small enough for its far mesh; near the threshold it stays what it was.
fn crowdIsFar(i: u32, size: f32, threshold: f32) -> bool {
  let isFar = size < threshold * select(0.92, 1.08, crowdWasFar[i] == 1u);
  crowdWasFar[i] = u32(isFar);
  return isFar;
}

// Adds a character to the draw of one part, or the part's clusters to the merged far draw; a far part without clusters
// has a draw of its own. A draw's list begins where those of the draws before it end. `look` has the three colours.
fn crowdAppend(view: u32, list: u32, slot: u32, look: vec4<u32>, isFar: bool) {
  if (list == CROWD_NO_PART) { return; }
  let range = CROWD_DRAW_COUNT + CROWD_SHARED + list * 3u;
  let first = crowdParts[range];
  let clusters = crowdParts[range + 1u];
  let color = look[crowdParts[range + 2u]];
  if (!isFar || clusters == 0u) {
    let draw = select(list, first, isFar);
    let n = atomicAdd(&crowdControl[crowdInstanceWord(view, draw)], 1u);
    crowdInstances[view * CROWD_INSTANCES + crowdParts[draw] + n] = vec2<u32>(slot, color);
    return;
  }
  let n = atomicAdd(&crowdControl[crowdFarInstanceWord(view)], clusters);
  for (var k = 0u; k < clusters; k++) {
    crowdPairs[view * CROWD_FAR_PAIRS + n + k] = vec2<u32>((slot << CROWD_CLUSTER_BITS) | (first + k), color);
  }
}
