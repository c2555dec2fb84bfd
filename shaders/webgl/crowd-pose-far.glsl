// Poses a vertex of the merged far draw. The vertex is read from a texture by cluster and vertex number; its matrix
// comes from the palette, as for every other draw.
uniform highp usampler2D crowdFarVertices;
uniform highp usampler2D crowdPairs;

// Number of the first pair of the batch.
attribute uint crowdBatch;

// Palette slot and cluster in one word, and packed colour.
uvec2 crowdInstance;

#ifdef CROWD_FAR_ATLAS
uniform highp usampler2D crowdTable;
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

void crowdPose() {
  uint pair = crowdBatch + uint(gl_VertexID) / CROWD_CLUSTER_VERTICES;
  uvec4 two = texelFetch(crowdPairs, crowdTexel(int(pair / 2u)), 0);
  crowdInstance = pair % 2u == 0u ? two.xy : two.zw;
#ifdef CROWD_FAR_ATLAS
  int row = int((crowdInstance.y & CROWD_SLOT_MASK) * CROWD_ROW_TEXELS);
  uvec4 look = texelFetch(crowdTable, crowdTexel(row + int(CROWD_LOOK_TEXEL)), 0);
  crowdInstance.y = look[CROWD_COLORS + (crowdInstance.y >> CROWD_SLOT_BITS)];
  crowdFarCell = crowdTextureCell(texelFetch(crowdTable, crowdTexel(row + int(CROWD_ANIMATION_TEXEL)), 0));
#endif
  uint corner = uint(gl_VertexID) % CROWD_CLUSTER_VERTICES;
  int vertex = int((crowdInstance.x & CROWD_CLUSTER_MASK) * CROWD_CLUSTER_VERTICES + corner) * CROWD_FAR_TEXELS;
  crowdFarPoint = texelFetch(crowdFarVertices, crowdTexel(vertex), 0);
  crowdFarSkin = texelFetch(crowdFarVertices, crowdTexel(vertex + 1), 0);
#ifdef CROWD_FAR_UV
  crowdFarUv = crowdFloats(texelFetch(crowdFarVertices, crowdTexel(vertex + 2), 0)).xy;
#endif
  crowdX = crowdY = crowdZ = vec4(0.0);
  ivec2 slotTexel = crowdSlotTexel(crowdInstance.x >> CROWD_CLUSTER_BITS);
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

// Colour of the vertex with the tint of its part: both terms of crowdTint, precomputed when the mesh was created.
vec3 crowdFarTinted() {
  return crowdColor(crowdFarSkin.z) + crowdColor(crowdFarSkin.w) * crowdColor(crowdInstance.y);
}
