// Where texel number `index` lies in a texture that is `width` texels wide.
ivec2 crowdTexel(int index, int width) {
  return ivec2(index % width, index / width);
}
