// The two frames around a moment of a clip and the blend between them: (frame0, frame1, blend).
// clip = (first frame, frame count, seconds, code); frames are numbered across the whole texture. The code is a sum: 1 if the
// clip repeats, 2 if its last frame leads to its first, 4 if it leads to one behind it, 8 if each frame is held until the next.
vec3 crowdFrames(vec4 clip, float seconds) {
  int code = int(clip.w);
  float turns = seconds / clip.z;
  float last = clip.y - 1.0;
  float frame = min(((code & 1) != 0 ? fract(turns) : max(turns, 0.0)) * clip.y, (code & 6) != 0 ? clip.y : last);
  float frame0 = min(floor(frame + ((code & 8) != 0 ? 1e-3 : 0.0)), last);
  float follows = (code & 4) != 0 ? clip.y : (code & 2) != 0 ? 0.0 : last;
  float blend = clamp(frame - frame0, 0.0, 1.0);
  return vec3(
    clip.x + frame0,
    clip.x + (frame0 < last ? frame0 + 1.0 : follows),
    (code & 8) != 0 && blend < 1.0 ? 0.0 : blend);
}
