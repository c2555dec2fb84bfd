// Poses a vertex from the palette: matrices of this frame's visible characters, already in the crowd's space.
uniform highp sampler2D crowdPalette;

attribute uvec4 crowdSkin;
attribute uvec2 crowdInstance;

// The rows of the matrix from this vertex as stored to the crowd's space.
vec4 crowdX;
vec4 crowdY;
vec4 crowdZ;

// Row of the character table that this instance is drawn from.
uint crowdCharacter() {
  return crowdInstance.y;
}

void crowdPose() {
  int texels = crowdBoneCount * 3;
  int width = textureSize(crowdPalette, 0).x;
  int first = int(crowdInstance.x) * texels;
  ivec2 block = ivec2(first % width, first / width);
  crowdX = crowdY = crowdZ = vec4(0.0);
  for (int k = 0; k < 4; k++) {
    int shift = (k & 1) * 16;
    int joint = int((crowdSkin[k >> 1] >> shift) & 65535u);
    float weight = float((crowdSkin[2 + (k >> 1)] >> shift) & 65535u) / 65535.0;
    ivec2 texel = block + ivec2(joint * 3, 0);
    crowdX += weight * texelFetch(crowdPalette, texel, 0);
    crowdY += weight * texelFetch(crowdPalette, texel + ivec2(1, 0), 0);
    crowdZ += weight * texelFetch(crowdPalette, texel + ivec2(2, 0), 0);
  }
}

// A direction of the bind pose in the posed crowd; not of length 1.
vec3 crowdDirection(vec3 v) {
  return vec3(dot(crowdX.xyz, v), dot(crowdY.xyz, v), dot(crowdZ.xyz, v));
}

// A point of the bind pose in the crowd's space.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(p, 1.0);
  return vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
}
