// Where texel number `index` lies in a data texture. They are 1,024 texels wide, so that no vertex has to divide.
ivec2 crowdTexel(int index) {
  return ivec2(index & 1023, index >> 10);
}
