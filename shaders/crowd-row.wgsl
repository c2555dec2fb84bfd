// Decodes the words of a character's row. `animation`, `fade` and `look` are three of its four texels; the constants
// come from src/render/drawing/shader-constants.ts.

// Number of the clip that plays or fades in.
fn crowdClipNumber(animation: vec4<u32>) -> u32 {
  return animation[CROWD_CLIPS] & CROWD_CLIP_MASK;
}

// Number of the clip that fades out.
fn crowdOldClipNumber(animation: vec4<u32>) -> u32 {
  return (animation[CROWD_CLIPS] >> CROWD_CLIP_BITS) & CROWD_CLIP_MASK;
}

// Number of the character's build, 0 to 15.
fn crowdBuild(animation: vec4<u32>) -> u32 {
  return (animation[CROWD_CLIPS] >> CROWD_BUILD_SHIFT) & CROWD_BUILD_MASK;
}

// Number of the texture atlas cell.
fn crowdTextureCell(animation: vec4<u32>) -> u32 {
  return animation[CROWD_CLIPS] >> CROWD_CELL_SHIFT;
}

// Seconds into the clip that plays or fades in, at `time` of the crowd's clock.
fn crowdClipSeconds(animation: vec4<u32>, time: f32) -> f32 {
  return (time - bitcast<f32>(animation[CROWD_START])) * bitcast<f32>(animation[CROWD_SPEED]);
}

// Seconds into the clip that fades out.
fn crowdOldClipSeconds(fade: vec4<u32>, time: f32) -> f32 {
  return (time - bitcast<f32>(fade[CROWD_OLD_START])) * bitcast<f32>(fade[CROWD_OLD_SPEED]);
}

// Weight of the clip that fades in, 0 to 1; 1 without a fade.
fn crowdFadeWeight(fade: vec4<u32>, time: f32) -> f32 {
  let seconds = bitcast<f32>(fade[CROWD_FADE_SECONDS]);
  let progress = (time - bitcast<f32>(fade[CROWD_FADE_START])) / max(seconds, 1e-9);
  return select(1.0, clamp(progress, 0.0, 1.0), seconds > 0.0);
}

// Uniform scale of the character.
fn crowdScale(animation: vec4<u32>) -> f32 {
  return bitcast<f32>(animation[CROWD_SCALE]);
}

// Number of the character's body (0), face (1) or hair (2).
fn crowdPartNumber(look: vec4<u32>, k: u32) -> u32 {
  return (look[CROWD_PARTS] >> (k * CROWD_PART_BITS)) & CROWD_PART_MASK;
}

// 1 if the row is not drawn: hidden, or with an opacity of 0.
fn crowdIsHidden(look: vec4<u32>) -> u32 {
  return ((look[CROWD_PARTS] / CROWD_HIDDEN) & 1u) | u32((look[CROWD_COLORS] >> CROWD_OPACITY_SHIFT) == CROWD_CLEAR);
}
