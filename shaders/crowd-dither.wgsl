// Opacity above which a pixel is drawn, 0 to below 1: interleaved gradient noise (J. Jimenez, "Next Generation Post Processing
// in Call of Duty: Advanced Warfare", SIGGRAPH 2014), even over every 3 × 3 pixels.
fn crowdDither(pixel: vec2<f32>) -> f32 {
  return fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
}
