// Corners of the rectangle of one visible character in the targets of the palette: one texel for each bone, side by side.
uniform vec2 paletteSize;

in uint crowdCharacter;

flat out uint vCharacter;
flat out int vFirst;

void main() {
  int corner = gl_VertexID & 3;
  ivec2 first = crowdSlotTexel(uint(gl_VertexID >> 2));
  ivec2 texel = first + ivec2(corner == 1 || corner == 2 ? crowdBoneCount : 0, corner >> 1);
  vCharacter = crowdCharacter;
  vFirst = first.x;
  gl_Position = vec4(vec2(texel) / paletteSize * 2.0 - 1.0, 0.0, 1.0);
}
