// A further level of the depth pyramid: the largest of 4 by 4 depths of the level before. One invocation for each depth.
fn crowdDepthReduce(i: u32, level: u32, size: vec2<u32>) -> void {
  let own = crowdDepthLevel(level, size);
  if (i >= own.y * own.z) { return; }
  let finer = crowdDepthLevel(level - 1u, size);
  let first = 4u * vec2<u32>(i % own.y, i / own.y);
  let end = min(first + 4u, finer.yz);
  var depth = 0.0;
  for (var y = first.y; y < end.y; y++) {
    for (var x = first.x; x < end.x; x++) { depth = max(depth, crowdDepths[finer.x + y * finer.y + x]); }
  }
  crowdDepths[own.x + i] = depth;
}
