// Matrix of one bone of one character, from the stored vertex to the crowd's space, one row per target. Local poses are
// blended, or read from the target of the limbs if layers have changed them, and multiplied up the chain of joints.
#ifdef CROWD_LAYERS
uniform highp sampler2D crowdLimbs;
#endif

flat in uint vCharacter;
flat in int vFirst;
layout(location = 0) out vec4 matrixX;
layout(location = 1) out vec4 matrixY;
layout(location = 2) out vec4 matrixZ;

void main() {
  int bone = int(gl_FragCoord.x) - vFirst;
  uvec4 position = crowdPositionTexel(vCharacter);
  uvec4 animation = crowdRow(vCharacter, CROWD_ANIMATION_TEXEL);
  CrowdMoment moment = crowdMoment(vCharacter, animation);

  // The inverse bind matrix transforms the stored vertex to the joint's space; the loop continues from joint to parent.
#ifdef CROWD_BUILDS
  // The first line of the rig has none.
  int build = 1 + int(crowdBuild(animation));
#else
  int build = 0;
#endif
  vec4 bindX = texelFetch(crowdRig, ivec2(bone * 4, build), 0);
  vec4 bindY = texelFetch(crowdRig, ivec2(bone * 4 + 1, build), 0);
  vec4 bindZ = texelFetch(crowdRig, ivec2(bone * 4 + 2, build), 0);
  mat3 axes = transpose(mat3(bindX.xyz, bindY.xyz, bindZ.xyz));
  vec3 translation = vec3(bindX.w, bindY.w, bindZ.w);
  int joint = bone;
  // Constant bound for the compiler: no chain has more joints than the rig.
  for (int depth = 0; depth < CROWD_CHAIN; depth++) {
    vec4 links = texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0);
    vec4 rotation = crowdBlendedRotation(moment, joint);
    vec4 numbers = crowdBlendedNumbers(moment, joint, 1);
#ifdef CROWD_LAYERS
    if (links.z > 0.0) {
      vec4 limb = texelFetch(crowdLimbs, crowdLimbTexel(vSlot) + ivec2(int(links.z) - 1, 0), 0);
      if (joint == CROWD_HIPS) numbers.xyz = limb.xyz;
      else rotation = limb;
    }
#endif
#ifdef CROWD_BUILDS
    numbers.xyz += texelFetch(crowdRig, ivec2(joint * 4 + 3, build), 0).xyz;
#endif
    vec3 scales = numbers.www;
#if CROWD_LOCAL_TEXELS == 3
    // Non-uniform scales: y and z have their own texels.
    scales.yz = crowdBlendedNumbers(moment, joint, 2).xy;
#endif
    mat3 localAxes = crowdAxes(rotation, scales);
    translation = numbers.xyz + localAxes * translation;
    axes = localAxes * axes;
    joint = int(links.x);
    if (joint < 0) break;
  }

  // A row of (heading · scale) is the direction that the heading rotates onto that axis, times the scale.
  float scale = crowdScale(animation);
  uint heading = position[CROWD_HEADING];
  vec3 x = scale * crowdInverseRotate(vec3(1.0, 0.0, 0.0), heading);
  vec3 y = scale * crowdInverseRotate(vec3(0.0, 1.0, 0.0), heading);
  vec3 z = scale * crowdInverseRotate(vec3(0.0, 0.0, 1.0), heading);
  vec3 origin = crowdFloats(position).xyz;
  matrixX = vec4(x * axes, dot(x, translation) + origin.x);
  matrixY = vec4(y * axes, dot(y, translation) + origin.y);
  matrixZ = vec4(z * axes, dot(z, translation) + origin.z);
}
