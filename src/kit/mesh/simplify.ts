import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { FULL_SCALE, type FullMesh, type PackedMesh, weld } from './pack.js';

/** Attributes per vertex besides the position: normal 3, colour and tint 4, bones 2. */
const ATTRIBUTES = 9;
const ATTRIBUTE_WEIGHTS = [0.35, 0.35, 0.35, 1.2, 1.2, 1.2, 1.2, 0.5, 0.5];
/** Maximum simplification error, as a fraction of the mesh's extent. */
const LARGEST_ERROR = 0.05;

/**
 * Simplifies a mesh to at most `triangles` triangles, or fewer reductions if {@link LARGEST_ERROR} is reached. Colour
 * errors count as much as shape errors.
 */
export async function simplifyMesh(mesh: FullMesh, triangles: number): Promise<PackedMesh> {
  if (mesh.indices.length <= triangles * 3) return mesh;
  await MeshoptSimplifier.ready;
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    Uint32Array.from(mesh.indices),
    mesh.positions,
    3,
    simplifierAttributes(mesh),
    ATTRIBUTES,
    ATTRIBUTE_WEIGHTS,
    mesh.fixed,
    triangles * 3,
    LARGEST_ERROR,
  );
  return weld({ ...mesh, indices: Uint16Array.from(indices) });
}

function simplifierAttributes(mesh: PackedMesh): Float32Array {
  const count = mesh.positions.length / 3;
  const attributes = new Float32Array(count * ATTRIBUTES);
  for (let i = 0; i < count; i++) {
    attributes.set(mesh.normals.subarray(i * 3, i * 3 + 3), i * ATTRIBUTES);
    // Square roots approximate perceived brightness.
    for (let k = 0; k < 3; k++) {
      attributes[i * ATTRIBUTES + 3 + k] = Math.sqrt(mesh.colors[i * 4 + k] / FULL_SCALE);
    }
    attributes[i * ATTRIBUTES + 6] = mesh.colors[i * 4 + 3] / FULL_SCALE;
    attributes.set(boneDescriptor(mesh, i), i * ATTRIBUTES + 7);
  }
  return attributes;
}

/** Returns two numbers that differ between bones, which makes merging vertices of different bones expensive. */
function boneDescriptor(mesh: PackedMesh, vertex: number): [number, number] {
  let a = 0;
  let b = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
    const share = mesh.weights[k] / FULL_SCALE;
    a += share * Math.sin(mesh.joints[k] * 2.4);
    b += share * Math.cos(mesh.joints[k] * 2.4);
  }
  return [a, b];
}
