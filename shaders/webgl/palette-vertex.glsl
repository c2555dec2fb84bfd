// Places the block of one visible character in the palette's target: three texels a bone, side by side.
uniform vec2 paletteSize;
uniform int crowdBoneCount;

in vec2 corner;
in uvec2 crowdInstance;

flat out uint vCharacter;
flat out int vFirst;

void main() {
  int texels = crowdBoneCount * 3;
  int first = int(crowdInstance.x) * texels;
  int width = int(paletteSize.x);
  vec2 origin = vec2(float(first % width), float(first / width));
  vec2 texel = origin + corner * vec2(float(texels), 1.0);
  vCharacter = crowdInstance.y;
  vFirst = first % width;
  gl_Position = vec4(texel / paletteSize * 2.0 - 1.0, 0.0, 1.0);
}
