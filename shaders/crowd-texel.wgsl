// Column and row of texel number `index` in a data texture. The width is a power of two, so no division is needed.
fn crowdTexel(index: i32) -> vec2<i32> {
  return vec2<i32>(index & i32(CROWD_DATA_MASK), index >> CROWD_DATA_BITS);
}
