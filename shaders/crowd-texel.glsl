// Column and row of texel number `index` in a data texture. The width is a power of two, so no division is needed.
ivec2 crowdTexel(int index) {
  return ivec2(index & int(CROWD_DATA_MASK), index >> CROWD_DATA_BITS);
}
