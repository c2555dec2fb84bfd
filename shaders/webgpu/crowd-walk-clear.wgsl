// Before anybody is counted: nobody is in any cell, and nobody comes there.
fn crowdWalkClear(i: u32) -> void {
  if (i <= 2u * WALK_CELLS) { crowdCells[i] = 0u; }
}
