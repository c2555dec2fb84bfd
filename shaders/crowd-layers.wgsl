// Decodes the words of a character's record of layers. `foot`, `body` and `upper` are texels of it; the constants come
// from src/render/drawing/shader-constants.ts.

// Position of a planted foot at `time` of the crowd's clock, or the offset of another from its clip: x and z, 1 if planted, and
// the height above the clip's.
fn crowdFootPlace(foot: vec4<u32>, time: f32) -> vec4<f32> {
  let bits = foot[CROWD_FOOT_LIFT];
  let lift = max(f32(bitcast<i32>(bits) >> 16u) / 32767.0, -1.0) * f32(CROWD_LIFT_RANGE);
  if ((bits & 2u) == 0u) { return vec4<f32>(bitcast<vec2<f32>>(foot.xy), f32(bits & 1u), lift); }
  // Released: returning to the clip.
  let t = clamp((time - bitcast<f32>(foot.y)) / CROWD_RELEASE_SECONDS, 0.0, 1.0);
  let away = unpack2x16snorm(foot.x) * (1.0 - t * t * (3.0 - 2.0 * t));
  let rise = f32((bits >> 2u) & 16383u) / 16383.0 * CROWD_RISE_RANGE;
  return vec4<f32>(away, 0.0, lift + rise * 4.0 * t * (1.0 - t));
}

// Rotation of a foot at `time`, in the space of a character with this heading: about the vertical, then to the ground's normal.
fn crowdFootTurn(foot: vec4<u32>, heading: u32, time: f32) -> vec4<f32> {
  let places = foot[CROWD_FOOT_LIFT];
  let bits = bitcast<i32>(foot[CROWD_FOOT_TURN]);
  var s = f32((bits << 22u) >> 22u) / 511.0 * CROWD_HALF_YAW_SINE;
  if ((places & 2u) != 0u) {
    let t = clamp((time - bitcast<f32>(foot.y)) / CROWD_RELEASE_SECONDS, 0.0, 1.0);
    s *= 1.0 - t * t * (3.0 - 2.0 * t);
  } else if ((places & 1u) != 0u) {
    // From the character's heading to the foot's own, by sine and cosine of half the angle.
    let round = f32((places >> 2u) & 16383u) / f32(CROWD_HEADING_STEPS);
    let across = abs(round - 2.0) - 1.0;
    let own = normalize(vec2<f32>(across, select(abs(across) - 1.0, 1.0 - abs(across), round < 2.0)));
    let body = normalize(unpack2x16snorm(heading));
    let sine = own.x * body.y - own.y * body.x;
    let cosine = dot(own, body);
    let most = select(-CROWD_MOST_HALF_YAW_SINE, CROWD_MOST_HALF_YAW_SINE, sine > 0.0);
    s = select(most, sine / sqrt(2.0 + 2.0 * max(cosine, 0.0)), cosine > CROWD_MOST_YAW_COSINE);
  }
  let c = sqrt(1.0 - s * s);
  let tilt = vec2<f32>(f32((bits << 11u) >> 21u), f32(bits >> 21u)) / 1023.0 * f32(CROWD_TILT_RANGE);
  let up = sqrt((1.0 + sqrt(1.0 - dot(tilt, tilt))) / 2.0);
  let axis = vec2<f32>(tilt.y, -tilt.x) / (2.0 * up);
  return vec4<f32>(axis.x * c - axis.y * s, up * s, axis.y * c + axis.x * s, up * c);
}

// Distance by which the hips are lowered, metres at scale 1.
fn crowdHipsDrop(body: vec4<u32>) -> f32 {
  return f32(body[CROWD_HIPS_WORD] & 65535u) / 65535.0;
}

// Weight of the head's direction, 0 to 1.
fn crowdLookWeight(body: vec4<u32>) -> f32 {
  return f32(body[CROWD_HIPS_WORD] >> 16u) / 65535.0;
}

// Rotation in the character's space from `forward`, the direction of the face, to the record's direction.
fn crowdLookTurn(body: vec4<u32>, forward: vec3<f32>) -> vec4<f32> {
  let xy = unpack2x16snorm(body[CROWD_LOOK_WORD]);
  let direction = vec3<f32>(xy, sqrt(max(0.0, 1.0 - dot(xy, xy))));
  return normalize(vec4<f32>(cross(forward, direction), 1.0 + dot(forward, direction)));
}

// Interpolates from the identity to a rotation by the weight, linearly between both quaternions.
fn crowdLessened(turn: vec4<f32>, weight: f32) -> vec4<f32> {
  return normalize(vec4<f32>(turn.xyz * weight, 1.0 + (turn.w - 1.0) * weight));
}

// Weight of the upper body's clip at `time` of the crowd's clock, 0 to 1; 0 without such a clip.
fn crowdUpperWeight(body: vec4<u32>, upper: vec4<u32>, time: f32) -> f32 {
  let seconds = bitcast<f32>(body[CROWD_UPPER_FADE_SECONDS]);
  let progress = clamp((time - bitcast<f32>(body[CROWD_UPPER_FADE_START])) / max(abs(seconds), 1e-9), 0.0, 1.0);
  let weight = select(select(1.0 - progress, progress, seconds > 0.0), 1.0, seconds == 0.0);
  return select(0.0, weight, upper[CROWD_UPPER_CLIP] != 0u);
}

// Number of the upper body's clip.
fn crowdUpperNumber(upper: vec4<u32>) -> u32 {
  return max(upper[CROWD_UPPER_CLIP] & 65535u, 1u) - 1u;
}

// 1 if the upper body's clip is added to the clip of the legs.
fn crowdUpperIsAdditive(upper: vec4<u32>) -> u32 {
  return (upper[CROWD_UPPER_CLIP] >> 16u) & 1u;
}

// Seconds into the upper body's clip.
fn crowdUpperSeconds(upper: vec4<u32>, time: f32) -> f32 {
  return (time - bitcast<f32>(upper[CROWD_UPPER_START])) * bitcast<f32>(upper[CROWD_UPPER_SPEED]);
}
