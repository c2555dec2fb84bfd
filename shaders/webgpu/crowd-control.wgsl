// Words of the control buffer: what the kernels count, and what the GPU reads its own work from.
// `CROWD_DRAW_COUNT` draws for the camera, as many for the shadows, then a merged far draw for each.
const CROWD_SLOTS: u32 = 3u;       // characters with a slot in the palette
const CROWD_DRAWS: u32 = 4u;       // draws, five words each: indices, instances, first index, base vertex, first instance
const CROWD_FAR_DRAWS: u32 = CROWD_DRAWS + 2u * CROWD_DRAW_COUNT * 5u;   // four words each: vertices, instances, first vertex, first instance

// The word that counts the instances of a draw, for the camera (view 0) or the shadows (1).
fn crowdInstanceWord(view: u32, draw: u32) -> u32 {
  return CROWD_DRAWS + (view * CROWD_DRAW_COUNT + draw) * 5u + 1u;
}

fn crowdFarInstanceWord(view: u32) -> u32 {
  return CROWD_FAR_DRAWS + view * 4u + 1u;
}
