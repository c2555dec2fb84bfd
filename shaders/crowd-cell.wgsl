// Coordinates in a texture atlas of `grid.x` columns and `grid.y` rows, from coordinates within a cell. Cells are numbered
// from the upper left, which is at the end of v if `grid.z` is 1. Larger numbers wrap.
fn crowdCellUv(uv: vec2<f32>, cell: u32, grid: vec3<f32>) -> vec2<f32> {
  let size = vec2<u32>(grid.xy);
  let number = cell % (size.x * size.y);
  let place = vec2<f32>(f32(number % size.x), f32(number / size.x));
  let v = mix(place.y, grid.y - 1.0 - place.y, grid.z);
  return (uv + vec2<f32>(place.x, v)) / grid.xy;
}
