// Poses a vertex from the matrices of the bone texture, for devices without float targets, and for rigs whose matrices are not
// only translation, rotation and scale. Without fades. Needs crowd-table.glsl.
attribute uvec4 crowdSkin;
attribute uvec2 crowdInstance;

// The character's transform.
vec3 crowdPosition;
float crowdSize;
uint crowdHeading;

// frames = result of crowdFrames: two frames and the blend between them.
void crowdAddBone(vec3 frames, uint joint, float weight) {
  crowdAddFrame(int(frames.x), joint, weight * (1.0 - frames.z));
  crowdAddFrame(int(frames.y), joint, weight * frames.z);
}

// Joints are sorted by weight, and most vertices have one or two. Reading stops at the first weight of 0.
void crowdPose() {
  uint character = crowdInstance.x & CROWD_SLOT_MASK;
  uvec4 position = crowdPositionTexel(character);
  uvec4 animation = crowdRow(character, CROWD_ANIMATION_TEXEL);
  crowdPosition = crowdFloats(position).xyz;
  crowdHeading = position[CROWD_HEADING];
  crowdSize = crowdScale(animation);
  vec3 frames = crowdFrames(crowdClip(crowdClipNumber(animation)), crowdClipSeconds(animation, crowdTime));
  vec4 weights = vec4(unpackUnorm2x16(crowdSkin.z), unpackUnorm2x16(crowdSkin.w));
  crowdX = crowdY = crowdZ = vec4(0.0);
  crowdAddBone(frames, crowdSkin.x & 65535u, weights.x);
  if (weights.y == 0.0) return;
  crowdAddBone(frames, crowdSkin.x >> 16u, weights.y);
  if (weights.z == 0.0) return;
  crowdAddBone(frames, crowdSkin.y & 65535u, weights.z);
  crowdAddBone(frames, crowdSkin.y >> 16u, weights.w);
}

// Transforms a direction of the bind pose to the posed crowd. Not normalised.
vec3 crowdDirection(vec3 v) {
  return crowdRotate(vec3(dot(crowdX.xyz, v), dot(crowdY.xyz, v), dot(crowdZ.xyz, v)), crowdHeading);
}

// Transforms a point of the bind pose to the crowd's space.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(p, 1.0);
  vec3 posed = vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
  return crowdPosition + crowdSize * crowdRotate(posed, crowdHeading);
}
