// Poses a vertex straight from the bone texture: where float targets are missing, or a rig cannot be taken apart into
// local turns and scales. Needs crowd-table.glsl.
uniform highp sampler2D crowdBones;

attribute uvec4 crowdSkin;
attribute uvec2 crowdInstance;

// The rows of the matrix from this vertex as stored to the character's own space, and the character's place.
vec4 crowdX;
vec4 crowdY;
vec4 crowdZ;
vec4 crowdPlace;
uint crowdHeading;

// The bone texture is as wide as its file says.
ivec2 crowdBoneTexel(int index) {
  int width = textureSize(crowdBones, 0).x;
  return ivec2(index % width, index / width);
}

void crowdAddFrame(int frame, uint joint, float weight) {
  int texel = (frame * crowdBoneCount + int(joint)) * 3;
  crowdX += weight * texelFetch(crowdBones, crowdBoneTexel(texel), 0);
  crowdY += weight * texelFetch(crowdBones, crowdBoneTexel(texel + 1), 0);
  crowdZ += weight * texelFetch(crowdBones, crowdBoneTexel(texel + 2), 0);
}

void crowdAddBone(vec3 frames, uint joint, float weight) {
  crowdAddFrame(int(frames.x), joint, weight * (1.0 - frames.z));
  crowdAddFrame(int(frames.y), joint, weight * frames.z);
}

// The heaviest joint stands first, and most vertices hang on one or two: the others are not read.
void crowdPose() {
  uvec4 placeBits = crowdRow(crowdInstance.x, 0);
  uvec4 motionBits = crowdRow(crowdInstance.x, 1);
  vec4 motion = crowdFloats(motionBits);
  crowdPlace = vec4(crowdFloats(placeBits).xyz, motion.x);
  crowdHeading = placeBits.w;
  vec3 frames = crowdFrames(crowdClip(motionBits.w & 65535u), (crowdTime - motion.y) * motion.z);
  vec4 weights = vec4(unpackUnorm2x16(crowdSkin.z), unpackUnorm2x16(crowdSkin.w));
  crowdX = crowdY = crowdZ = vec4(0.0);
  crowdAddBone(frames, crowdSkin.x & 65535u, weights.x);
  if (weights.y == 0.0) return;
  crowdAddBone(frames, crowdSkin.x >> 16u, weights.y);
  if (weights.z == 0.0) return;
  crowdAddBone(frames, crowdSkin.y & 65535u, weights.z);
  crowdAddBone(frames, crowdSkin.y >> 16u, weights.w);
}

// A direction of the bind pose in the posed crowd; not of length 1.
vec3 crowdDirection(vec3 v) {
  return crowdTurn(vec3(dot(crowdX.xyz, v), dot(crowdY.xyz, v), dot(crowdZ.xyz, v)), crowdHeading);
}

// A point of the bind pose in the crowd's space.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(p, 1.0);
  vec3 posed = vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
  return crowdPlace.xyz + crowdPlace.w * crowdTurn(posed, crowdHeading);
}
