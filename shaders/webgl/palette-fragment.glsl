// One row of one bone's matrix: local turns between frames and clips, blended and joined up the chain.
uniform highp sampler2D crowdLocals;
uniform highp sampler2D crowdRig;

flat in uint vCharacter;
flat in int vFirst;
out vec4 matrixRow;

// A joint's local pose between two frames: its turn, and its place and scale in `place`.
vec4 crowdLocal(vec3 frames, int joint, out vec4 place) {
  int a = (int(frames.x) * crowdBoneCount + joint) * 2;
  int b = (int(frames.y) * crowdBoneCount + joint) * 2;
  place = mix(
    texelFetch(crowdLocals, crowdTexel(a + 1), 0),
    texelFetch(crowdLocals, crowdTexel(b + 1), 0),
    frames.z);
  return crowdSlerp(
    texelFetch(crowdLocals, crowdTexel(a), 0),
    texelFetch(crowdLocals, crowdTexel(b), 0),
    frames.z);
}

void main() {
  int texel = int(gl_FragCoord.x) - vFirst;
  int bone = texel / 3;
  int row = texel - bone * 3;
  uvec4 placeBits = crowdRow(vCharacter, 0);
  uvec4 motionBits = crowdRow(vCharacter, 1);
  vec4 motion = crowdFloats(motionBits);
  vec4 fade = crowdFloats(crowdRow(vCharacter, 2));
  vec3 frames = crowdFrames(crowdClip(motionBits.w & 65535u), (crowdTime - motion.y) * motion.z);
  vec3 oldFrames = crowdFrames(crowdClip(motionBits.w >> 16), (crowdTime - fade.x) * fade.y);
  float share = fade.w > 0.0 ? clamp((crowdTime - fade.z) / fade.w, 0.0, 1.0) : 1.0;

  vec4 turn = vec4(0.0, 0.0, 0.0, 1.0);
  vec3 place = vec3(0.0);
  float scale = 1.0;
  int joint = bone;
  for (int depth = 0; depth < CROWD_CHAIN; depth++) {
    vec4 localPlace;
    vec4 localTurn = crowdLocal(frames, joint, localPlace);
    if (share < 1.0) {
      vec4 oldPlace;
      vec4 oldTurn = crowdLocal(oldFrames, joint, oldPlace);
      localTurn = crowdSlerp(oldTurn, localTurn, share);
      localPlace = mix(oldPlace, localPlace, share);
    }
    place = localPlace.xyz + crowdRotate(place * localPlace.w, localTurn);
    turn = crowdJoin(localTurn, turn);
    scale *= localPlace.w;
    joint = int(texelFetch(crowdRig, ivec2(joint * 4 + 3, 0), 0).x);
    if (joint < 0) break;
  }

  // Row of (heading · scale · turn), from the axis that the heading turns onto this row's.
  vec3 axis = vec3(row == 0, row == 1, row == 2);
  vec3 unturned = crowdUnturn(axis, placeBits.w);
  vec3 r = crowdRotate(unturned, vec4(-turn.xyz, turn.w)) * (scale * motion.x);
  matrixRow = r.x * texelFetch(crowdRig, ivec2(bone * 4, 0), 0)
    + r.y * texelFetch(crowdRig, ivec2(bone * 4 + 1, 0), 0)
    + r.z * texelFetch(crowdRig, ivec2(bone * 4 + 2, 0), 0);
  matrixRow.w += dot(axis, crowdFloats(placeBits).xyz) + motion.x * dot(unturned, place);
}
