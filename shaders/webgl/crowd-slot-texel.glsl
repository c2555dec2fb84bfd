// Where the palette's targets keep the first matrix of a slot; a power of two of slots stand side by side.
uniform int crowdBoneCount;
uniform int crowdPaletteBits;

ivec2 crowdSlotTexel(uint slot) {
  int across = int(slot) & ((1 << crowdPaletteBits) - 1);
  return ivec2(across * crowdBoneCount, int(slot) >> crowdPaletteBits);
}
