// Number of bones of the rig, and the matrix of a vertex: its rows, from the stored vertex to the crowd's space, or without a
// palette to the character's.
uniform int crowdBoneCount;

vec4 crowdX;
vec4 crowdY;
vec4 crowdZ;
