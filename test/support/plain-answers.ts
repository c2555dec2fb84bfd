import { generateCharacters } from '../../src/generate/public.js';
import { buildManifest } from '../../src/kit/index.js';
import { CLIP_NAMES, completeRecipe } from '../../src/protocol/index.js';

/** JSON data that a variant may change in any way, also against its type. */
// biome-ignore lint/suspicious/noExplicitAny: what is sent is to be wrong at any depth.
export type Json = any;

/** The only valid key of the strict service. */
export const STRICT_KEY = 'sk_live_4f1c';
export const STRICT_CROWD_ID = 'cr_aB3dE6gH';

/** Request that the strict service received. */
export interface ReceivedRequest {
  /** First part of the path: the variant that was asked. */
  readonly variant: string;
  readonly method: string;
  /** Rest of the path, such as `v1/projects`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Number of earlier requests with this method and path. */
  readonly index: number;
}

/** Response; `'cut'` closes the connection in the middle of it. */
export type Answer =
  | 'cut'
  | {
      /** @default 200 */
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as JSON; nothing is sent where it is left out. */
      readonly body?: Json;
      /** Sent in place of a body, as HTML. */
      readonly html?: string;
      readonly bytes?: Uint8Array;
    };

export type Route = (request: ReceivedRequest) => Answer;

/** The answers of one service, by route. */
export interface Answers {
  /** `GET /v1/crowd/{crowd_id}`: the body, for variants to change, and the route that sends it. */
  crowd: Json;
  getCrowd: Route;
  listProjects: Route;
  createProject: Route;
  updateProject: Route;
  /** The interface has no such route. */
  deleteProject: Route;
  /** `GET /openapi.json`. */
  describe: Route;
  /** Answers in place of the kit's files, by their names. */
  readonly files: Map<string, (request: ReceivedRequest) => Answer | Promise<Answer>>;
  /** Request headers that a page of another origin may send. */
  allowedHeaders: string;
}

/**
 * A service that sends what the interface shows, field by field, and nothing else.
 *
 * @param files address of the kit's files, with a slash at the end
 */
export function plainAnswers(files: string): Answers {
  const crowd = plainCrowd(files);
  const { crowd_id, name, collection, updated_at } = crowd;
  const answers: Answers = {
    crowd,
    getCrowd: () => ({ body: answers.crowd }),
    listProjects: () => ({ body: [{ crowd_id, name, collection, created_at: updated_at, updated_at }] }),
    createProject: () => ({ body: { crowd_id, assets: crowd.assets } }),
    updateProject: () => ({ body: { crowd_id, assets: crowd.assets } }),
    deleteProject: () => ({ status: 404, body: { error: 'not found' } }),
    describe: () => ({ body: plainDescription() }),
    files: new Map(),
    allowedHeaders: 'Authorization, Content-Type',
  };
  return answers;
}

function plainCrowd(files: string): Json {
  const manifest = buildManifest();
  const recipe = completeRecipe({
    seed: 42,
    size: 12,
    weights: Object.fromEntries(manifest.buckets.map(({ id, weight }) => [id, weight])),
    boundaryRadius: 6,
    spawnRadius: 4,
    obstacles: [{ type: 'cylinder', x: 9, z: 9, radius: 1 }],
    collection: 'song-street',
  });
  const file = (name: string): string => `${files}${name}`;
  return {
    crowd_id: STRICT_CROWD_ID,
    name: 'Market at noon',
    collection: recipe.collection,
    recipe,
    characters: generateCharacters(recipe, manifest),
    shared_parts: manifest.shared,
    assets: {
      unit: 'm',
      unit_scale: 1,
      skeleton_glb: file('skeleton.glb'),
      lod_glb: file('lod.glb'),
      rest_reference_glb: file('rest-reference.glb'),
      manifest_json: file('manifest.json'),
      bone_tex_bin: file('bone-texture.bin'),
      bone_tex_manifest: file('bone-texture.json'),
      animations: Object.fromEntries(CLIP_NAMES.map((name) => [name, file(`clips/${name}.glb`)])),
    },
    updated_at: '2025-03-01T12:00:00Z',
  };
}

/** The description's version and routes, without a header that the interface does not have. */
function plainDescription(): Json {
  const bearer = { security: [{ bearer: [] }] };
  return {
    openapi: '3.1.0',
    info: { title: 'Crowd generation service', version: '1.0.0' },
    paths: {
      '/v1/crowd/{crowd_id}': { get: bearer },
      '/v1/projects': { get: bearer, post: bearer },
      '/v1/projects/{crowd_id}': { put: bearer },
    },
  };
}
