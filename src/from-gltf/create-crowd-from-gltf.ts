import type { GLTFSource } from '../assets/index.js';
import { type Crowd, checkOptions, checkRenderer } from '../render/index.js';
import { buildGltfCrowd } from './build-gltf-crowd.js';
import { type CreateCrowdFromGLTFOptions, GLTF_OPTION_NAMES } from './gltf-crowd-options.js';

/**
 * A crowd of one GLB or glTF file, or of several whose characters stand on the same skeleton: any meshes, skinned or rigid, any
 * names of clips. Files without a mesh give clips alone. With `recipe` or `motion`, they walk.
 *
 * @param source addresses, files that somebody chose or dropped, or what three's `GLTFLoader` has loaded, which is left as it is
 * @throws {CrowdError} one of its subclasses: each says what it means and what to do
 * @throws the signal's reason
 *
 * @example
 * const crowd = await createCrowdFromGLTF('robot.glb', { renderer, count: 200 });
 * scene.add(crowd);
 *
 * @example
 * const street = await createCrowdFromGLTF('knight.glb', {
 *   renderer,
 *   recipe: { size: 300, boundaryShape: 'road', boundaryRadius: 40, spawnRadius: 5, pace: 0.9 },
 * });
 * street.motion?.goTo(7, [0, 10]);
 *
 * @example
 * const knights = await createCrowdFromGLTF(['knight.glb', 'mage.glb', 'animations.glb'], {
 *   renderer,
 *   clips: { idle: 'Idle_A', walk: 'Walking_A', cheer: 'Cheer' },
 *   characters: [{ x: 0, z: 0 }, { x: 1, z: 0, look: 1, clip: 'cheer' }],
 * });
 */
export async function createCrowdFromGLTF(
  source: GLTFSource | readonly GLTFSource[],
  options: CreateCrowdFromGLTFOptions,
): Promise<Crowd> {
  checkOptions('createCrowdFromGLTF', options, Object.keys(GLTF_OPTION_NAMES));
  checkRenderer(options.renderer);
  const sources = Array.isArray(source) ? (source as readonly GLTFSource[]) : [source as GLTFSource];
  // Rejected: loading it on demand. A page with all exports would start with 112 kB gzipped in place of 120, but one that
  // imports an error guard alone with 84 kB in place of 8, since bundlers then share all that builds crowds.
  return buildGltfCrowd(sources, options);
}
