// The two frames around a moment of a clip and the blend between them: (frame0, frame1, blend).
// clip = (first frame, frame count, seconds, code); frames are numbered across the whole texture. The code is a sum: 1 if the
// clip repeats, 2 if its last frame leads to its first, 4 if it leads to one behind it, 8 if each frame is held until the next.
fn crowdFrames(clip: vec4<f32>, seconds: f32) -> vec3<f32> {
  let code = u32(clip.w);
  let turns = seconds / clip.z;
  let last = clip.y - 1.0;
  let around = select(max(turns, 0.0), fract(turns), (code & 1u) != 0u);
  let frame = min(around * clip.y, select(last, clip.y, (code & 6u) != 0u));
  let frame0 = min(floor(frame + select(0.0, 1e-3, (code & 8u) != 0u)), last);
  let follows = select(select(last, 0.0, (code & 2u) != 0u), clip.y, (code & 4u) != 0u);
  let blend = clamp(frame - frame0, 0.0, 1.0);
  return vec3<f32>(
    clip.x + frame0,
    clip.x + select(follows, frame0 + 1.0, frame0 < last),
    select(blend, 0.0, (code & 8u) != 0u && blend < 1.0));
}
