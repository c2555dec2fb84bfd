// Corners of the rectangle of one visible character in the targets of the palette: one texel per bone, side by side. With
// CROWD_LIMB_PASS, in the target of the limbs.
uniform vec2 paletteSize;

in uint crowdCharacter;

flat out uint vCharacter;
flat out int vFirst;
#ifdef CROWD_LAYERS
flat out uint vSlot;
#endif

void main() {
  int corner = gl_VertexID & 3;
  uint slot = uint(gl_VertexID >> 2);
#ifdef CROWD_LIMB_PASS
  ivec2 first = crowdLimbTexel(slot);
  int across = CROWD_LIMB_TEXELS;
#else
  ivec2 first = crowdSlotTexel(slot);
  int across = crowdBoneCount;
#endif
  ivec2 texel = first + ivec2(corner == 1 || corner == 2 ? across : 0, corner >> 1);
  vCharacter = crowdCharacter;
  vFirst = first.x;
#ifdef CROWD_LAYERS
  vSlot = slot;
#endif
  gl_Position = vec4(vec2(texel) / paletteSize * 2.0 - 1.0, 0.0, 1.0);
}
