import { type CrowdAssets, loadCrowdAssets } from './assets/index.js';
import { CrowdClient } from './client/index.js';
import {
  type CreateCrowdOptions,
  type CrowdProgress,
  checkCreateOptions,
  type DrawOptions,
} from './create-crowd-options.js';
import { terrainHeight, walkSpeed } from './generate/index.js';
import { generateResponse } from './generate-response.js';
import { createSimulationOf, type GroundHeight, preloadMotion, readGround } from './motion/index.js';
import { type Character, type CrowdResponse, parseCrowdResponse } from './protocol/index.js';
import {
  buildCrowd,
  type Crowd,
  type CrowdRenderer,
  checkRenderer,
  chooseDrawMode,
  preloadBackend,
  preloadClones,
} from './render/index.js';

/** Fraction of the progress that is reached when the response is there; the rest is for the assets. */
const RESPONSE_FRACTION = 0.1;

/**
 * Fetches a crowd or generates it from a recipe, loads its assets, and prepares it to be drawn. Crowds that exist at the same
 * time share every file of their assets by its address.
 *
 * @example
 * const crowd = await createCrowd({ baseUrl, apiKey, crowdId: 'cr_Market1k', renderer });
 * scene.add(crowd);
 * renderer.setAnimationLoop((now) => {
 *   timer.update(now);
 *   crowd.update(timer.getDelta(), camera);
 *   renderer.render(scene, camera);
 * });
 *
 * @throws {CrowdError} for missing or mistyped options, and otherwise one of its subclasses: each says what it means and
 *   what to do
 * @throws the signal's reason
 */
export async function createCrowd(given: CreateCrowdOptions): Promise<Crowd> {
  checkCreateOptions(given);
  const options = given.rootMotion ? { motion: false, ...given } : given;
  const { onProgress, motion, lodThreshold } = options;
  const [rendering, signal] = awaitRenderer(options);
  const own = options.ground && (await readGround(options.ground, options.onWarning));
  if (motion !== false) preloadMotion();
  const report = (fraction: number, stage: CrowdProgress['stage']): void => onProgress?.({ fraction, stage });
  const response = await getResponse({ ...options, signal });
  report(RESPONSE_FRACTION, 'response');

  const { characters } = response;
  const isCloned = characters.length > 0 && chooseDrawMode(options, characters.length) === 'clones';
  if (isCloned) preloadClones();
  const assets = await loadCrowdAssets(response.assets, {
    sample: visibleParts(response),
    withFarParts: !isCloned && lodThreshold !== 0,
    retarget: options.retarget,
    builds: response.builds,
    decoders: { renderer: rendering, ...options.decoders },
    strict: options.strict,
    onWarning: options.onWarning,
    // The last thousandth is left for `ready`.
    onProgress: ({ fraction }) =>
      report(RESPONSE_FRACTION + (1 - RESPONSE_FRACTION) * 0.999 * fraction, 'assets'),
    ...('fetch' in options ? { fetch: options.fetch } : {}),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    signal,
  });
  const crowd = await build({ ...options, signal }, own, rendering, response, assets);
  report(1, 'ready');
  return crowd;
}

/**
 * The renderer, checked as soon as it is there, when the download of what draws with it starts; and a signal that is also
 * aborted where there will be none.
 */
function awaitRenderer({ renderer, signal }: DrawOptions): [Promise<CrowdRenderer>, AbortSignal] {
  const failed = new AbortController();
  const rendering = Promise.resolve(renderer).then((made) => {
    checkRenderer(made);
    preloadBackend(made);
    return made;
  });
  rendering.catch((error: unknown) => failed.abort(error));
  return [rendering, AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])];
}

async function build(
  options: DrawOptions,
  own: GroundHeight | undefined,
  rendering: Promise<CrowdRenderer>,
  response: CrowdResponse,
  assets: CrowdAssets,
): Promise<Crowd> {
  const { recipe, characters, shared_parts: sharedParts } = response;
  // Even ground needs no measuring under every foot.
  const ground = own ?? (recipe.terrain.active ? terrainHeight(recipe) : undefined);
  try {
    return await buildCrowd({
      ...options,
      renderer: await rendering,
      assets,
      characters,
      sharedParts,
      ...(ground ? { ground } : {}),
      playbackSpeed: ({ anim_clip, index }: Character) =>
        anim_clip === 'walk' ? walkSpeed(recipe, index) : 1,
      ...createSimulationOf(response, { motion: options.motion, ground: own, onWarning: options.onWarning }),
    });
  } catch (error) {
    assets.dispose();
    throw error;
  }
}

async function getResponse(options: CreateCrowdOptions): Promise<CrowdResponse> {
  const { strict = false, onWarning = console.warn } = options;
  if ('response' in options) return parseCrowdResponse(options.response, { strict, onWarning });
  if ('recipe' in options) return generateResponse(options);
  const { baseUrl, crowdId, apiKey, tokenProvider, signal } = options;
  const client = new CrowdClient({
    baseUrl,
    dangerouslyAllowBrowser: true,
    strict,
    onWarning,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(tokenProvider ? { tokenProvider } : {}),
  });
  return client.getCrowd(crowdId, signal ? { signal } : {});
}

/** The parts of one character, by which the unit of the file is checked; of an empty crowd, none: all parts of the file. */
function visibleParts({ characters, shared_parts }: CrowdResponse): string[] {
  return characters
    .slice(0, 1)
    .flatMap(({ body_id, face_id, hair_id }) => [body_id, face_id, hair_id, ...shared_parts]);
}
