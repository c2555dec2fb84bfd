// The two frames around a moment of a clip and the blend between them: (frame0, frame1, blend).
// clip = (first frame, frame count, seconds, 1 if it loops); frames are numbered across the whole texture.
fn crowdFrames(clip: vec4<f32>, seconds: f32) -> vec3<f32> {
  let looped = fract(seconds / clip.z);
  let held = clamp(seconds / clip.z, 0.0, 1.0);
  let frame = select(held, looped, clip.w > 0.5) * clip.y;
  let frame0 = min(floor(frame), clip.y - 1.0);
  let frame1 = select(min(frame0 + 1.0, clip.y - 1.0), select(frame0 + 1.0, 0.0, frame0 + 1.0 >= clip.y), clip.w > 0.5);
  return vec3<f32>(clip.x + frame0, clip.x + frame1, clamp(frame - frame0, 0.0, 1.0));
}
