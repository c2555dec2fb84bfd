// Column and row of a slot's first matrix in the targets of the palette. The number of slots per row is a power of two.
uniform int crowdPaletteBits;

ivec2 crowdSlotTexel(uint slot) {
  int across = int(slot) & ((1 << crowdPaletteBits) - 1);
  return ivec2(across * crowdBoneCount, int(slot) >> crowdPaletteBits);
}
