// Poses a vertex of the merged far draw. The vertex is read from a texture by cluster and vertex number. Its matrix comes
// from the palette, as for every other draw, or with CROWD_FAR_SLOTS, the number of palette slots, from the bone texture for
// characters without a slot.
uniform highp usampler2D crowdFarVertices;
uniform highp usampler2D crowdPairs;

// Number of the first pair of the batch.
attribute uint crowdBatch;

// Palette slot, or the number of slots plus the row, and cluster in one word; packed colour.
uvec2 crowdInstance;

#ifdef CROWD_FAR_ATLAS
uint crowdFarCell;
#endif

// Position and normal; joints, weights and colours.
uvec4 crowdFarPoint;
uvec4 crowdFarSkin;

#ifdef CROWD_FAR_UV
const int CROWD_FAR_TEXELS = 3;
vec2 crowdFarUv;
// three's chunks read texture coordinates by the attribute's name, which the geometry does not have.
#define uv crowdFarUv
#else
const int CROWD_FAR_TEXELS = 2;
#endif

#ifdef CROWD_FAR_SLOTS
// Reads the frame of the bone texture that is nearest in time, and adds the character's transform.
void crowdSample(uint character) {
  uvec4 position = crowdPositionTexel(character);
  uvec4 animation = crowdRow(character, CROWD_ANIMATION_TEXEL);
  vec3 frames = crowdFrames(crowdClip(crowdClipNumber(animation)), crowdClipSeconds(animation, crowdTime));
  int frame = int(frames.z < 0.5 ? frames.x : frames.y);
  for (int shift = 0; shift < 32; shift += 8) {
    uint weight = (crowdFarSkin.y >> shift) & 255u;
    if (weight > 0u) crowdAddFrame(frame, (crowdFarSkin.x >> shift) & 255u, float(weight) / 255.0);
  }
  uint heading = position[CROWD_HEADING];
  float scale = crowdScale(animation);
  mat3x4 rows = mat3x4(crowdX, crowdY, crowdZ);
  vec3 origin = crowdFloats(position).xyz;
  crowdX = rows * (scale * crowdInverseRotate(vec3(1.0, 0.0, 0.0), heading)) + vec4(0.0, 0.0, 0.0, origin.x);
  crowdY = rows * (scale * crowdInverseRotate(vec3(0.0, 1.0, 0.0), heading)) + vec4(0.0, 0.0, 0.0, origin.y);
  crowdZ = rows * (scale * crowdInverseRotate(vec3(0.0, 0.0, 1.0), heading)) + vec4(0.0, 0.0, 0.0, origin.z);
}
#endif

void crowdPose() {
  uint pair = crowdBatch + uint(gl_VertexID) / CROWD_CLUSTER_VERTICES;
  uvec4 two = texelFetch(crowdPairs, crowdTexel(int(pair / 2u)), 0);
  crowdInstance = pair % 2u == 0u ? two.xy : two.zw;
#ifdef CROWD_FAR_ATLAS
  uint character = crowdInstance.y & CROWD_SLOT_MASK;
  crowdFarCell = crowdTextureCell(crowdRow(character, CROWD_ANIMATION_TEXEL));
  crowdInstance.y = crowdRow(character, CROWD_LOOK_TEXEL)[CROWD_COLORS + (crowdInstance.y >> CROWD_SLOT_BITS)];
#endif
  uint corner = uint(gl_VertexID) % CROWD_CLUSTER_VERTICES;
  int vertex = int((crowdInstance.x & CROWD_CLUSTER_MASK) * CROWD_CLUSTER_VERTICES + corner) * CROWD_FAR_TEXELS;
  crowdFarPoint = texelFetch(crowdFarVertices, crowdTexel(vertex), 0);
  crowdFarSkin = texelFetch(crowdFarVertices, crowdTexel(vertex + 1), 0);
#ifdef CROWD_FAR_UV
  crowdFarUv = crowdFloats(texelFetch(crowdFarVertices, crowdTexel(vertex + 2), 0)).xy;
#endif
  crowdX = crowdY = crowdZ = vec4(0.0);
  uint slot = crowdInstance.x >> CROWD_CLUSTER_BITS;
#ifdef CROWD_FAR_SLOTS
  if (slot >= CROWD_FAR_SLOTS) {
    crowdSample(slot - CROWD_FAR_SLOTS);
    return;
  }
#endif
  ivec2 slotTexel = crowdSlotTexel(slot);
  for (int shift = 0; shift < 32; shift += 8) {
    uint weight = (crowdFarSkin.y >> shift) & 255u;
    if (weight > 0u) crowdAddBone(slotTexel, (crowdFarSkin.x >> shift) & 255u, float(weight) / 255.0);
  }
}

// Normal of the far vertex in the posed crowd. The argument, three's own vertex normal, is not used, since the geometry has
// none. Not normalised.
vec3 crowdDirection(vec3 v) {
  vec3 normal = crowdFarNormal(crowdFarPoint.w);
  return vec3(dot(crowdX.xyz, normal), dot(crowdY.xyz, normal), dot(crowdZ.xyz, normal));
}

// Position of the far vertex in the crowd's space. The argument, three's own vertex position, is not used.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(crowdFloats(crowdFarPoint).xyz, 1.0);
  return vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
}

// Colour of the vertex with the tint of its part.
vec3 crowdFarTinted() {
  vec3 tint = crowdColor(crowdInstance.y);
  return crowdFarTint(crowdColor(crowdFarSkin.z), crowdColor(crowdFarSkin.w), tint, crowdFarSkin.z);
}
