// Decodes the words of a character's record of layers. `foot`, `body` and `upper` are texels of it; the constants come
// from src/render/drawing/shader-constants.ts.

// Position of a planted foot at `time` of the crowd's clock, or the offset of another from its clip: x and z, 1 if planted, and
// the height above the clip's.
vec4 crowdFootPlace(uvec4 foot, float time) {
  uint bits = foot[CROWD_FOOT_LIFT];
  float lift = max(float(int(bits) >> 16) / 32767.0, -1.0) * float(CROWD_LIFT_RANGE);
  if ((bits & 2u) == 0u) return vec4(uintBitsToFloat(foot.xy), float(bits & 1u), lift);
  // Released: returning to the clip.
  float t = clamp((time - uintBitsToFloat(foot.y)) / CROWD_RELEASE_SECONDS, 0.0, 1.0);
  vec2 away = unpackSnorm2x16(foot.x) * (1.0 - t * t * (3.0 - 2.0 * t));
  float rise = float((bits >> 2u) & 16383u) / 16383.0 * CROWD_RISE_RANGE;
  return vec4(away, 0.0, lift + rise * 4.0 * t * (1.0 - t));
}

// Rotation of a foot at `time`, in the space of a character with this heading: about the vertical, then to the ground's normal.
vec4 crowdFootTurn(uvec4 foot, uint heading, float time) {
  uint places = foot[CROWD_FOOT_LIFT];
  int bits = int(foot[CROWD_FOOT_TURN]);
  float s = float((bits << 22) >> 22) / 511.0 * CROWD_HALF_YAW_SINE;
  if ((places & 2u) != 0u) {
    float t = clamp((time - uintBitsToFloat(foot.y)) / CROWD_RELEASE_SECONDS, 0.0, 1.0);
    s *= 1.0 - t * t * (3.0 - 2.0 * t);
  } else if ((places & 1u) != 0u) {
    // From the character's heading to the foot's own, by sine and cosine of half the angle.
    float round = float((places >> 2u) & 16383u) / float(CROWD_HEADING_STEPS);
    float across = abs(round - 2.0) - 1.0;
    vec2 own = normalize(vec2(across, round < 2.0 ? 1.0 - abs(across) : abs(across) - 1.0));
    vec2 body = normalize(unpackSnorm2x16(heading));
    float sine = own.x * body.y - own.y * body.x;
    float cosine = dot(own, body);
    float most = sine > 0.0 ? CROWD_MOST_HALF_YAW_SINE : -CROWD_MOST_HALF_YAW_SINE;
    s = cosine > CROWD_MOST_YAW_COSINE ? sine / sqrt(2.0 + 2.0 * cosine) : most;
  }
  float c = sqrt(1.0 - s * s);
  vec2 tilt = vec2(float((bits << 11) >> 21), float(bits >> 21)) / 1023.0 * float(CROWD_TILT_RANGE);
  float up = sqrt((1.0 + sqrt(1.0 - dot(tilt, tilt))) / 2.0);
  vec2 axis = vec2(tilt.y, -tilt.x) / (2.0 * up);
  return vec4(axis.x * c - axis.y * s, up * s, axis.y * c + axis.x * s, up * c);
}

// Distance by which the hips are lowered, metres at scale 1.
float crowdHipsDrop(uvec4 body) {
  return float(body[CROWD_HIPS_WORD] & 65535u) / 65535.0;
}

// Weight of the head's direction, 0 to 1.
float crowdLookWeight(uvec4 body) {
  return float(body[CROWD_HIPS_WORD] >> 16u) / 65535.0;
}

// Rotation in the character's space from `forward`, the direction of the face, to the record's direction.
vec4 crowdLookTurn(uvec4 body, vec3 forward) {
  vec2 xy = unpackSnorm2x16(body[CROWD_LOOK_WORD]);
  vec3 direction = vec3(xy, sqrt(max(0.0, 1.0 - dot(xy, xy))));
  return normalize(vec4(cross(forward, direction), 1.0 + dot(forward, direction)));
}

// Interpolates from the identity to a rotation by the weight, linearly between both quaternions.
vec4 crowdLessened(vec4 turn, float weight) {
  return normalize(vec4(turn.xyz * weight, 1.0 + (turn.w - 1.0) * weight));
}

// Weight of the upper body's clip at `time` of the crowd's clock, 0 to 1; 0 without such a clip.
float crowdUpperWeight(uvec4 body, uvec4 upper, float time) {
  float seconds = uintBitsToFloat(body[CROWD_UPPER_FADE_SECONDS]);
  float progress = clamp((time - uintBitsToFloat(body[CROWD_UPPER_FADE_START])) / max(abs(seconds), 1e-9), 0.0, 1.0);
  float weight = seconds == 0.0 ? 1.0 : (seconds > 0.0 ? progress : 1.0 - progress);
  return upper[CROWD_UPPER_CLIP] != 0u ? weight : 0.0;
}

// Number of the upper body's clip.
uint crowdUpperNumber(uvec4 upper) {
  return max(upper[CROWD_UPPER_CLIP] & 65535u, 1u) - 1u;
}

// 1 if the upper body's clip is added to the clip of the legs.
uint crowdUpperIsAdditive(uvec4 upper) {
  return (upper[CROWD_UPPER_CLIP] >> 16u) & 1u;
}

// Seconds into the upper body's clip.
float crowdUpperSeconds(uvec4 upper, float time) {
  return (time - uintBitsToFloat(upper[CROWD_UPPER_START])) * uintBitsToFloat(upper[CROWD_UPPER_SPEED]);
}
