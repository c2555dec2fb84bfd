// Before anybody is counted: nobody is in any cell.
fn crowdWalkClear(i: u32) -> void {
  if (i <= WALK_CELLS) { crowdCells[i] = 0u; }
}
