import type { DecoderOptions } from './assets/index.js';
import { CrowdError } from './errors/index.js';
import type { MotionOptions } from './motion/index.js';
import type { Assets, CrowdResponse, RecipeInput } from './protocol/index.js';
import { type BuildCrowdOptions, type CrowdRenderer, checkOptions, checkRenderer } from './render/index.js';
import type { RetargetConvention } from './rig/index.js';

/** Progress of loading a crowd. */
export interface CrowdProgress {
  /** 0 to 1; never decreases, and ends at 1. */
  readonly fraction: number;
  /** Last loaded item: the response, a file of the assets, or everything. */
  readonly stage: 'response' | 'assets' | 'ready';
}

/** Options of a crowd, wherever its response comes from. */
export interface DrawOptions
  extends Pick<
    BuildCrowdOptions,
    | 'mode'
    | 'cloneLimit'
    | 'lodScreenHeight'
    | 'farDraws'
    | 'frameBudget'
    | 'material'
    | 'castShadow'
    | 'receiveShadow'
    | 'checkDevice'
  > {
  /** The renderer that will draw the crowd, or the promise of one: everything is fetched while it is being made. */
  readonly renderer: CrowdRenderer | Promise<CrowdRenderer>;
  /**
   * Has characters go where their clips go: the horizontal way of the root, or of the hips, moves the character, as it is
   * turned and scaled, and loops go on from where they are. Otherwise such a clip begins again at the same place. Turns of
   * the root stay in the pose. Nobody goes where the recipe sends them then.
   *
   * @default false
   */
  readonly rootMotion?: boolean;
  /**
   * Whether people go where the recipe sends them, and how that is computed. `false` leaves everybody where the response
   * puts them; walkers then walk on the spot.
   *
   * @default true; false with `rootMotion`
   */
  readonly motion?: boolean | MotionOptions;
  /**
   * How clips are carried over where the rest pose that they were made for differs from the characters': `pose-matched`
   * keeps limbs pointing where the clip points them; `rest-relative` turns each bone as far from its own rest pose as the
   * clip's turns from its.
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
   * Makes an error of everything in the response and its assets that would else be corrected or done without.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Told what was corrected in the response, in one text, and what of its assets was corrected or done without.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
  /** Gives up loading; the promise then rejects with the signal's reason, and nothing is left behind. */
  readonly signal?: AbortSignal;
}

/** A crowd of the service, by id. */
export interface ServedCrowdOptions extends DrawOptions {
  /** Address of the service, such as `https://crowds.example`. */
  readonly baseUrl: string;
  /** Id of the crowd, such as `cr_Market1k`. */
  readonly crowdId: string;
  /**
   * A key that everybody who opens the page can read: give a restricted key. A `tokenProvider`, or a proxy of your own as
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

/** Every option by name, so that a mistyped one is told, and for `<Crowd>`; the compiler asks for a new one here. */
export const OPTION_NAMES: Readonly<Record<AnyOption, true>> = {
  renderer: true,
  response: true,
  recipe: true,
  assets: true,
  crowdId: true,
  apiKey: true,
  tokenProvider: true,
  lodScreenHeight: true,
  farDraws: true,
  frameBudget: true,
  motion: true,
  fetch: true,
  baseUrl: true,
  mode: true,
  cloneLimit: true,
  material: true,
  rootMotion: true,
  retarget: true,
  decoders: true,
  castShadow: true,
  receiveShadow: true,
  checkDevice: true,
  onProgress: true,
  strict: true,
  onWarning: true,
  signal: true,
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
