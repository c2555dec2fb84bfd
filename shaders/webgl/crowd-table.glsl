// The character table and the clips, as every shader of the classic WebGLRenderer reads them.
uniform highp usampler2D crowdTable;
uniform highp sampler2D crowdClips;
uniform highp float crowdTime;
uniform int crowdBoneCount;

uvec4 crowdRow(uint character, int texel) {
  return texelFetch(crowdTable, crowdTexel(int(character) * 4 + texel), 0);
}

vec4 crowdClip(uint clip) {
  return texelFetch(crowdClips, ivec2(int(clip), 0), 0);
}
