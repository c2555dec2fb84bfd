// Turns the numbers of people in cells into where each cell begins in the order: a prefix sum in four dispatches, over
// stretches of WALK_STRETCH words that one invocation each adds up. Level 0: the cells; 1: the stretches' sums; 2: the
// sums of those; 3: every cell gets the sums of all stretches before it.
fn crowdWalkScan(i: u32, level: u32) -> void {
  if (level == 0u && i < WALK_SUMS) {
    var sum = 0u;
    for (var c = i * WALK_STRETCH + 1u; c <= min(WALK_CELLS, (i + 1u) * WALK_STRETCH); c++) {
      let count = crowdCells[c];
      crowdCells[c] = sum;
      sum += count;
    }
    crowdSums[i] = sum;
  }
  if (level == 1u && i < WALK_UPPER_SUMS) {
    crowdSums[WALK_SUMS + i] = crowdAddUp(i * WALK_STRETCH, min(WALK_SUMS, (i + 1u) * WALK_STRETCH));
  }
  if (level == 2u && i == 0u) {
    crowdSums[WALK_SUMS + WALK_UPPER_SUMS] = crowdAddUp(WALK_SUMS, WALK_SUMS + WALK_UPPER_SUMS);
  }
  if (level == 3u && i < WALK_CELLS) {
    let stretch = i / WALK_STRETCH;
    crowdCells[i + 1u] += crowdSums[stretch] + crowdSums[WALK_SUMS + stretch / WALK_STRETCH];
  }
}

// Puts the sum of those before in place of each word. Returns the sum of all.
fn crowdAddUp(first: u32, end: u32) -> u32 {
  var sum = 0u;
  for (var n = first; n < end; n++) {
    let own = crowdSums[n];
    crowdSums[n] = sum;
    sum += own;
  }
  return sum;
}
