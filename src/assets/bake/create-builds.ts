import {
  type BodySizes,
  type BoneTexture,
  BUILDS,
  type Build,
  createBuild,
  deriveLocalPoses,
  findBody,
  type LocalPoses,
} from '../../rig/index.js';
import type { Model } from '../model/model.js';
import type { Baked } from './bake-in-worker.js';

/** Builds, with the local poses that they change. */
export interface Built {
  readonly localPoses: LocalPoses | undefined;
  /** As many as the rows of a crowd can name; undefined if the bones are not a human's. */
  readonly builds?: readonly Build[];
  /** What of a human's bones was not found. */
  readonly missing: readonly string[];
}

/** The names of a model's joints. */
export function jointNames({ skeleton, skin }: Pick<Model, 'skeleton' | 'skin'>): string[] {
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
export function createBuilds(
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
