// Where texel number `index` lies in a texture that is `width` texels wide.
fn crowdTexel(index: i32, width: i32) -> vec2<i32> {
  return vec2<i32>(index % width, index / width);
}
