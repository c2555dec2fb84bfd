// Level 0 of the depth pyramid: the largest depth of each pixel's samples. One invocation for each pixel.
fn crowdDepthCopy(i: u32, depths: CROWD_DEPTH_TEXTURE, size: vec2<u32>) -> void {
  if (i >= size.x * size.y) { return; }
  var depth = 0.0;
  for (var k = 0; k < CROWD_DEPTH_SAMPLES; k++) { depth = max(depth, textureLoad(depths, vec2<u32>(i % size.x, i / size.x), k)); }
  crowdDepths[i] = depth;
}
