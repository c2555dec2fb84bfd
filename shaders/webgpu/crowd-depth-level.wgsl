// Where a level of the depth pyramid begins in crowdDepths, its width and its height. Level 0 has a depth for each pixel, and
// each further level one for 4 by 4 of the level before.
fn crowdDepthLevel(level: u32, size: vec2<u32>) -> vec3<u32> {
  var found = vec3<u32>(0u, size);
  for (var k = 0u; k < level; k++) {
    found = vec3<u32>(found.x + found.y * found.z, (found.y + 3u) / 4u, (found.z + 3u) / 4u);
  }
  return found;
}
