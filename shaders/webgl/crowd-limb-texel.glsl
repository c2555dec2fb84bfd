// Column and row of a slot's first texel in the target of the limbs: CROWD_LIMB_TEXELS per slot. The number of slots per row
// is a power of two.
uniform int crowdLimbBits;

ivec2 crowdLimbTexel(uint slot) {
  int across = int(slot) & ((1 << crowdLimbBits) - 1);
  return ivec2(across * CROWD_LIMB_TEXELS, int(slot) >> crowdLimbBits);
}
