// Height of hilly ground, the twin of src/generate/terrain.ts: octaves of two-dimensional simplex noise. crowdHills has a
// texel for each octave, [x and z within a cell, the cell's number along x and z], and one for each of 256 corners,
// [number, gradient x and z, 0].

// Metres.
fn crowdHeightAt(place: vec2<f32>) -> f32 {
  var height = 0.0;
  var weight = WALK_HILL_AMPLITUDE;
  var scale = WALK_HILL_FREQUENCY;
  for (var octave = 0u; octave < WALK_OCTAVES; octave++) {
    height += weight * crowdNoiseAt(octave, place * scale);
    weight *= WALK_GAIN;
    scale *= WALK_LACUNARITY;
  }
  return height;
}

// Noise from -1 to 1: what the three corners of the triangle around a point add to it.
fn crowdNoiseAt(octave: u32, point: vec2<f32>) -> f32 {
  let cut = crowdHills[octave];
  let p = point + cut.xy;
  let cell = floor(p + (p.x + p.y) * WALK_SKEW);
  let away = p - cell + (cell.x + cell.y) * WALK_UNSKEW;
  let side = select(vec2<f32>(0.0, 1.0), vec2<f32>(1.0, 0.0), away.x > away.y);
  let at = vec2<i32>(cell + cut.zw);
  return 70.0 * (crowdCornerNoise(at, away)
    + crowdCornerNoise(at + vec2<i32>(side), away - side + WALK_UNSKEW)
    + crowdCornerNoise(at + vec2<i32>(1), away - 1.0 + 2.0 * WALK_UNSKEW));
}

// What one corner adds at a distance from it.
fn crowdCornerNoise(corner: vec2<i32>, away: vec2<f32>) -> f32 {
  let left = 0.5 - dot(away, away);
  if (left < 0.0) { return 0.0; }
  let row = i32(crowdHills[WALK_OCTAVES + u32(corner.y & 255)].x);
  let gradient = crowdHills[WALK_OCTAVES + u32((corner.x + row) & 255)].yz;
  return left * left * left * left * dot(gradient, away);
}
