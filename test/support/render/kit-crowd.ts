import { Bone, Float32BufferAttribute, Group, SkinnedMesh, Uint16BufferAttribute } from 'three';
import { type BuildCrowdOptions, buildCrowd, type Crowd, type CrowdAssets } from 'three-crowd';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import type { BoneTexture } from '../../../src/rig/index.js';
import { plainRenderer } from './plain-renderer.js';
import { sampleCharacter, sampleParts } from './sample-characters.js';
import { KIT_TEXTURE } from './walking-characters.js';

interface KitRig {
  /** True if the rig has limbs, which foot planting and head turning need. @default true */
  readonly hasLimbs?: boolean;
}

/** A crowd of the sample kit's skeletons, with parts of a few triangles, that is never drawn. */
export function buildKitCrowd(
  size: number,
  options: Partial<BuildCrowdOptions> = {},
  { hasLimbs = true }: KitRig = {},
): Promise<Crowd> {
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
    boneTexture: hasLimbs ? KIT_TEXTURE : unevenTexture(),
    loadFarParts: async () => new Map(),
    dispose: () => {},
  };
  return buildCrowd({
    renderer: plainRenderer(),
    assets,
    characters: Array.from({ length: size }, (_, index) => sampleCharacter(index)),
    sharedParts: [],
    mode: 'instanced',
    lodThreshold: 0,
    ...options,
  });
}

/** The kit's clips with joints that are scaled unevenly, in which no legs and no heads are looked for. */
function unevenTexture(): BoneTexture {
  const height = 1.01;
  const data = KIT_TEXTURE.data.map((value, k) =>
    k % AFFINE_SIZE < 4 || k % AFFINE_SIZE > 7 ? value : value * height,
  );
  return { ...KIT_TEXTURE, data };
}
