// The two frames around a moment of a clip and the blend between them: (frame0, frame1, blend).
// clip = (first frame, frame count, seconds, 1 if it loops); frames are numbered across the whole texture.
vec3 crowdFrames(vec4 clip, float seconds) {
  float looped = fract(seconds / clip.z);
  float held = clamp(seconds / clip.z, 0.0, 1.0);
  bool loops = clip.w > 0.5;
  float frame = (loops ? looped : held) * clip.y;
  float frame0 = min(floor(frame), clip.y - 1.0);
  float next = frame0 + 1.0;
  float frame1 = loops ? (next >= clip.y ? 0.0 : next) : min(next, clip.y - 1.0);
  return vec3(clip.x + frame0, clip.x + frame1, clamp(frame - frame0, 0.0, 1.0));
}
