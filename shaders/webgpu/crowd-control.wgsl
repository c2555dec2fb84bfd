// Words of the control buffer, with the counts of the kernels and the arguments of dispatches and draws: the size of a
// dispatch; CROWD_DRAW_COUNT draws for the camera, as many for the shadows, for those whom nothing hides from the camera, and for
// wireframes, and a merged far draw for each of the four. The constants come from src/render/drawing/shader-constants.ts.

// Word with the instance count of a draw, for the camera (view 0), the shadows (1), those whom nothing hides (2) or wireframes
// (3).
fn crowdInstanceWord(view: u32, draw: u32) -> u32 {
  return CROWD_DRAWS + (view * CROWD_DRAW_COUNT + draw) * CROWD_DRAW_WORDS + CROWD_INSTANCE_COUNT;
}

// The same for the merged far draw.
fn crowdFarInstanceWord(view: u32) -> u32 {
  return CROWD_DRAWS + 4u * CROWD_DRAW_COUNT * CROWD_DRAW_WORDS + view * CROWD_FAR_DRAW_WORDS + CROWD_INSTANCE_COUNT;
}
