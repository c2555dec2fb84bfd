import { CrowdError } from '../../errors/index.js';
import { streamSeed, uniformAt } from '../../math/index.js';
import {
  type BodySizes,
  type BoneTexture,
  BUILDS,
  type Build,
  createBuild,
  deriveLocalPoses,
  findBody,
  type LocalPoses,
  listNames,
} from '../../rig/index.js';
import type { Model } from '../model/model.js';
import type { Baked } from './bake-in-worker.js';

/** Builds, with the local poses that they change. */
interface Built {
  readonly localPoses: LocalPoses | undefined;
  /** As many as the rows of a crowd can name; undefined if the bones are not a human's. */
  readonly builds?: readonly Build[];
  /** Names of the human bones that were not found. */
  readonly missing: readonly string[];
}

/** The names of a model's joints. */
function jointNames({ skeleton, skin }: Pick<Model, 'skeleton' | 'skin'>): string[] {
  return Array.from(skin.joints, (bone) => skeleton.names[bone]);
}

/** By the sizes as JSON. */
const made = new WeakMap<BoneTexture, Map<string, Built>>();

/**
 * Builds of the given sizes, then of the file's own. Crowds of the same bone texture and sizes share them, and so their memory on the
 * GPU.
 *
 * @param sizes of at most {@link BUILDS} bodies, relative to the file's own
 */
function createBuilds(
  model: Pick<Model, 'skeleton' | 'skin'>,
  { texture, localPoses }: Baked,
  sizes: readonly Partial<BodySizes>[],
): Built {
  const ofTexture = made.get(texture) ?? new Map<string, Built>();
  made.set(texture, ofTexture);
  const key = JSON.stringify(sizes);
  const known = ofTexture.get(key);
  if (known) return known;
  const poses = localPoses ?? deriveLocalPoses(texture, model.skeleton, model.skin);
  const names = jointNames(model);
  const body = poses ? findBody(poses, names) : ['bones whose scales are the same in all directions'];
  const built =
    poses && 'hips' in body
      ? {
          localPoses: poses,
          builds: Array.from({ length: BUILDS }, (_, k) => createBuild(body, poses, names, sizes[k] ?? {})),
          missing: [],
        }
      : { localPoses: poses, missing: body as readonly string[] };
  ofTexture.set(key, built);
  return built;
}

/** Builds of a response's sizes; without the bones of a human none, with a warning. */
export function buildsFor(
  model: Pick<Model, 'skeleton' | 'skin' | 'url'>,
  baked: Baked,
  sizes: readonly Partial<BodySizes>[],
  warn: (message: string) => void,
): Pick<Built, 'localPoses' | 'builds'> {
  const { missing, ...built } = createBuilds(model, baked, sizes);
  if (missing.length > 0) {
    warn(
      `All characters have the build of ${model.url}, in which bones of a human were not found: ${missing.join(', ')} (builds).`,
    );
  }
  return built;
}

/** Options of builds. */
export interface BuildsInput {
  /**
   * Largest difference of each size from the file's own, as a fraction, and the fraction of characters that are children; undefined for
   * no builds.
   */
  readonly build: (BodySizes & { readonly children: number }) | undefined;
  /** True to throw an error if the files have no human bones. */
  readonly needsBuild: boolean;
  readonly seed: number;
}

/** BLDS: the tag of the stream. */
const STREAM = 0x424c4453;
/** Sizes of a child's body, relative to the file's own. Its head is 1.25 times as large relative to its height. */
const CHILD: BodySizes = { shoulders: 0.95, girth: 1, legs: 0.92, head: 1.35 };
/** First build of children, if there are any. */
const FIRST_CHILD = 12;
/** Steps of each size through its values from one build to the next: odd, so that builds take every value of each once. */
const STEPS: Readonly<Record<keyof BodySizes, number>> = { shoulders: 1, girth: 3, legs: 5, head: 7 };

/**
 * Builds whose sizes are spread evenly between their limits, with the local poses that they change; no builds if none are asked for,
 * or if the files have no human bones.
 *
 * @throws {CrowdError} if the files have no human bones, and builds are needed
 */
export function dealBuilds(
  model: Pick<Model, 'skeleton' | 'skin'>,
  baked: Baked,
  { build: limits, needsBuild, seed }: BuildsInput,
): Pick<Built, 'localPoses' | 'builds'> & { readonly adultBuilds?: number } {
  if (!limits) return { localPoses: baked.localPoses };
  const stream = streamSeed(seed, STREAM);
  const isChild = (k: number): boolean => limits.children > 0 && k >= FIRST_CHILD;
  const sizeOf = (k: number, size: keyof BodySizes, n: number): number => {
    const value = (STEPS[size] * k + Math.floor(BUILDS * uniformAt(stream, n))) % BUILDS;
    return (1 + limits[size] * ((2 * value) / (BUILDS - 1) - 1)) * (isChild(k) ? CHILD[size] : 1);
  };
  const sizes = Array.from({ length: BUILDS }, (_, k) => ({
    shoulders: sizeOf(k, 'shoulders', 0),
    girth: sizeOf(k, 'girth', 1),
    legs: sizeOf(k, 'legs', 2),
    head: sizeOf(k, 'head', 3),
  }));
  const { missing, ...built } = createBuilds(model, baked, sizes);
  if (missing.length > 0 && needsBuild) {
    throw new CrowdError(
      `vary.build needs the bones of a human, and these were not found: ${missing.join(', ')}. ` +
        `The files have the bones ${listNames(jointNames(model))}. Legs need a thigh, a shin and a foot each, and the head its name. Or leave vary.build out.`,
    );
  }
  return { ...built, adultBuilds: limits.children > 0 ? FIRST_CHILD : BUILDS };
}
