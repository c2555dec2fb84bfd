// Poses a vertex of the far draw: pulled from a texture by cluster, its matrix from the palette like every other's.
uniform highp usampler2D crowdFarVertices;

attribute uvec2 crowdInstance;

uvec4 crowdFarPlace;
uvec4 crowdFarSurface;

void crowdPose() {
  int vertex = (int(crowdInstance.x & CROWD_CLUSTER_MASK) * CROWD_CLUSTER_VERTICES + gl_VertexID) * 2;
  crowdFarPlace = texelFetch(crowdFarVertices, crowdTexel(vertex), 0);
  crowdFarSurface = texelFetch(crowdFarVertices, crowdTexel(vertex + 1), 0);
  crowdX = crowdY = crowdZ = vec4(0.0);
  ivec2 slotTexel = crowdSlotTexel(crowdInstance.x >> CROWD_CLUSTER_BITS);
  for (int shift = 0; shift < 32; shift += 8) {
    uint weight = (crowdFarSurface.y >> shift) & 255u;
    if (weight > 0u) crowdAddBone(slotTexel, (crowdFarSurface.x >> shift) & 255u, float(weight) / 255.0);
  }
}

// The far vertex's own normal in the posed crowd, whatever `v` is; not of length 1.
vec3 crowdDirection(vec3 v) {
  vec3 normal = crowdFarNormal(crowdFarPlace.w);
  return vec3(dot(crowdX.xyz, normal), dot(crowdY.xyz, normal), dot(crowdZ.xyz, normal));
}

// The far vertex's own place in the crowd's space, whatever `p` is.
vec3 crowdPoint(vec3 p) {
  vec4 h = vec4(crowdFloats(crowdFarPlace).xyz, 1.0);
  return vec3(dot(crowdX, h), dot(crowdY, h), dot(crowdZ, h));
}

// The vertex's colour under the tint of its part: the two terms of crowdTint, multiplied out when the mesh was made.
vec3 crowdFarTinted() {
  return crowdColor(crowdFarSurface.z) + crowdColor(crowdFarSurface.w) * crowdColor(crowdInstance.y);
}
