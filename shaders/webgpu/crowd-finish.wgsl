// Turns the number of a view's far pairs into a number of batches, the last of which it fills with the empty cluster, 0. Copies
// the instance counts of each part's first surface to its further surfaces.
fn crowdFinish(view: u32) {
  let pairs = min(atomicLoad(&crowdControl[crowdFarInstanceWord(view)]), CROWD_FAR_PAIRS);
  let batches = (pairs + CROWD_BATCH - 1u) / CROWD_BATCH;
  for (var n = pairs; n < batches * CROWD_BATCH; n++) { crowdPairs[view * CROWD_FAR_PAIRS + n] = vec2<u32>(0u); }
  atomicStore(&crowdControl[crowdFarInstanceWord(view)], batches);
  for (var draw = CROWD_LISTS; draw < CROWD_DRAW_COUNT; draw++) {
    let instances = atomicLoad(&crowdControl[crowdInstanceWord(view, crowdParts[draw])]);
    atomicStore(&crowdControl[crowdInstanceWord(view, draw)], instances);
  }
}
