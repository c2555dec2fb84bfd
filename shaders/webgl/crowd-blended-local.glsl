// Local pose of one joint of one character: interpolated between two frames and, in a fade, two clips, with the upper body's
// clip if the crowd has layers.
uniform highp sampler2D crowdLocals;
uniform highp sampler2D crowdRig;
#ifdef CROWD_LAYERS
// Records of layers in the order of the palette's slots.
uniform highp usampler2D crowdLayers;
flat in uint vSlot;

// Texel of the record of layers of the slot's character: a foot's, CROWD_BODY_TEXEL or CROWD_UPPER_TEXEL.
uvec4 crowdLayer(uint texel) {
  return texelFetch(crowdLayers, crowdTexel(int(vSlot * CROWD_ROW_TEXELS + texel)), 0);
}
#endif

// Values for all joints of a character.
struct CrowdMoment {
  vec3 frames;
  vec3 oldFrames;
  float weight;
#ifdef CROWD_LAYERS
  vec3 upperFrames;
  float upperWeight;
  // First frame of an additive clip; −1 if the clip replaces the other.
  int upperFirst;
#endif
};

CrowdMoment crowdMoment(uint character, uvec4 animation) {
  uvec4 fade = crowdRow(character, CROWD_FADE_TEXEL);
  CrowdMoment moment;
  moment.frames = crowdFrames(crowdClip(crowdClipNumber(animation)), crowdClipSeconds(animation, crowdTime));
  moment.oldFrames = crowdFrames(crowdClip(crowdOldClipNumber(animation)), crowdOldClipSeconds(fade, crowdTime));
  moment.weight = crowdFadeWeight(fade, crowdTime);
#ifdef CROWD_LAYERS
  uvec4 upper = crowdLayer(CROWD_UPPER_TEXEL);
  vec4 clip = crowdClip(crowdUpperNumber(upper));
  moment.upperWeight = crowdUpperWeight(crowdLayer(CROWD_BODY_TEXEL), upper, crowdTime);
  moment.upperFrames = crowdFrames(clip, crowdUpperSeconds(upper, crowdTime));
  moment.upperFirst = crowdUpperIsAdditive(upper) != 0u ? int(clip.x) : -1;
#endif
  return moment;
}

// Texel of a joint's local pose in a frame.
int crowdLocalTexel(float frame, int joint) {
  return (int(frame) * crowdBoneCount + joint) * CROWD_LOCAL_TEXELS;
}

// Rotation of a joint between two frames.
vec4 crowdRotationAt(vec3 frames, int joint) {
  return crowdSlerp(
    texelFetch(crowdLocals, crowdTexel(crowdLocalTexel(frames.x, joint)), 0),
    texelFetch(crowdLocals, crowdTexel(crowdLocalTexel(frames.y, joint)), 0),
    frames.z);
}

// One texel of a joint's translation and scales between two frames.
vec4 crowdNumbersAt(vec3 frames, int joint, int texel) {
  return mix(
    texelFetch(crowdLocals, crowdTexel(crowdLocalTexel(frames.x, joint) + texel), 0),
    texelFetch(crowdLocals, crowdTexel(crowdLocalTexel(frames.y, joint) + texel), 0),
    frames.z);
}

vec4 crowdBlendedRotation(CrowdMoment moment, int joint) {
  vec4 rotation = crowdRotationAt(moment.frames, joint);
  if (moment.weight < 1.0) rotation = crowdSlerp(crowdRotationAt(moment.oldFrames, joint), rotation, moment.weight);
#ifdef CROWD_LAYERS
  if (moment.upperWeight > 0.0 && texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0).y > 0.0) {
    vec4 upper = crowdRotationAt(moment.upperFrames, joint);
    if (moment.upperFirst >= 0) {
      // Rotation of the joint since the first frame of the clip.
      vec4 first = texelFetch(crowdLocals, crowdTexel(crowdLocalTexel(float(moment.upperFirst), joint)), 0);
      upper = crowdProduct(rotation, crowdProduct(vec4(-first.xyz, first.w), upper));
    }
    rotation = crowdSlerp(rotation, upper, moment.upperWeight);
  }
#endif
  return rotation;
}

// A texel of a joint's translation and scales.
vec4 crowdBlendedNumbers(CrowdMoment moment, int joint, int texel) {
  vec4 numbers = crowdNumbersAt(moment.frames, joint, texel);
  if (moment.weight < 1.0) {
    numbers = mix(crowdNumbersAt(moment.oldFrames, joint, texel), numbers, moment.weight);
  }
  return numbers;
}
