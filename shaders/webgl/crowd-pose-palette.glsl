// Poses a vertex from the palette: matrices of this frame's visible characters, already in the crowd's space.
attribute uvec4 crowdSkin;
attribute uvec2 crowdInstance;

// Row of the character table that this instance is drawn from.
uint crowdCharacter() {
  return crowdInstance.y;
}

void crowdPose() {
  crowdX = crowdY = crowdZ = vec4(0.0);
  for (int k = 0; k < 4; k++) {
    int shift = (k & 1) * 16;
    crowdAddBone(crowdInstance.x, int((crowdSkin[k >> 1] >> shift) & 65535u),
      float((crowdSkin[2 + (k >> 1)] >> shift) & 65535u) / 65535.0);
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
