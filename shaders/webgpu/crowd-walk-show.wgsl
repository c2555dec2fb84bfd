// Writes one person's latest step into the row and the record of moves that culling and posing read: where it ends, how
// far it goes, and the clip that goes with it. The twin of src/render/motion/step-moves.ts, walk-cycle.ts
// and stop-clip.ts.
//
// now: crowd seconds
// stepLeft: share of the present step that is still to come
// steps: how many steps were made since this kernel ran last; 0 writes the same again, after rows were uploaded
// timeScale: simulated seconds a crowd second
// shift: seconds that the crowd's clock was moved back by since then
fn crowdWalkShow(i: u32, now: f32, stepLeft: f32, steps: u32, timeScale: f32, shift: f32) -> void {
  if (i >= WALK_SIZE) { return; }
  let at = i * WALK_AGENT_TEXELS;
  let isGone = crowdIsGone(crowdAgents[at + WALK_SELF].z, crowdAgents[at + WALK_IDLE].y);
  let row = i * CROWD_ROW_TEXELS;
  var animation = crowdTable[row + CROWD_ANIMATION_TEXEL];
  var fade = crowdTable[row + CROWD_FADE_TEXEL];
  var playing = crowdPlaying(at, animation);
  if (shift > 0.0) { playing = crowdShifted(playing, now, shift); }
  if (steps > 0u && isGone) { playing = crowdStanding(at, playing, now); }
  else if (steps > 0u) { playing = crowdPaced(at, playing, crowdScale(animation), now, stepLeft, timeScale); }
  crowdAgents[at + WALK_CLIP] = playing.clip;
  crowdAgents[at + WALK_OLD_CLIP] = playing.old;
  crowdAgents[at + WALK_GAIT] = vec4<f32>(playing.gait, playing.stood, playing.fadeSeconds, playing.covered);

  let cell = crowdTextureCell(animation) << CROWD_CELL_SHIFT;
  animation[CROWD_CLIPS] = u32(playing.clip.x) | (u32(playing.old.x) << CROWD_CLIP_BITS) | cell;
  animation[CROWD_START] = bitcast<u32>(playing.clip.y);
  animation[CROWD_SPEED] = bitcast<u32>(playing.clip.z);
  fade[CROWD_OLD_START] = bitcast<u32>(playing.old.y);
  fade[CROWD_OLD_SPEED] = bitcast<u32>(playing.old.z);
  fade[CROWD_FADE_START] = bitcast<u32>(playing.old.w);
  fade[CROWD_FADE_SECONDS] = bitcast<u32>(playing.fadeSeconds);
  crowdTable[row + CROWD_ANIMATION_TEXEL] = animation;
  crowdTable[row + CROWD_FADE_TEXEL] = fade;

  let place = crowdAgents[at + WALK_PLACE].xy;
  let heading = crowdAgents[at + WALK_BODY].xy;
  let before = crowdAgents[at + WALK_BEFORE];
  let ground = crowdAgents[at + WALK_GROUND];
  var height = crowdTable[row + CROWD_POSITION_TEXEL].y;
  if (WALK_OCTAVES > 0u) { height = bitcast<u32>(ground.x); }
  crowdTable[row + CROWD_POSITION_TEXEL] =
    vec4<u32>(bitcast<u32>(place.x), height, bitcast<u32>(place.y), pack2x16snorm(heading));
  let moved = place - before.xy;
  let turned = pack2x16snorm((heading - before.zw) / 2.0);
  crowdMoves[i] = vec4<u32>(bitcast<u32>(moved.x), bitcast<u32>(ground.x - ground.z), bitcast<u32>(moved.y), turned);
  if (isGone) { crowdMoves[i] = vec4<u32>(0u); }
}

// What someone plays.
struct CrowdPlaying {
  // Number, start, playback speed; where the clip stands at the end of the step, seconds, or the speed that walk_stop is
  // played with while time goes by as in the crowd's clock.
  clip: vec4<f32>,
  // Number, start and playback speed of the clip that fades out; start of the fade.
  old: vec4<f32>,
  fadeSeconds: f32,
  // Standing, walking, jogging or coming to a stop; nothing before the first step.
  gait: f32,
  // Times in a row that someone stood.
  stood: f32,
  // Metres walked since the clip was last set.
  covered: f32,
}

// What someone plays: up to their first step, what their row says.
fn crowdPlaying(at: u32, animation: vec4<u32>) -> CrowdPlaying {
  let gait = crowdAgents[at + WALK_GAIT];
  if (gait.x != WALK_GAIT_UNKNOWN) {
    return CrowdPlaying(
      crowdAgents[at + WALK_CLIP], crowdAgents[at + WALK_OLD_CLIP], gait.z, gait.x, gait.y, gait.w);
  }
  let number = f32(crowdClipNumber(animation));
  let start = bitcast<f32>(animation[CROWD_START]);
  let speed = bitcast<f32>(animation[CROWD_SPEED]);
  return CrowdPlaying(
    vec4<f32>(number, start, speed, 0.0), vec4<f32>(number, start, speed, 0.0), 0.0, gait.x, 0.0, gait.w);
}

// The same by a clock that was moved back; loops begin where the present one began, so that times stay small.
fn crowdShifted(before: CrowdPlaying, now: f32, shift: f32) -> CrowdPlaying {
  var playing = before;
  playing.clip.y = now - crowdSinceLoop(now + shift - before.clip.y, before.clip);
  playing.old.y = now - crowdSinceLoop(now + shift - before.old.y, before.old);
  playing.old.w -= shift;
  if (now >= playing.old.w + playing.fadeSeconds) { playing.fadeSeconds = 0.0; }
  return playing;
}

fn crowdSinceLoop(elapsed: f32, clip: vec4<f32>) -> f32 {
  let info = crowdClips[u32(clip.x)];
  if (info.w == 0.0) { return elapsed; }
  let loopSeconds = info.z / max(clip.z, 1e-6);
  return elapsed - loopSeconds * floor(elapsed / loopSeconds);
}

// Lets somebody stand who is gone from the simulation, and drawn all the same.
fn crowdStanding(at: u32, before: CrowdPlaying, now: f32) -> CrowdPlaying {
  var playing = before;
  playing.covered = 0.0;
  if (before.gait == WALK_GAIT_STANDING) { return playing; }
  return crowdChanged(at, playing, WALK_GAIT_STANDING, now);
}

// The clip that goes with how fast someone is, where the way walked brings it, so that a foot on the ground stays there.
fn crowdPaced(
  at: u32, before: CrowdPlaying, scale: f32, now: f32, stepLeft: f32, timeScale: f32
) -> CrowdPlaying {
  var playing = before;
  playing.covered = 0.0;
  let body = crowdAgents[at + WALK_BODY];
  let isFirst = before.gait == WALK_GAIT_UNKNOWN;
  if (isFirst) { playing.gait = select(WALK_GAIT_STANDING, WALK_GAIT_WALKING, before.clip.x == WALK_WALK_CLIP.x); }
  // 0 for who stands, 1 for who walks, 2 for who walks up to where they stand then.
  let legs = select(0.0, crowdAgents[at + WALK_SIGHT].w, WALK_WALK_CLIP.x >= 0.0);
  if (playing.gait == WALK_GAIT_STOPPING && legs != 1.0) {
    if (crowdStopSeconds(playing, now) < WALK_STOP_CLIP.y) { return crowdStopPaced(playing, now, timeScale); }
    return crowdChanged(at, playing, WALK_GAIT_STANDING, now);
  }
  if (playing.gait == WALK_GAIT_STANDING && legs == 2.0) { return playing; }
  let isWalking = legs > 0.0;
  playing.stood = select(min(playing.stood + 1.0, WALK_STEPS_BEFORE_IDLE), 0.0, isWalking);
  var gait = playing.gait;
  if (isWalking) {
    gait = crowdGaitOf(gait, body.z / scale);
  } else if (playing.stood >= WALK_STEPS_BEFORE_IDLE) {
    gait = WALK_GAIT_STANDING;
  }
  if (gait != playing.gait) { playing = crowdChanged(at, playing, gait, now); }
  if (playing.gait == WALK_GAIT_STANDING) { return playing; }
  if (legs == 2.0 && playing.gait == WALK_GAIT_WALKING) {
    let stopped = crowdStoppedWhereItFits(playing, scale, body.w / WALK_STEP_SECONDS, now);
    if (stopped.gait == WALK_GAIT_STOPPING) { return crowdStopPaced(stopped, now, timeScale); }
  }
  // Number, length in seconds, and metres a second at scale 1.
  let info = select(WALK_WALK_CLIP, WALK_JOG_CLIP, playing.gait == WALK_GAIT_JOGGING);
  let pace = info.z * scale;
  // What is left of the step, as seconds of the clip.
  let left = stepLeft * body.w / pace;
  var seconds = before.clip.w + before.covered / pace;
  // A clip that begins, or goes on after another one, is where it is now.
  if (isFirst || playing.clip.x != before.clip.x) { seconds = (now - playing.clip.y) * playing.clip.z + left; }
  let playback = max(WALK_SLOWEST_PLAYBACK, body.w / WALK_STEP_SECONDS * timeScale / pace);
  let start = now - crowdWrapped(seconds - left, info.y) / playback;
  playing.clip = vec4<f32>(info.x, start, playback, crowdWrapped(seconds, info.y));
  return playing;
}

// Begins walk_stop, where the feet of the walk are as it needs them for the way that is left.
fn crowdStoppedWhereItFits(before: CrowdPlaying, scale: f32, speed: f32, now: f32) -> CrowdPlaying {
  let isFading = now < before.old.w + before.fadeSeconds;
  if (WALK_STOP_CLIP.x < 0.0 || speed < WALK_STOP_SPEED_SHARE * WALK_WALK_CLIP.z * scale) { return before; }
  if (before.clip.x != WALK_WALK_CLIP.x || isFading) { return before; }
  let phase = crowdWrapped((now - before.clip.y) * before.clip.z / WALK_WALK_CLIP.y, 1.0);
  var entries = WALK_STOP_ENTRIES;
  // Seconds into the clip; metres at scale 1 and seconds that are left of it.
  let entry = entries[u32(floor(phase * f32(WALK_STOP_ENTRY_COUNT) + 0.5)) % WALK_STOP_ENTRY_COUNT];
  let share = entry.y * scale / crowdBrakingDistance(speed);
  if (share < WALK_STOP_LEAST_SHARE || share > WALK_STOP_MOST_SHARE) { return before; }
  let seconds = crowdBrakingSeconds(speed) - crowdBrakingSeconds(WALK_STOP_LAST_SPEED);
  let playback = clamp(entry.z / seconds, WALK_STOP_SLOWEST, WALK_STOP_FASTEST);
  var playing = before;
  playing.gait = WALK_GAIT_STOPPING;
  playing.clip = vec4<f32>(WALK_STOP_CLIP.x, now - entry.x / playback, playback, playback);
  playing.old = vec4<f32>(before.clip.xyz, now);
  playing.fadeSeconds = WALK_FADE_TO_STOP;
  return playing;
}

fn crowdStopSeconds(playing: CrowdPlaying, now: f32) -> f32 {
  return (now - playing.clip.y) * playing.clip.z;
}

// Plays walk_stop as fast as time goes by for those who walk.
fn crowdStopPaced(before: CrowdPlaying, now: f32, timeScale: f32) -> CrowdPlaying {
  var playing = before;
  let playback = max(WALK_SLOWEST_PLAYBACK, before.clip.w * timeScale);
  if (playback == before.clip.z) { return playing; }
  playing.clip.y = now - crowdStopSeconds(before, now) / playback;
  playing.clip.z = playback;
  return playing;
}

fn crowdGaitOf(gait: f32, speed: f32) -> f32 {
  if (WALK_JOG_CLIP.x < 0.0) { return WALK_GAIT_WALKING; }
  let between = (speed - WALK_WALK_CLIP.z) / (WALK_JOG_CLIP.z - WALK_WALK_CLIP.z);
  let threshold = select(WALK_JOG_ABOVE, WALK_WALK_BELOW, gait == WALK_GAIT_JOGGING);
  return select(WALK_GAIT_WALKING, WALK_GAIT_JOGGING, between > threshold);
}

// Fades to the clip of another gait, which goes on at the phase of the present one. A row has room for two clips: a fade from the
// same clip is reversed, and one from another clip first comes to its end.
fn crowdChanged(at: u32, before: CrowdPlaying, gait: f32, now: f32) -> CrowdPlaying {
  let isStanding = gait == WALK_GAIT_STANDING;
  var number = select(WALK_WALK_CLIP.x, WALK_JOG_CLIP.x, gait == WALK_GAIT_JOGGING);
  if (isStanding) { number = crowdAgents[at + WALK_IDLE].x; }
  var playing = before;
  let isFading = now < before.old.w + before.fadeSeconds;
  if (isFading && number >= 0.0 && number != before.clip.x && number != before.old.x) { return playing; }
  playing.gait = gait;
  if (number < 0.0 || number == before.clip.x) { return playing; }
  let fadeSeconds = select(WALK_FADE_TO_WALK, WALK_FADE_TO_STAND, isStanding);
  let phase = (now - before.clip.y) * before.clip.z / crowdClips[u32(before.clip.x)].z;
  var seconds = crowdWrapped(phase, 1.0) * crowdClips[u32(number)].z;
  // What comes after walk_stop begins at its beginning.
  if (before.gait == WALK_GAIT_STOPPING) { seconds = 0.0; }
  var fadeStart = now;
  if (isFading) {
    seconds = (now - before.old.y) * before.old.z;
    fadeStart -= (1.0 - (now - before.old.w) / before.fadeSeconds) * fadeSeconds;
  }
  playing.clip = vec4<f32>(number, now - seconds, 1.0, seconds);
  playing.old = vec4<f32>(before.clip.xyz, fadeStart);
  playing.fadeSeconds = fadeSeconds;
  return playing;
}

fn crowdWrapped(seconds: f32, length: f32) -> f32 {
  return seconds - length * floor(seconds / length);
}
