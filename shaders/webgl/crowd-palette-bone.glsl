// Adds a bone's matrix from the palette to crowdX, crowdY and crowdZ.
uniform highp sampler2D crowdPalette;

// The rows of the matrix from this vertex as stored to the crowd's space.
vec4 crowdX;
vec4 crowdY;
vec4 crowdZ;

void crowdAddBone(uint slot, int joint, float weight) {
  int width = textureSize(crowdPalette, 0).x;
  int first = int(slot) * crowdBoneCount * 3;
  ivec2 texel = ivec2(first % width + joint * 3, first / width);
  crowdX += weight * texelFetch(crowdPalette, texel, 0);
  crowdY += weight * texelFetch(crowdPalette, texel + ivec2(1, 0), 0);
  crowdZ += weight * texelFetch(crowdPalette, texel + ivec2(2, 0), 0);
}
