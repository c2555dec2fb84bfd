// Adds a bone's matrix from the palette to crowdX, crowdY and crowdZ.
uniform highp sampler2D crowdPalette;

// The rows of the matrix from this vertex as stored to the crowd's space.
vec4 crowdX;
vec4 crowdY;
vec4 crowdZ;

void crowdAddBone(ivec2 slotTexel, uint joint, float weight) {
  ivec2 texel = slotTexel + ivec2(int(joint) * 3, 0);
  crowdX += weight * texelFetch(crowdPalette, texel, 0);
  crowdY += weight * texelFetch(crowdPalette, texel + ivec2(1, 0), 0);
  crowdZ += weight * texelFetch(crowdPalette, texel + ivec2(2, 0), 0);
}
