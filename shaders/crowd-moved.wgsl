// Position texel of a row between two steps: the end of the step minus the remaining fraction of the displacement. Without a
// rotation, the heading stays exactly the same.
fn crowdMoved(position: vec4<u32>, moved: vec4<u32>, stepLeft: f32) -> vec4<u32> {
  let place = bitcast<vec3<f32>>(position.xyz) - stepLeft * bitcast<vec3<f32>>(moved.xyz);
  let direction = unpack2x16snorm(position.w) - 2.0 * stepLeft * unpack2x16snorm(moved.w);
  let heading = select(pack2x16snorm(normalize(direction)), position.w, moved.w == 0u);
  return vec4<u32>(bitcast<vec3<u32>>(place), heading);
}
