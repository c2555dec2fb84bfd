// Colour that the woven patterns of cloth multiply a surface by. `woven` is a place in the bind pose, in motifs, and
// 2 × pattern + share + 0.5: the share of the surface that shows it, 0 to 1, and its number, 0 for plain cloth. `normal` is that of
// the place, of any length. Where a pixel is `footprint` motifs wide, a coarse pattern fades out.
vec3 crowdWeave(vec4 woven, vec3 normal, float footprint) {
  float pattern = floor(0.5 * woven.w);
  float share = (woven.w - 2.0 * pattern - 0.5) * (1.0 - smoothstep(0.15, 0.5, footprint));
  vec2 place = abs(normal.x) > abs(normal.z) ? woven.zy : woven.xy;
  // Every second row of motifs is half a motif further.
  vec2 off = abs(fract(place + vec2(fract(0.5 * floor(place.y)), 0.0)) - 0.5);
  vec2 line = 1.0 - smoothstep(vec2(0.16), vec2(0.2), abs(fract(place) - 0.5));
  float radius = length(off);
  float side = off.x + off.y;
  float petal = 0.3 - 0.8 * off.x * off.x * off.y * off.y / max(radius * radius * radius * radius, 0.000001);
  float roundel = 2.0 - smoothstep(0.02, 0.05, abs(radius - 0.3)) - smoothstep(0.1, 0.14, radius);
  float lozenge = 2.0 - smoothstep(0.02, 0.05, abs(side - 0.42)) - smoothstep(0.1, 0.16, side);
  float thread = 0.0;
  if (pattern == 1.0) thread = roundel;
  if (pattern == 2.0) thread = lozenge;
  if (pattern == 3.0) thread = 1.0 - smoothstep(-0.04, 0.04, radius - petal);
  if (pattern == 4.0) thread = line.x;
  if (pattern == 5.0) thread = 0.5 * (line.x + line.y);
  return 1.0 + share * thread * vec3(0.42, 0.38, 0.25);
}
