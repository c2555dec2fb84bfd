// Words of the control buffer: what the kernels count, and what the GPU reads its own work from. `CROWD_LISTS` near draws
// for the camera, as many for the shadows, then one far draw for each.
const CROWD_SLOTS: u32 = 3u;          // characters with a slot in the palette
const CROWD_DRAWS: u32 = 4u;          // five words a draw: index count, instances, first index, base vertex, first instance
const CROWD_DRAW_WORDS: u32 = 5u;

fn crowdDraw(view: u32, list: u32) -> u32 {
  return CROWD_DRAWS + (view * CROWD_LISTS + list) * CROWD_DRAW_WORDS;
}
