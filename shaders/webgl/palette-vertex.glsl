// Places the block of one visible character in the palette's target: three texels a bone, side by side.
uniform vec2 paletteSize;

in vec2 corner;
in uvec2 crowdInstance;

flat out uint vCharacter;
flat out int vFirst;

void main() {
  ivec2 first = crowdSlotTexel(crowdInstance.x);
  vec2 texel = vec2(first) + corner * vec2(float(crowdBoneCount * 3), 1.0);
  vCharacter = crowdInstance.y;
  vFirst = first.x;
  gl_Position = vec4(texel / paletteSize * 2.0 - 1.0, 0.0, 1.0);
}
