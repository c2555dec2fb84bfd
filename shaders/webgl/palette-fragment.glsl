// One bone's matrix, a row to each target: local poses between frames and clips, blended and joined up the chain.
uniform highp sampler2D crowdLocals;
uniform highp sampler2D crowdRig;

flat in uint vCharacter;
flat in int vFirst;
layout(location = 0) out vec4 matrixX;
layout(location = 1) out vec4 matrixY;
layout(location = 2) out vec4 matrixZ;

// A joint's local pose between two frames: its turn; place and scales go to the others.
vec4 crowdLocal(vec3 frames, int joint, out vec3 place, out vec3 scales) {
  int a = (int(frames.x) * crowdBoneCount + joint) * CROWD_LOCAL_TEXELS;
  int b = (int(frames.y) * crowdBoneCount + joint) * CROWD_LOCAL_TEXELS;
  vec4 placeAndScale = mix(
    texelFetch(crowdLocals, crowdTexel(a + 1), 0),
    texelFetch(crowdLocals, crowdTexel(b + 1), 0),
    frames.z);
  place = placeAndScale.xyz;
  scales = placeAndScale.www;
#if CROWD_LOCAL_TEXELS == 3
  scales.yz = mix(
    texelFetch(crowdLocals, crowdTexel(a + 2), 0).xy,
    texelFetch(crowdLocals, crowdTexel(b + 2), 0).xy,
    frames.z);
#endif
  return crowdSlerp(
    texelFetch(crowdLocals, crowdTexel(a), 0),
    texelFetch(crowdLocals, crowdTexel(b), 0),
    frames.z);
}

void main() {
  int bone = int(gl_FragCoord.x) - vFirst;
  uvec4 placeBits = crowdRow(vCharacter, 0);
  uvec4 motionBits = crowdRow(vCharacter, 1);
  vec4 motion = crowdFloats(motionBits);
  vec4 fade = crowdFloats(crowdRow(vCharacter, 2));
  vec3 frames = crowdFrames(crowdClip(motionBits.w & 65535u), (crowdTime - motion.y) * motion.z);
  vec3 oldFrames = crowdFrames(crowdClip(motionBits.w >> 16), (crowdTime - fade.x) * fade.y);
  float share = fade.w > 0.0 ? clamp((crowdTime - fade.z) / fade.w, 0.0, 1.0) : 1.0;

  // From the vertex as stored to the joint, and then from joint to joint up to the character.
  vec4 bindX = texelFetch(crowdRig, ivec2(bone * 4, 0), 0);
  vec4 bindY = texelFetch(crowdRig, ivec2(bone * 4 + 1, 0), 0);
  vec4 bindZ = texelFetch(crowdRig, ivec2(bone * 4 + 2, 0), 0);
  mat3 axes = transpose(mat3(bindX.xyz, bindY.xyz, bindZ.xyz));
  vec3 place = vec3(bindX.w, bindY.w, bindZ.w);
  int joint = bone;
  for (int depth = 0; depth < CROWD_CHAIN; depth++) {
    vec3 localPlace;
    vec3 scales;
    vec4 turn = crowdLocal(frames, joint, localPlace, scales);
    if (share < 1.0) {
      vec3 oldPlace;
      vec3 oldScales;
      vec4 oldTurn = crowdLocal(oldFrames, joint, oldPlace, oldScales);
      turn = crowdSlerp(oldTurn, turn, share);
      localPlace = mix(oldPlace, localPlace, share);
      scales = mix(oldScales, scales, share);
    }
    mat3 localAxes = crowdAxes(turn, scales);
    place = localPlace + localAxes * place;
    axes = localAxes * axes;
    joint = int(texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0).x);
    if (joint < 0) break;
  }

  // Rows of (heading · size): the directions that the heading turns onto the three axes.
  vec3 x = motion.x * crowdUnturn(vec3(1.0, 0.0, 0.0), placeBits.w);
  vec3 y = motion.x * crowdUnturn(vec3(0.0, 1.0, 0.0), placeBits.w);
  vec3 z = motion.x * crowdUnturn(vec3(0.0, 0.0, 1.0), placeBits.w);
  vec3 origin = crowdFloats(placeBits).xyz;
  matrixX = vec4(x * axes, dot(x, place) + origin.x);
  matrixY = vec4(y * axes, dot(y, place) + origin.y);
  matrixZ = vec4(z * axes, dot(z, place) + origin.z);
}
