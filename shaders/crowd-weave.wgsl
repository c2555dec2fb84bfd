// Colour that the woven patterns of cloth multiply a surface by. `woven` is a place in the bind pose, in motifs, and
// 2 × pattern + share + 0.5: the share of the surface that shows it, 0 to 1, and its number, 0 for plain cloth. `normal` is that of
// the place, of any length. Where a pixel is `footprint` motifs wide, a coarse pattern fades out.
fn crowdWeave(woven: vec4<f32>, normal: vec3<f32>, footprint: f32) -> vec3<f32> {
  let pattern = floor(0.5 * woven.w);
  let share = (woven.w - 2.0 * pattern - 0.5) * (1.0 - smoothstep(0.15, 0.5, footprint));
  let place = select(woven.xy, woven.zy, abs(normal.x) > abs(normal.z));
  // Every second row of motifs is half a motif further.
  let off = abs(fract(place + vec2<f32>(fract(0.5 * floor(place.y)), 0.0)) - 0.5);
  let line = 1.0 - smoothstep(vec2<f32>(0.16), vec2<f32>(0.2), abs(fract(place) - 0.5));
  let radius = length(off);
  let side = off.x + off.y;
  let petal = 0.3 - 0.8 * off.x * off.x * off.y * off.y / max(radius * radius * radius * radius, 0.000001);
  let roundel = 2.0 - smoothstep(0.02, 0.05, abs(radius - 0.3)) - smoothstep(0.1, 0.14, radius);
  let lozenge = 2.0 - smoothstep(0.02, 0.05, abs(side - 0.42)) - smoothstep(0.1, 0.16, side);
  var thread = 0.0;
  if (pattern == 1.0) { thread = roundel; }
  if (pattern == 2.0) { thread = lozenge; }
  if (pattern == 3.0) { thread = 1.0 - smoothstep(-0.04, 0.04, radius - petal); }
  if (pattern == 4.0) { thread = line.x; }
  if (pattern == 5.0) { thread = 0.5 * (line.x + line.y); }
  return 1.0 + share * thread * vec3<f32>(0.42, 0.38, 0.25);
}
