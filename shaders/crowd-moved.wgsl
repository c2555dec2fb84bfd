// Position texel of a row between two steps: the end of the move minus what is left of it. `step.x` is the remaining fraction of
// the present step, `step.y` its number modulo 65,536. Without a rotation, the heading stays exactly the same.
fn crowdMoved(position: vec4<u32>, moved: vec4<u32>, step: vec2<f32>) -> vec4<u32> {
  let isLong = (moved.w >> 16u) == CROWD_LONG_MOVE;
  let steps = select(0, bitcast<i32>((moved.w - u32(step.y)) << 16u) >> 16u, isLong);
  let place = bitcast<vec3<f32>>(position.xyz) - (f32(steps) + step.x) * bitcast<vec3<f32>>(moved.xyz);
  let direction = unpack2x16snorm(position.w) - 2.0 * step.x * unpack2x16snorm(moved.w);
  let heading = select(pack2x16snorm(normalize(direction)), position.w, isLong || moved.w == 0u);
  return vec4<u32>(bitcast<vec3<u32>>(place), heading);
}
