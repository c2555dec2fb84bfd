// Culls one character by the camera and the shadows, allocates its palette slot, and adds it to the draws of its parts. One
// invocation for each row of the table.
//
// extent: height of the centre of a character's bounding sphere, and its radius, at scale 1
// shadows: number of shadow frusta; less than 0 for more than the maximum
// depth: row of the matrix that gives a point's depth
// far: a character's fraction of the view's height at depth 1, and the largest error of a level as such a fraction
// stepLeft: remaining fraction of the current step
fn crowdCull(i: u32, count: u32, extent: vec2<f32>, shadows: i32, depth: vec4<f32>, far: vec2<f32>, stepLeft: f32) -> void {
  if (i >= count) { return; }
  let row = i * CROWD_ROW_TEXELS;
  let look = crowdTable[row + CROWD_LOOK_TEXEL];
  if (crowdIsHidden(look) != 0u) { return; }
  let animation = crowdTable[row + CROWD_ANIMATION_TEXEL];
  let scale = crowdScale(animation);
  let texel = crowdMoved(crowdTable[row + CROWD_POSITION_TEXEL], crowdMoves[i], stepLeft);
  let position = bitcast<vec4<f32>>(texel).xyz;
  let center = vec4<f32>(position + vec3<f32>(0.0, extent.x * scale, 0.0), 1.0);
  let inView = crowdSees(0u, center, extent.y * scale);
  let inShadow = crowdCasts(shadows, center, extent.y * scale);
  if (!inView && !inShadow) { return; }
  let slot = atomicAdd(&crowdControl[CROWD_SLOT_COUNT], 1u);
  crowdSlots[slot + 1u] = i;
  let cell = crowdTextureCell(animation);
  let level = crowdChooseLevel(i, far.x * scale, far.y * abs(dot(depth, center)));
  for (var view = 0u; view < 2u; view++) {
    if (select(inShadow, inView, view == 0u)) {
      for (var k = 0u; k < CROWD_PARTS_A_CHARACTER; k++) {
        crowdAppend(view, crowdPartNumber(look, k), slot, cell, look, level);
      }
      for (var k = 0u; k < CROWD_SHARED; k++) {
        crowdAppend(view, crowdParts[CROWD_DRAW_COUNT + k], slot, cell, look, level);
      }
    }
  }
}

// True if a sphere reaches into a frustum, six planes that face inwards.
fn crowdSees(frustum: u32, center: vec4<f32>, radius: f32) -> bool {
  for (var k = 0u; k < 6u; k++) {
    if (dot(crowdPlanes[frustum * 6u + k], center) < -radius) { return false; }
  }
  return true;
}

// True if the sphere is in the view of any shadow, or if there are more shadows than the maximum.
fn crowdCasts(shadows: i32, center: vec4<f32>, radius: f32) -> bool {
  if (shadows < 0) { return true; }
  for (var s = 0; s < shadows; s++) {
    if (crowdSees(u32(s) + 1u, center, radius)) { return true; }
  }
  return false;
}

// The coarsest level of detail whose error is small enough; 0 for the near meshes. The allowed error is raised for a level that
// the character had, and lowered for a coarser one, so that a character at the threshold does not flicker.
fn crowdChooseLevel(i: u32, height: f32, allowed: f32) -> u32 {
  let last = crowdLevels[i];
  var level = CROWD_LEVELS;
  while (level > 0u) {
    let factor = select(1.0 - CROWD_HYSTERESIS, 1.0 + CROWD_HYSTERESIS, last >= level);
    if (CROWD_LEVEL_ERRORS[level - 1u] * height < allowed * factor) { break; }
    level--;
  }
  crowdLevels[i] = level;
  return level;
}

// Adds a character to the draw of one part, or the part's clusters at its level to the merged draw. shaders/README.md has the
// layout of crowdParts. `look` begins with the three colours.
fn crowdAppend(view: u32, part: u32, slot: u32, cell: u32, look: vec4<u32>, level: u32) {
  if (part == CROWD_NO_PART) { return; }
  let entry = CROWD_DRAW_COUNT + CROWD_SHARED + part * CROWD_PART_WORDS;
  let color = look[CROWD_COLORS + crowdParts[entry]];
  let range = entry + 2u * level - 1u;
  if (level == 0u || crowdParts[range] == CROWD_NEAR_MESH) {
    let n = atomicAdd(&crowdControl[crowdInstanceWord(view, part)], 1u);
    crowdInstances[view * CROWD_INSTANCES + crowdParts[part] + n] =
      vec2<u32>(slot | (cell << CROWD_SLOT_BITS), color);
    return;
  }
  let clusters = crowdParts[range + 1u];
  let n = atomicAdd(&crowdControl[crowdFarInstanceWord(view)], clusters);
  for (var k = 0u; k < clusters; k++) {
    let cluster = crowdParts[range] + k;
    crowdPairs[view * CROWD_FAR_PAIRS + n + k] = vec2<u32>((slot << CROWD_CLUSTER_BITS) | cluster, color);
  }
}
