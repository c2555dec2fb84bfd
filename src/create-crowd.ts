import { type CrowdAssets, type DecoderOptions, loadCrowdAssets } from './assets/index.js';
import { CrowdClient } from './client/index.js';
import { CrowdError } from './errors/index.js';
import { terrainHeight, walkSpeed } from './generate/index.js';
import {
  type Character,
  type ClipName,
  type CrowdResponse,
  IDLE_CLIPS,
  parseCrowdResponse,
} from './protocol/index.js';
import {
  type BuildCrowdOptions,
  buildCrowd,
  type Crowd,
  type CrowdRenderer,
  checkOptions,
  checkRenderer,
  chooseDrawMode,
  preloadBackend,
  preloadMotion,
} from './render/index.js';
import type { RetargetConvention } from './rig/index.js';
import type { GpuSimulation } from './simulate/gpu/index.js';
import type { Person, Scenario, Wall } from './simulate/index.js';

/** Fraction of the progress that is reached when the response is there; the rest is for the assets. */
const RESPONSE_FRACTION = 0.1;

/** How far a crowd has been loaded. */
export interface CrowdProgress {
  /** 0 to 1; never decreases, and ends at 1. */
  readonly fraction: number;
  /** What was loaded last: the response, files of the assets, or all of it. */
  readonly stage: 'response' | 'assets' | 'ready';
}

/** How the motion of a crowd is computed. */
export interface MotionOptions {
  /**
   * Whether a worker computes it. Where workers are refused, the page's own thread does, and one warning says so.
   *
   * @default true
   */
  readonly worker?: boolean;
  /**
   * Whether the GPU computes it, over the rows that it draws from: for crowds of tens of thousands. It takes a
   * `WebGPURenderer` on WebGPU, instances, even ground and no walls; elsewhere the worker goes on with it, and `onWarning`
   * is told why. Nobody but the GPU knows where people are, so that what asks for it throws a `CrowdError`: sockets, heroes,
   * looks, clips, added characters and characters placed by hand. Rays hit nobody, and there are no events.
   *
   * @default false
   */
  readonly gpu?: boolean;
  /**
   * Walls that people walk round, metres in the crowd's space: `[fromX, fromZ, toX, toZ]` each.
   *
   * @default none
   */
  readonly walls?: readonly Wall[];
  /**
   * How fast the characters of a bucket walk, as a multiple of what the recipe gives them: `{ elder: 0.7 }`.
   *
   * @default 1 for every bucket
   */
  readonly bucketSpeeds?: Readonly<Record<string, number>>;
}

/** How to draw a crowd, wherever its response comes from. */
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
  > {
  /** The renderer that will draw the crowd, or the promise of one: everything is fetched while it is being made. */
  readonly renderer: CrowdRenderer | Promise<CrowdRenderer>;
  /**
   * Whether people go where the recipe sends them, and how that is computed. `false` leaves everybody where the response
   * puts them; walkers then walk on the spot.
   *
   * @default true
   */
  readonly motion?: boolean | MotionOptions;
  /**
   * How clips are carried over where the rest pose that they were made for differs from the characters': `pose-matched`
   * keeps limbs pointing where the clip points them; `rest-relative` turns each bone as far from its own rest pose as the
   * clip's turns from its.
   *
   * @default what reproduces the bone texture; without one, what sets the feet on the ground and left like right
   */
  readonly retarget?: RetargetConvention;
  /**
   * Clips to load for a crowd of clones beside those that characters play at first: those that you will give them by
   * `setClip`, which else throws an `UnknownClipError`. Instances have all clips.
   *
   * @default none
   */
  readonly clips?: readonly ClipName[];
  /** What decodes files compressed with Draco or KTX2. @default none; meshopt needs none */
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
   * What relative addresses in the response are relative to.
   *
   * @default the page's address
   */
  readonly baseUrl?: string;
}

/** Where the data of a crowd comes from, and how it is drawn. */
export type CreateCrowdOptions = ServedCrowdOptions | GivenCrowdOptions;

/** Every option by name, so that a mistyped one is told, and for `<Crowd>`; the compiler asks for a new one here. */
export const OPTION_NAMES: Readonly<Record<keyof ServedCrowdOptions | keyof GivenCrowdOptions, true>> = {
  renderer: true,
  response: true,
  baseUrl: true,
  crowdId: true,
  apiKey: true,
  tokenProvider: true,
  mode: true,
  cloneLimit: true,
  lodScreenHeight: true,
  farDraws: true,
  frameBudget: true,
  material: true,
  motion: true,
  retarget: true,
  clips: true,
  decoders: true,
  castShadow: true,
  receiveShadow: true,
  onProgress: true,
  strict: true,
  onWarning: true,
  signal: true,
};

/**
 * Fetches a crowd, loads its assets, and prepares it to be drawn. Crowds that are alive at once share each file of their
 * assets by its address.
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
export async function createCrowd(options: CreateCrowdOptions): Promise<Crowd> {
  checkCreateOptions(options);
  const { onProgress, motion, lodScreenHeight } = options;
  const [rendering, signal] = awaitRenderer(options);
  if (motion !== false) preloadSimulation();
  const report = (fraction: number, stage: CrowdProgress['stage']): void => onProgress?.({ fraction, stage });
  const response = await getResponse({ ...options, signal });
  report(RESPONSE_FRACTION, 'response');

  const { characters } = response;
  const isCloned = characters.length > 0 && chooseDrawMode({ ...options, characters }) === 'clones';
  const assets = await loadCrowdAssets(response.assets, {
    sample: visibleParts(response),
    clips: playedClips(characters, options),
    onlyClips: isCloned,
    withFarParts: !isCloned && lodScreenHeight !== 0,
    retarget: options.retarget,
    decoders: { renderer: rendering, ...options.decoders },
    strict: options.strict,
    onWarning: options.onWarning,
    // The last thousandth is left for `ready`.
    onProgress: ({ fraction }) =>
      report(RESPONSE_FRACTION + (1 - RESPONSE_FRACTION) * 0.999 * fraction, 'assets'),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    signal,
  });
  const crowd = await build({ ...options, signal }, rendering, response, assets);
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

/** Starts the download of what moves people; whoever needs it sees its failure. */
function preloadSimulation(): void {
  import('./simulate/index.js').catch(() => {});
  preloadMotion();
}

async function build(
  options: DrawOptions,
  rendering: Promise<CrowdRenderer>,
  response: CrowdResponse,
  assets: CrowdAssets,
): Promise<Crowd> {
  const { recipe, characters, shared_parts: sharedParts } = response;
  try {
    return await buildCrowd({
      ...options,
      renderer: await rendering,
      assets,
      characters,
      sharedParts,
      // Even ground needs no measuring under every foot.
      ...(recipe.terrain.active ? { groundHeight: terrainHeight(recipe) } : {}),
      playbackSpeed: ({ anim_clip, index }: Character) =>
        anim_clip === 'walk' ? walkSpeed(recipe, index) : 1,
      ...createSimulationOf(response, options),
    });
  } catch (error) {
    assets.dispose();
    throw error;
  }
}

/** What makes the simulation, once it is known how fast the walk clip walks. */
function createSimulationOf(
  { recipe, characters }: CrowdResponse,
  { motion = true, onWarning = console.warn }: DrawOptions,
): Pick<BuildCrowdOptions, 'createSimulation'> {
  if (motion === false) return {};
  const { worker = true, gpu = false, walls = [], bucketSpeeds = {} } = motion === true ? {} : motion;
  return {
    createSimulation: async (clipSpeed, canMoveOnGpu) => {
      const { crowdPerson, crowdScenario, SimulationDriver } = await import('./simulate/index.js');
      const scenarioOptions = { walls, bucketSpeeds, ...(clipSpeed > 0 ? { clipSpeed } : {}) };
      const scenario = crowdScenario(recipe, characters, scenarioOptions);
      const personOf = (character: Character): Person => crowdPerson(recipe, character, scenarioOptions);
      if (gpu) {
        const simulation = canMoveOnGpu ? await tryOnGpu(scenario) : 'it is not drawn as instances by WebGPU';
        if (typeof simulation !== 'string') return { simulation, personOf };
        onWarning(
          `three-crowd: this crowd does not move on the GPU, as motion: { gpu: true } asks for: ${simulation}.`,
        );
      }
      return { simulation: new SimulationDriver(scenario, { worker }), personOf };
    },
  };
}

/** People who walk on the GPU, or why they cannot. */
async function tryOnGpu(scenario: Scenario): Promise<GpuSimulation | string> {
  // The build leaves the WebGPU half out of the classic script.
  if (!import.meta.url) return 'the classic script draws with WebGL';
  const { GpuSimulation, whyNotOnGpu } = await import('./simulate/gpu/index.js');
  return whyNotOnGpu(scenario) ?? new GpuSimulation(scenario);
}

async function getResponse(options: CreateCrowdOptions): Promise<CrowdResponse> {
  const { strict = false, onWarning = console.warn } = options;
  if ('response' in options) return parseCrowdResponse(options.response, { strict, onWarning });
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

/**
 * What TypeScript would refuse, for pages without it.
 *
 * @throws {UnsupportedError} for a renderer that is none of three's
 * @throws {CrowdError} for any other option that is missing or unknown
 */
function checkCreateOptions(options: Partial<ServedCrowdOptions> & Partial<GivenCrowdOptions>): void {
  const { renderer, response, baseUrl, crowdId } = options;
  checkOptions('createCrowd', options, Object.keys(OPTION_NAMES));
  if (!(renderer instanceof Promise)) checkRenderer(renderer);
  if (response !== undefined) return;
  for (const [name, value] of Object.entries({ baseUrl, crowdId })) {
    if (typeof value === 'string' && value !== '') continue;
    throw new CrowdError(
      `createCrowd needs \`${name}\` to fetch a crowd, and it is ${JSON.stringify(value)}. Give the address of the ` +
        'service as `baseUrl` and the id of the crowd as `crowdId`, or a `response` that you have already.',
    );
  }
}

/** The clips that characters play at first, or as soon as they stop or start walking, and those asked for. */
function playedClips(characters: readonly Character[], { motion, clips = [] }: DrawOptions): ClipName[] {
  const walkers = characters.filter(({ anim_clip }) => anim_clip === 'walk');
  const standing = motion === false ? characters.filter(({ anim_clip }) => anim_clip !== 'walk') : characters;
  const played = new Set<ClipName>([
    ...clips,
    ...standing.map(({ idle_variant }) => IDLE_CLIPS[idle_variant]),
  ]);
  if (walkers.length > 0) played.add('walk');
  return [...played];
}

/** The parts of one character, by which the unit of the file is checked; of an empty crowd, none: all parts of the file. */
function visibleParts({ characters, shared_parts }: CrowdResponse): string[] {
  return characters
    .slice(0, 1)
    .flatMap(({ body_id, face_id, hair_id }) => [body_id, face_id, hair_id, ...shared_parts]);
}
