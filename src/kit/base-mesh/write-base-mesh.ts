import { writeSkinnedGlb } from '../gltf/write-skinned-glb.js';
import { computeNormals } from '../mesh/normals.js';
import { packMesh } from '../mesh/pack.js';
import { baseSkeleton, baseSkin } from '../skeleton/base-skeleton.js';
import { buildMannequin } from './mannequin.js';

/** `rest_reference_glb`: the figure that the clips are made for. */
export function writeBaseMesh(): Promise<Uint8Array> {
  const mesh = buildMannequin();
  const paints = mesh.vertices.map(({ paint }) => paint);
  const part = { name: 'base_mesh', mesh: packMesh(mesh, computeNormals(mesh), paints), roughness: 0.9 };
  return writeSkinnedGlb(baseSkeleton(), baseSkin(), [part]);
}
