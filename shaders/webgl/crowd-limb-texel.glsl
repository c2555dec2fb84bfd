// Column and row of a slot's first texel in the target of the limbs: CROWD_LIMB_TEXELS for each slot, a power of two of
// slots side by side.
uniform int crowdLimbBits;

ivec2 crowdLimbTexel(uint slot) {
  int across = int(slot) & ((1 << crowdLimbBits) - 1);
  return ivec2(across * CROWD_LIMB_TEXELS, int(slot) >> crowdLimbBits);
}
