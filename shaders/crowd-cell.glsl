// Coordinates in a texture atlas of `grid.x` columns and `grid.y` rows, from coordinates within a cell. Cells are numbered
// from the upper left, which is at the end of v if `grid.z` is 1. Larger numbers wrap.
vec2 crowdCellUv(vec2 uv, uint cell, vec3 grid) {
  uvec2 size = uvec2(grid.xy);
  uint number = cell % (size.x * size.y);
  vec2 place = vec2(float(number % size.x), float(number / size.x));
  float v = mix(place.y, grid.y - 1.0 - place.y, grid.z);
  return (uv + vec2(place.x, v)) / grid.xy;
}
