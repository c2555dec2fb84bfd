// Tests whether anything of a character can be seen: the box of the vertices on each of its bones, as posed, against the depth
// pyramid. One invocation for each bone and slot.
//
// stamp: number of the test
// size: pixels of the depth texture
// viewport: the part of it that is drawn: position and size, pixels
// clipFromCrowd: from the crowd's space to the camera's clip space
fn crowdSight(i: u32, stamp: u32, size: vec2<u32>, viewport: vec4<f32>, clipFromCrowd: mat4x4<f32>) -> void {
  let slot = i / CROWD_BONES;
  if (slot >= crowdSlots[0]) { return; }
  let bone = i % CROWD_BONES;
  let boxes = vec2<u32>(crowdBoxes[bone].xy);
  if (boxes.x == boxes.y) { return; }
  let character = crowdSlots[slot + 1u];
  let seen = 2u * stamp + 1u;
  if (atomicLoad(&crowdSeen[character]) == seen) { return; }
  var low = vec3<f32>(1e9);
  var high = vec2<f32>(-1e9);
  var corners = 0u;
  for (var box = boxes.x; box < boxes.y; box += 2u) {
    let row = 3u * (slot * CROWD_BONES + u32(crowdBoxes[box].w));
    let posed = transpose(mat3x4<f32>(crowdMatrices[row], crowdMatrices[row + 1u], crowdMatrices[row + 2u]));
    let half = crowdBoxes[box + 1u];
    let center = clipFromCrowd * vec4<f32>(posed * vec4<f32>(crowdBoxes[box].xyz, 1.0), 1.0);
    let x = clipFromCrowd * vec4<f32>(posed[0] * half.x, 0.0);
    let y = clipFromCrowd * vec4<f32>(posed[1] * half.y, 0.0);
    let z = clipFromCrowd * vec4<f32>(posed[2] * half.z, 0.0);
    for (var k = 0u; k < 8u; k++) {
      let signs = vec3<f32>(vec3<u32>(k, k >> 1u, k >> 2u) & vec3<u32>(1u)) * 2.0 - 1.0;
      let corner = center + signs.x * x + signs.y * y + signs.z * z;
      if (corner.z <= 0.0 || corner.w <= 0.0) { continue; }
      corners++;
      let place = corner.xyz / corner.w * vec3<f32>(1.0, -1.0, 1.0);
      low = min(low, place);
      high = max(high, place.xy);
    }
  }
  if (corners == 0u) { return; }
  // What reaches through the near plane is seen.
  if (corners < 4u * (boxes.y - boxes.x)) {
    atomicMax(&crowdSeen[character], seen);
    return;
  }
  // Wider than rounding errors.
  let end = viewport.xy + viewport.zw;
  let first = viewport.xy + (low.xy * 0.5 + 0.5) * viewport.zw - 0.05;
  let last = viewport.xy + (high * 0.5 + 0.5) * viewport.zw + 0.05;
  if (any(first >= end) || any(last < viewport.xy) || low.z > 1.0) { return; }
  atomicMax(&crowdSeen[character], 2u * stamp);
  let firstPixel = vec2<u32>(max(first, viewport.xy));
  let lastPixel = vec2<u32>(min(last, end - 1.0));
  // Few depths to read, of pixels that are few beside those of the box.
  let extent = max(lastPixel.x - firstPixel.x, lastPixel.y - firstPixel.y);
  var level = 0u;
  while (level < CROWD_DEPTH_LEVELS - 1u && (extent >> (2u * level)) >= 16u) { level++; }
  let pyramid = crowdDepthLevel(level, size);
  let firstDepth = firstPixel >> vec2<u32>(2u * level);
  let lastDepth = lastPixel >> vec2<u32>(2u * level);
  for (var row = firstDepth.y; row <= lastDepth.y; row++) {
    for (var column = firstDepth.x; column <= lastDepth.x; column++) {
      if (low.z - 5e-7 <= crowdDepths[pyramid.x + row * pyramid.y + column]) {
        atomicMax(&crowdSeen[character], seen);
        return;
      }
    }
  }
}
