// Copies the camera's instances and far pairs of some characters to lists of their own. One invocation for each place in the
// camera's lists.
//
// least: the smallest word of crowdSeen that a copied character has
fn crowdKeep(i: u32, least: u32) -> void {
  if (i < CROWD_INSTANCES) {
    var draw = CROWD_LISTS - 1u;
    while (crowdParts[draw] > i) { draw--; }
    let first = crowdParts[draw];
    if (i - first >= atomicLoad(&crowdControl[crowdInstanceWord(0u, draw)])) { return; }
    let instance = crowdInstances[i];
    if (crowdSeen[crowdSlots[(instance.x & CROWD_SLOT_MASK) + 1u]] < least) { return; }
    let n = atomicAdd(&crowdControl[crowdInstanceWord(CROWD_KEPT, draw)], 1u);
    crowdInstances[CROWD_KEPT * CROWD_INSTANCES + first + n] = instance;
    return;
  }
  let k = i - CROWD_INSTANCES;
  if (k >= CROWD_BATCH * atomicLoad(&crowdControl[crowdFarInstanceWord(0u)])) { return; }
  let pair = crowdPairs[k];
  // The empty cluster fills the last batch.
  if ((pair.x & CROWD_CLUSTER_MASK) == 0u) { return; }
  let slot = pair.x >> CROWD_CLUSTER_BITS;
  // Characters without a slot are not tested.
  if (slot < CROWD_SLOTS && crowdSeen[crowdSlots[slot + 1u]] < least) { return; }
  let n = atomicAdd(&crowdControl[crowdFarInstanceWord(CROWD_KEPT)], 1u);
  crowdPairs[CROWD_KEPT * CROWD_FAR_PAIRS + n] = pair;
}
