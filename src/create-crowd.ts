import { type CrowdAssets, loadCrowdAssets } from './assets/index.js';
import { CrowdClient } from './client/index.js';
import { InvalidResponseError } from './errors/index.js';
import { terrainHeight, walkSpeed } from './generate/index.js';
import { type Character, type CrowdResponse, parseCrowdResponse } from './protocol/index.js';
import { type BuildCrowdOptions, buildCrowd, type Crowd } from './render/index.js';

/** Share of the progress that fetching the response is worth; the assets are the rest. */
const RESPONSE_SHARE = 0.1;

/** How far a crowd has been loaded. */
export interface CrowdProgress {
  /** 0 to 1; never goes back and ends at 1. */
  readonly fraction: number;
  readonly stage: 'response' | 'assets' | 'ready';
}

/** How to draw a crowd, whichever way its data is had. */
export interface DrawOptions
  extends Pick<
    BuildCrowdOptions,
    | 'renderer'
    | 'mode'
    | 'cloneLimit'
    | 'lodScreenHeight'
    | 'farDraws'
    | 'frameBudget'
    | 'material'
    | 'castShadow'
    | 'receiveShadow'
  > {
  /** Called as loading goes on. */
  readonly onProgress?: (progress: CrowdProgress) => void;
  /** Gives up loading; the promise then rejects with the signal's reason, and nothing is left behind. */
  readonly signal?: AbortSignal;
}

/** A crowd of the service, by id. */
export interface ServedCrowdOptions extends DrawOptions {
  /** Address of the service, such as `https://crowds.example`. */
  readonly baseUrl: string;
  readonly crowdId: string;
  /**
   * A key that may be seen by everyone who opens the page. Use a restricted key, or a `tokenProvider` or your own proxy
   * as `baseUrl`.
   */
  readonly apiKey?: string;
  /** Called for a bearer token before each request. */
  readonly tokenProvider?: () => string | Promise<string>;
}

/** A crowd whose response is at hand. */
export interface GivenCrowdOptions extends DrawOptions {
  readonly response: CrowdResponse;
  /**
   * What relative addresses in the response are relative to.
   *
   * @default the page's address
   */
  readonly baseUrl?: string;
}

/** Where the data of a crowd comes from, and how it is drawn. */
export type CreateCrowdOptions = ServedCrowdOptions | GivenCrowdOptions;

/**
 * Fetches a crowd, loads its assets once, and makes it ready to be drawn.
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
 * @throws {CrowdError} one of its subclasses: see each for what it means and what to do
 */
export async function createCrowd(options: CreateCrowdOptions): Promise<Crowd> {
  const { onProgress, signal } = options;
  const report = (fraction: number, stage: CrowdProgress['stage']): void => onProgress?.({ fraction, stage });
  const response = await getResponse(options);
  checkCount(response);
  report(RESPONSE_SHARE, 'response');

  const assets = await loadCrowdAssets(response.assets, {
    sample: visibleParts(response),
    onProgress: ({ fraction }) => report(RESPONSE_SHARE + (1 - RESPONSE_SHARE) * 0.999 * fraction, 'assets'),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    ...(signal ? { signal } : {}),
  });
  const crowd = await build(options, response, assets);
  report(1, 'ready');
  return crowd;
}

async function build(options: DrawOptions, response: CrowdResponse, assets: CrowdAssets): Promise<Crowd> {
  const { recipe, characters, shared_parts: sharedParts } = response;
  try {
    return await buildCrowd({
      ...options,
      assets,
      characters,
      sharedParts,
      groundHeight: terrainHeight(recipe),
      playbackSpeed: ({ anim_clip, index }: Character) =>
        anim_clip === 'walk' ? walkSpeed(recipe, index) : 1,
    });
  } catch (error) {
    assets.dispose();
    throw error;
  }
}

async function getResponse(options: CreateCrowdOptions): Promise<CrowdResponse> {
  if ('response' in options) return parseCrowdResponse(options.response);
  const { baseUrl, crowdId, apiKey, tokenProvider, signal } = options;
  const client = new CrowdClient({
    baseUrl,
    dangerouslyAllowBrowser: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(tokenProvider ? { tokenProvider } : {}),
  });
  return client.getCrowd(crowdId, signal ? { signal } : {});
}

function checkCount({ characters }: CrowdResponse): void {
  if (characters.length > 0) return;
  throw new InvalidResponseError('The crowd has no characters: there is nothing to draw.', 'characters');
}

/** The parts of one character: what the unit check measures. */
function visibleParts({ characters, shared_parts }: CrowdResponse): string[] {
  const [first] = characters;
  return [first.body_id, first.face_id, first.hair_id, ...shared_parts];
}
