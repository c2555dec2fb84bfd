// Where the palette keeps the first matrix of a slot; it has a power of two of slots side by side.
uniform int crowdBoneCount;
uniform int crowdPaletteBits;

ivec2 crowdSlotTexel(uint slot) {
  int across = int(slot) & ((1 << crowdPaletteBits) - 1);
  return ivec2(across * crowdBoneCount * 3, int(slot) >> crowdPaletteBits);
}
