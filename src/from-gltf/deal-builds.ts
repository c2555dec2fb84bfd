import type { GltfAssets } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { streamSeed, uniformAt } from '../math/index.js';
import {
  type BodySizes,
  createBuild,
  deriveLocalPoses,
  findBody,
  listNames,
  MOST_BUILDS,
} from '../rig/index.js';
import type { CheckedVary } from './vary-options.js';

/** BLDS: the tag of the stream. */
const STREAM = 0x424c4453;
/** Steps of each size through its values from one build to the next: odd, so that builds take every value of each once. */
const STEPS: Readonly<Record<keyof BodySizes, number>> = { shoulders: 1, girth: 3, legs: 5, head: 7 };

/**
 * The assets with builds, whose sizes are spread evenly between their limits; without builds if the files have no human bones
 * and `vary` only has its defaults.
 *
 * @throws {CrowdError} if builds were asked for, and the files have no human bones
 */
export function withBuilds(assets: GltfAssets, { build: limits, needsBuild, seed }: CheckedVary): GltfAssets {
  if (!limits) return assets;
  const { skin, skeleton } = assets;
  const names = Array.from(skin.joints, (bone) => skeleton.names[bone]);
  const poses = assets.localPoses ?? deriveLocalPoses(assets.boneTexture, skeleton, skin);
  const body = poses ? findBody(poses, names) : ['bones whose scales are the same in all directions'];
  if (!poses || !('hips' in body)) {
    if (!needsBuild) return { ...assets, localPoses: poses };
    throw new CrowdError(
      `vary.build needs the bones of a human, and these were not found: ${(body as readonly string[]).join(', ')}. ` +
        `The files have the bones ${listNames(names)}. Legs need a thigh, a shin and a foot each, and the head its name. Or leave vary.build out.`,
    );
  }
  const stream = streamSeed(seed, STREAM);
  const sizeOf = (k: number, size: keyof BodySizes, n: number): number => {
    const value = (STEPS[size] * k + Math.floor(MOST_BUILDS * uniformAt(stream, n))) % MOST_BUILDS;
    return 1 + limits[size] * ((2 * value) / (MOST_BUILDS - 1) - 1);
  };
  const builds = Array.from({ length: MOST_BUILDS }, (_, k) =>
    createBuild(body, poses, names, {
      shoulders: sizeOf(k, 'shoulders', 0),
      girth: sizeOf(k, 'girth', 1),
      legs: sizeOf(k, 'legs', 2),
      head: sizeOf(k, 'head', 3),
    }),
  );
  return { ...assets, localPoses: poses, builds };
}
