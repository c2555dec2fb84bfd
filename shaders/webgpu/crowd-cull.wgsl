// Culls one character by the camera and the shadows, allocates a palette slot if its level takes one, and adds it to the draws
// of its parts. One invocation for each row of the table.
//
// extent: height of the centre of a character's bounding sphere, and its radius, at scale 1
// shadows: number of shadow frusta; less than 0 for more than the maximum
// step: remaining fraction of the present step, and its number modulo 65,536
fn crowdCull(i: u32, count: u32, extent: vec2<f32>, shadows: i32, step: vec2<f32>) -> void {
  if (i >= count) { return; }
  let row = i * CROWD_ROW_TEXELS;
  let look = crowdTable[row + CROWD_LOOK_TEXEL];
  if (crowdIsHidden(look) != 0u) { return; }
  let animation = crowdTable[row + CROWD_ANIMATION_TEXEL];
  let scale = crowdScale(animation);
  let texel = crowdMoved(crowdTable[row + CROWD_POSITION_TEXEL], crowdMoves[i], step);
  let position = bitcast<vec4<f32>>(texel).xyz;
  let center = vec4<f32>(position + vec3<f32>(0.0, extent.x * scale, 0.0), 1.0);
  let radius = extent.y * scale;
  let inView = crowdSees(0u, center, radius);
  let allowed = crowdAllowedError(0u, center);
  let shadowAllowed = crowdShadowError(shadows, center, radius, f32(CROWD_SHADOW_ERROR) * allowed);
  let inShadow = shadowAllowed >= 0.0;
  if (!inView && !inShadow) { return; }
  var levels = vec2<u32>(crowdLevel(allowed / scale, crowdLevels[i]), crowdLevel(shadowAllowed / scale, 0u));
  crowdLevels[i] = levels[0];
  var slot = CROWD_SLOTS;
  if ((inView && levels[0] < CROWD_SAMPLED_LEVEL) || (inShadow && levels[1] < CROWD_SAMPLED_LEVEL)) {
    slot = atomicAdd(&crowdControl[CROWD_SLOT_COUNT], 1u);
  }
  if (slot < CROWD_SLOTS) {
    crowdSlots[slot + 1u] = i;
  } else {
    slot = CROWD_SLOTS + i;
    levels = max(levels, vec2<u32>(CROWD_SAMPLED_LEVEL));
  }
  let cell = crowdTextureCell(animation);
  for (var view = 0u; view < 2u; view++) {
    if (select(inShadow, inView, view == 0u)) {
      for (var k = 0u; k < CROWD_PARTS_A_CHARACTER; k++) {
        crowdAppend(view, crowdPartNumber(look, k), i, slot, cell, look, levels[view]);
      }
      for (var k = 0u; k < CROWD_SHARED; k++) {
        crowdAppend(view, crowdParts[CROWD_DRAW_COUNT + k], i, slot, cell, look, levels[view]);
      }
    }
  }
}

// True if a sphere reaches into a frustum, six planes that face inwards.
fn crowdSees(frustum: u32, center: vec4<f32>, radius: f32) -> bool {
  for (var k = 0u; k < 6u; k++) {
    if (dot(crowdFrustums[7u * frustum + k], center) < -radius) { return false; }
  }
  return true;
}

// Largest error of a level at a point, as a fraction of the height of a character of scale 1.
fn crowdAllowedError(frustum: u32, center: vec4<f32>) -> f32 {
  return abs(dot(crowdFrustums[7u * frustum + 6u], center));
}

// The smallest error that the shadows with the sphere in their view allow, at least `least`; -1 if there are none. `least` if
// there are more shadows than the maximum.
fn crowdShadowError(shadows: i32, center: vec4<f32>, radius: f32, least: f32) -> f32 {
  if (shadows < 0) { return least; }
  var allowed = -1.0;
  for (var s = 1u; s <= u32(shadows); s++) {
    if (crowdSees(s, center, radius)) {
      let own = max(least, crowdAllowedError(s, center));
      allowed = select(min(allowed, own), own, allowed < 0.0);
    }
  }
  return allowed;
}

// The coarsest level of detail whose error is below the allowed one; 0 for the near meshes. The allowed error is raised for
// levels up to `last`, the one that the character had, and lowered for coarser ones, so that a character at the threshold
// does not flicker.
fn crowdLevel(allowed: f32, last: u32) -> u32 {
  var level = CROWD_LEVELS;
  while (level > 0u) {
    let factor = select(1.0 - CROWD_HYSTERESIS, 1.0 + CROWD_HYSTERESIS, last >= level);
    if (CROWD_LEVEL_ERRORS[level - 1u] < allowed * factor) { break; }
    level--;
  }
  return level;
}

// Adds a character to the draw of one part, or the part's clusters at its level to the merged draw. shaders/README.md has the
// layout of crowdParts. `slot` is the number of slots plus the row for a character without one; `look` begins with the three
// colours.
fn crowdAppend(view: u32, part: u32, row: u32, slot: u32, cell: u32, look: vec4<u32>, level: u32) {
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
  let second = select(color, row | (crowdParts[entry] << CROWD_SLOT_BITS), CROWD_HAS_ATLAS != 0u);
  for (var k = 0u; k < clusters && n + k < CROWD_FAR_PAIRS; k++) {
    let cluster = crowdParts[range] + k;
    crowdPairs[view * CROWD_FAR_PAIRS + n + k] = vec2<u32>((slot << CROWD_CLUSTER_BITS) | cluster, second);
  }
}
