// Character table and clips, for all shaders of the classic WebGLRenderer.
uniform highp usampler2D crowdTable;
uniform highp usampler2D crowdMoves;
uniform highp sampler2D crowdClips;
uniform highp float crowdTime;
uniform highp vec2 crowdStep;

// One texel of a character's row: CROWD_ANIMATION_TEXEL, CROWD_FADE_TEXEL or CROWD_LOOK_TEXEL.
uvec4 crowdRow(uint character, uint texel) {
  return texelFetch(crowdTable, crowdTexel(int(character * CROWD_ROW_TEXELS + texel)), 0);
}

// Position texel of a character's row, interpolated between two steps.
uvec4 crowdPositionTexel(uint character) {
  uvec4 moved = texelFetch(crowdMoves, crowdTexel(int(character)), 0);
  return crowdMoved(crowdRow(character, CROWD_POSITION_TEXEL), moved, crowdStep);
}

// Clip data, as an argument of crowdFrames.
vec4 crowdClip(uint clip) {
  return texelFetch(crowdClips, ivec2(int(clip), 0), 0);
}
