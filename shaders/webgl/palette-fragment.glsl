// The matrix of one bone of one character, from the vertex as stored to the crowd's space, a row to each target. Local
// poses are interpolated between two frames, blended while a clip fades, and multiplied up the chain of joints.
uniform highp sampler2D crowdLocals;
uniform highp sampler2D crowdRig;

flat in uint vCharacter;
flat in int vFirst;
layout(location = 0) out vec4 matrixX;
layout(location = 1) out vec4 matrixY;
layout(location = 2) out vec4 matrixZ;

// A joint's local pose between two frames: its rotation; translation and scales go to the out parameters.
vec4 crowdLocal(vec3 frames, int joint, out vec3 translation, out vec3 scales) {
  int a = (int(frames.x) * crowdBoneCount + joint) * CROWD_LOCAL_TEXELS;
  int b = (int(frames.y) * crowdBoneCount + joint) * CROWD_LOCAL_TEXELS;
  vec4 translationAndScale = mix(
    texelFetch(crowdLocals, crowdTexel(a + 1), 0),
    texelFetch(crowdLocals, crowdTexel(b + 1), 0),
    frames.z);
  translation = translationAndScale.xyz;
  scales = translationAndScale.www;
#if CROWD_LOCAL_TEXELS == 3
  // A rig that is scaled unevenly: y and z have texels of their own.
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
  uvec4 position = crowdRow(vCharacter, CROWD_POSITION_TEXEL);
  uvec4 animation = crowdRow(vCharacter, CROWD_ANIMATION_TEXEL);
  uvec4 fade = crowdRow(vCharacter, CROWD_FADE_TEXEL);
  vec3 frames = crowdFrames(crowdClip(crowdClipNumber(animation)), crowdClipSeconds(animation, crowdTime));
  vec3 oldFrames = crowdFrames(crowdClip(crowdOldClipNumber(animation)), crowdOldClipSeconds(fade, crowdTime));
  float weight = crowdFadeWeight(fade, crowdTime);

  // The inverse bind matrix takes the vertex as stored into the joint's space; the loop goes on from joint to parent.
  vec4 bindX = texelFetch(crowdRig, ivec2(bone * 4, 0), 0);
  vec4 bindY = texelFetch(crowdRig, ivec2(bone * 4 + 1, 0), 0);
  vec4 bindZ = texelFetch(crowdRig, ivec2(bone * 4 + 2, 0), 0);
  mat3 axes = transpose(mat3(bindX.xyz, bindY.xyz, bindZ.xyz));
  vec3 translation = vec3(bindX.w, bindY.w, bindZ.w);
  int joint = bone;
  // A bound that the compiler knows: no chain is longer than the rig has joints.
  for (int depth = 0; depth < CROWD_CHAIN; depth++) {
    vec3 localTranslation;
    vec3 scales;
    vec4 rotation = crowdLocal(frames, joint, localTranslation, scales);
    if (weight < 1.0) {
      vec3 oldTranslation;
      vec3 oldScales;
      vec4 oldRotation = crowdLocal(oldFrames, joint, oldTranslation, oldScales);
      rotation = crowdSlerp(oldRotation, rotation, weight);
      localTranslation = mix(oldTranslation, localTranslation, weight);
      scales = mix(oldScales, scales, weight);
    }
    mat3 localAxes = crowdAxes(rotation, scales);
    translation = localTranslation + localAxes * translation;
    axes = localAxes * axes;
    joint = int(texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0).x);
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
