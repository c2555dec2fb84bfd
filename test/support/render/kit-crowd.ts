import { Bone, Float32BufferAttribute, Group, SkinnedMesh, Uint16BufferAttribute } from 'three';
import {
  type BuildCrowdOptions,
  buildCrowd,
  type Crowd,
  type CrowdAssets,
  type CrowdRenderer,
} from 'three-crowd';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton.js';
import { sampleCharacter, sampleParts } from './sample-characters.js';
import { KIT_TEXTURE } from './walking-characters.js';

/** A crowd of the sample kit's skeletons, with parts of a few triangles, that is never drawn. */
export function buildKitCrowd(size: number, options: Partial<BuildCrowdOptions> = {}): Promise<Crowd> {
  const skeleton = kitSkeleton();
  const parts = new Map(
    [...sampleParts()].map(([name, part]) => {
      const { geometry, material } = part;
      const { count } = geometry.getAttribute('position');
      const joints = new Uint16Array(4 * count);
      const weights = Float32Array.from(joints, (_, k) => (k % 4 === 0 ? 1 : 0));
      geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
      geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
      const positions = new Float32Array(3 * count);
      return [
        name,
        { ...part, mesh: new SkinnedMesh(geometry, material), vertices: { positions, joints, weights } },
      ];
    }),
  );
  const assets: CrowdAssets = {
    scene: new Group(),
    parts,
    skeleton,
    skin: kitSkin(),
    bones: skeleton.names.map(() => new Bone()),
    boneTexture: KIT_TEXTURE,
    convention: undefined,
    loadClips: async () => new Map(),
    loadFarParts: async () => new Map(),
    dispose: () => {},
  };
  const renderer = {
    isWebGLRenderer: true,
    extensions: { has: () => false },
    domElement: new EventTarget(),
  } as unknown as CrowdRenderer;
  return buildCrowd({
    renderer,
    assets,
    characters: Array.from({ length: size }, (_, index) => sampleCharacter(index)),
    sharedParts: [],
    mode: 'instanced',
    lodScreenHeight: 0,
    ...options,
  });
}
