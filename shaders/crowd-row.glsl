// Decodes the words of a character's row. `animation`, `fade` and `look` are three of its four texels; the constants
// come from src/render/drawing/shader-constants.ts.

// Number of the clip that plays or fades in.
uint crowdClipNumber(uvec4 animation) {
  return animation[CROWD_CLIPS] & CROWD_CLIP_MASK;
}

// Number of the clip that fades out.
uint crowdOldClipNumber(uvec4 animation) {
  return (animation[CROWD_CLIPS] >> CROWD_CLIP_BITS) & CROWD_CLIP_MASK;
}

// Number of the character's build, 0 to 15.
uint crowdBuild(uvec4 animation) {
  return (animation[CROWD_CLIPS] >> CROWD_BUILD_SHIFT) & CROWD_BUILD_MASK;
}

// Number of the texture atlas cell.
uint crowdTextureCell(uvec4 animation) {
  return animation[CROWD_CLIPS] >> CROWD_CELL_SHIFT;
}

// Seconds into the clip that plays or fades in, at `time` of the crowd's clock.
float crowdClipSeconds(uvec4 animation, float time) {
  return (time - uintBitsToFloat(animation[CROWD_START])) * uintBitsToFloat(animation[CROWD_SPEED]);
}

// Seconds into the clip that fades out.
float crowdOldClipSeconds(uvec4 fade, float time) {
  return (time - uintBitsToFloat(fade[CROWD_OLD_START])) * uintBitsToFloat(fade[CROWD_OLD_SPEED]);
}

// Weight of the clip that fades in, 0 to 1; 1 without a fade.
float crowdFadeWeight(uvec4 fade, float time) {
  float seconds = uintBitsToFloat(fade[CROWD_FADE_SECONDS]);
  float progress = (time - uintBitsToFloat(fade[CROWD_FADE_START])) / max(seconds, 1e-9);
  return seconds > 0.0 ? clamp(progress, 0.0, 1.0) : 1.0;
}

// Uniform scale of the character.
float crowdScale(uvec4 animation) {
  return uintBitsToFloat(animation[CROWD_SCALE]);
}

// Number of the character's body (0), face (1) or hair (2).
uint crowdPartNumber(uvec4 look, uint k) {
  return (look[CROWD_PARTS] >> (k * CROWD_PART_BITS)) & CROWD_PART_MASK;
}

// 1 if the row is not drawn: hidden, or with an opacity of 0.
uint crowdIsHidden(uvec4 look) {
  return ((look[CROWD_PARTS] / CROWD_HIDDEN) & 1u) | uint((look[CROWD_COLORS] >> CROWD_OPACITY_SHIFT) == CROWD_CLEAR);
}
