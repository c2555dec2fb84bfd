import type { DecoderOptions } from './assets/index.js';
import { CrowdError } from './errors/index.js';
import type { MotionOptions } from './motion/index.js';
import type { Assets, CrowdResponse, RecipeInput } from './protocol/index.js';
import {
  type CrowdRenderer,
  checkOptions,
  checkRenderer,
  SHARED_OPTION_NAMES,
  type SharedOptions,
} from './render/index.js';
import type { RetargetConvention } from './rig/index.js';

/** Progress of loading a crowd. */
export interface CrowdProgress {
  /** 0 to 1; never decreases, and ends at 1. */
  readonly fraction: number;
  /** Last loaded item: the response, a file of the assets, or everything. */
  readonly stage: 'response' | 'assets' | 'ready';
}

/** Options of a crowd, wherever its response comes from. */
export interface DrawOptions extends SharedOptions {
  /** The renderer that will draw the crowd, or the promise of one: everything is fetched while it is being made. */
  readonly renderer: CrowdRenderer | Promise<CrowdRenderer>;
  /**
   * Moves characters by the root motion of their clips: the horizontal way of the root, or of the hips, turned and scaled as
   * the character is. Otherwise such a clip begins again at the same place. Turns of the root stay in the pose. Turns
   * `motion` off.
   *
   * @default false
   */
  readonly rootMotion?: boolean;
  /**
   * Moves characters as the recipe says, with these options. `false` leaves them at the positions of the response; walkers
   * then walk on the spot.
   *
   * @default true; false with `rootMotion`
   */
  readonly motion?: boolean | MotionOptions;
  /**
   * Convention of retargeting, for clips of another rest pose than the characters': `pose-matched` keeps the directions of
   * limbs; `rest-relative` keeps the rotation of each bone from its rest pose.
   *
   * @default that of the bone texture; without one, what sets the feet on the ground and left like right, with a warning where
   *   that is unclear
   */
  readonly retarget?: RetargetConvention;
  /** Decoders for files compressed with Draco or KTX2. @default none; meshopt needs none */
  readonly decoders?: DecoderOptions;
  /** Called while the crowd loads. */
  readonly onProgress?: (progress: CrowdProgress) => void;
  /**
   * Throws for everything in the response and its assets that is otherwise corrected or left out with a warning.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Called with one message for all corrections of the response, and with one for each asset that was corrected or left out.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
  /** Aborts loading; the promise rejects with the signal's reason, and nothing is left behind. */
  readonly signal?: AbortSignal;
  /** As for `buildCrowd`. @internal */
  readonly checkDevice?: boolean;
}

/** A crowd of the service, by id. */
export interface ServedCrowdOptions extends DrawOptions {
  /** Address of the service, such as `https://crowds.example`. */
  readonly baseUrl: string;
  /** Id of the crowd, such as `cr_Market1k`. */
  readonly crowdId: string;
  /**
   * Every visitor of the page can read this key, so give a restricted one. A `tokenProvider`, or a proxy of your own as
   * `baseUrl`, keeps the key out of the page.
   */
  readonly apiKey?: string;
  /** Called before each request; returns a bearer token. */
  readonly tokenProvider?: () => string | Promise<string>;
}

/** A crowd whose response is already there. */
export interface GivenCrowdOptions extends DrawOptions {
  /** The response of the service, or one of your own in its form. */
  readonly response: CrowdResponse;
  /**
   * Address that relative addresses in the response are resolved against.
   *
   * @default the page's address
   */
  readonly baseUrl?: string;
  /**
   * Fetches the files of the assets.
   *
   * @default globalThis.fetch
   * @internal
   */
  readonly fetch?: typeof fetch;
}

/** A crowd that the page generates itself, without a service. */
export interface RecipeCrowdOptions extends DrawOptions {
  /**
   * Recipe of the crowd; missing fields take their defaults. The characters are those that the service generates from it,
   * in the same order.
   */
  readonly recipe: RecipeInput;
  /** Addresses of the files, as in a response of the service. `manifest_json` names the catalogue of parts. */
  readonly assets: Assets;
  /**
   * Address that relative addresses in `assets` are resolved against.
   *
   * @default the page's address
   */
  readonly baseUrl?: string;
  /**
   * Fetches the files of the assets.
   *
   * @default globalThis.fetch
   * @internal
   */
  readonly fetch?: typeof fetch;
}

/** Where the data of a crowd comes from, and how it is drawn. */
export type CreateCrowdOptions = ServedCrowdOptions | GivenCrowdOptions | RecipeCrowdOptions;

type AnyOption = keyof ServedCrowdOptions | keyof GivenCrowdOptions | keyof RecipeCrowdOptions;

/** Names of all options: `createCrowd` refuses others, and `<Crowd>` picks these props. */
export const OPTION_NAMES: Readonly<Record<AnyOption, true>> = {
  ...SHARED_OPTION_NAMES,
  response: true,
  assets: true,
  crowdId: true,
  apiKey: true,
  tokenProvider: true,
  fetch: true,
};

/**
 * Checks options as TypeScript would, for pages without it.
 *
 * @throws {UnsupportedError} for a renderer that is none of three's
 * @throws {CrowdError} for any other option that is missing or unknown
 */
export function checkCreateOptions(
  options: Partial<ServedCrowdOptions> & Partial<GivenCrowdOptions> & Partial<RecipeCrowdOptions>,
): void {
  const { renderer, response, recipe, assets, baseUrl, crowdId } = options;
  checkOptions('createCrowd', options, Object.keys(OPTION_NAMES));
  if (!(renderer instanceof Promise)) checkRenderer(renderer);
  if (response !== undefined) return;
  if (recipe !== undefined) {
    if (typeof assets === 'object' && assets !== null) return;
    throw new CrowdError(
      'createCrowd needs `assets` to generate a crowd from a `recipe`: the addresses of the files, as in a response of ' +
        'the service.',
    );
  }
  for (const [name, value] of Object.entries({ baseUrl, crowdId })) {
    if (typeof value === 'string' && value !== '') continue;
    throw new CrowdError(
      `createCrowd needs \`${name}\` to fetch a crowd, and it is ${JSON.stringify(value)}. Give the address of the ` +
        'service as `baseUrl` and the id of the crowd as `crowdId`, a `recipe` with `assets`, or a `response` that ' +
        'you have already.',
    );
  }
}
