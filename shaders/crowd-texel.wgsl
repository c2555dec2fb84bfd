// Where texel number `index` lies in a data texture. They are 1,024 texels wide, so that no vertex has to divide.
fn crowdTexel(index: i32) -> vec2<i32> {
  return vec2<i32>(index & 1023, index >> 10u);
}
