// Adds a weighted bone matrix of the palette to crowdX, crowdY and crowdZ. Each row of a matrix has its own target.
uniform highp sampler2D crowdPaletteX;
uniform highp sampler2D crowdPaletteY;
uniform highp sampler2D crowdPaletteZ;

void crowdAddBone(ivec2 slotTexel, uint joint, float weight) {
  ivec2 texel = slotTexel + ivec2(int(joint), 0);
  crowdX += weight * texelFetch(crowdPaletteX, texel, 0);
  crowdY += weight * texelFetch(crowdPaletteY, texel, 0);
  crowdZ += weight * texelFetch(crowdPaletteZ, texel, 0);
}
