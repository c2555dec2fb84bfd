// Adds a weighted bone matrix of one frame of the bone texture, from the stored vertex to the character's space, to crowdX,
// crowdY and crowdZ.
uniform highp sampler2D crowdBones;

// The width of the bone texture is that of its file, which may not be a power of two.
ivec2 crowdBoneTexel(int index) {
  int width = textureSize(crowdBones, 0).x;
  return ivec2(index % width, index / width);
}

void crowdAddFrame(int frame, uint joint, float weight) {
  int texel = (frame * crowdBoneCount + int(joint)) * 3;
  crowdX += weight * texelFetch(crowdBones, crowdBoneTexel(texel), 0);
  crowdY += weight * texelFetch(crowdBones, crowdBoneTexel(texel + 1), 0);
  crowdZ += weight * texelFetch(crowdBones, crowdBoneTexel(texel + 2), 0);
}
