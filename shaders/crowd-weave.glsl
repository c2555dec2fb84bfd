// Colour that the woven pattern of cloth multiplies a surface by. `woven.xyz` is the place in the bind pose, in motifs; `woven.w` is
// 2 × pattern + weight + 0.5, with a pattern from 0 (plain) to 5 and its weight, 0 to 1. `normal` is the surface's in the bind pose, of
// any length; `footprint` is the width of a pixel, in motifs: the pattern fades out where it is too fine for the pixels.
vec3 crowdWeave(vec4 woven, vec3 normal, float footprint) {
  float pattern = floor(0.5 * woven.w);
  float weight = (woven.w - 2.0 * pattern - 0.5) * (1.0 - smoothstep(0.15, 0.5, footprint));
  vec2 place = abs(normal.x) > abs(normal.z) ? woven.zy : woven.xy;
  // Every second row of motifs is shifted by half a motif.
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
  return 1.0 + weight * thread * vec3(0.42, 0.38, 0.25);
}
