// Poses a vertex from the palette: matrices of this frame's visible characters, into the crowd's space.
attribute uvec4 crowdSkin;
attribute uvec2 crowdInstance;

// Joints are sorted by weight, and most vertices have one or two. Reading stops at the first weight of 0.
void crowdPose() {
  ivec2 slotTexel = crowdSlotTexel(crowdInstance.x & CROWD_SLOT_MASK);
  vec4 weights = vec4(unpackUnorm2x16(crowdSkin.z), unpackUnorm2x16(crowdSkin.w));
  crowdX = crowdY = crowdZ = vec4(0.0);
  crowdAddBone(slotTexel, crowdSkin.x & 65535u, weights.x);
  if (weights.y == 0.0) return;
  crowdAddBone(slotTexel, crowdSkin.x >> 16u, weights.y);
  if (weights.z == 0.0) return;
  crowdAddBone(slotTexel, crowdSkin.y & 65535u, weights.z);
  crowdAddBone(slotTexel, crowdSkin.y >> 16u, weights.w);
}

// Transforms a direction of the bind pose to the posed crowd. Not normalised.
vec3 crowdDirection(vec3 v) {
  return vec3(dot(crowdX.xyz, v), dot(crowdY.xyz, v), dot(crowdZ.xyz, v));
}

// Transforms a point of the bind pose to the crowd's space.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(p, 1.0);
  return vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
}
