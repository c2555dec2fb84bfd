import type { Answers, Json } from './plain-answers.js';
import { RECIPE_FIELDS } from './sample-recipe.js';
import type { Variant } from './strict-service.js';

/** Result of a variant for a user. */
export type Shown =
  /** No warning. */
  | { readonly works: true }
  /** It works, with one warning, or with a second one. */
  | { readonly warns: RegExp; readonly and?: RegExp }
  /** It fails, with this error. */
  | { readonly fails: string; readonly message: RegExp };

/** Change of the response to `GET /v1/crowd/{crowd_id}`, with its result in the client and in a page. */
export interface CrowdVariant extends Variant {
  readonly shows: Shown;
  /** Result of drawing, if it differs. */
  readonly drawn?: Shown;
  /**
   * How many are drawn.
   *
   * @default 12
   */
  readonly people?: number;
}

const WORKS: Shown = { works: true };
/**
 * Drawn with the warning that nothing says how clips are retargeted: both conventions put the sample kit's feet on the ground.
 */
const UNCLEAR: Pick<CrowdVariant, 'shows' | 'drawn'> = { shows: WORKS, drawn: { warns: /option retarget/ } };
const warns = (pattern: RegExp): Shown => ({ warns: pattern });
const fails = (name: string, message: RegExp): Shown => ({ fails: name, message });

/** A variant in which the crowd has other values at these dotted paths; undefined removes one, `*` stands for all. */
function withValues(name: string, shows: Shown, values: Readonly<Record<string, unknown>>): CrowdVariant {
  const change = ({ crowd }: Answers): void => {
    for (const [path, value] of Object.entries(values)) setAt(crowd, path.split('.'), value);
  };
  return { name, shows, change };
}

function setAt(owner: Json, [key, ...rest]: string[], value: unknown): void {
  for (const each of key === '*' ? Object.keys(owner) : [key]) {
    if (rest.length > 0) setAt(owner[each], rest, value);
    else if (value === undefined) delete owner[each];
    else owner[each] = value;
  }
}

/** One of the interface's words changed in every character that does something. */
function withCharacters(name: string, shows: Shown, clip: 'idle' | 'walk', values: object): CrowdVariant {
  const change = ({ crowd }: Answers): void => {
    const characters: Json[] = crowd.characters.filter(({ anim_clip }: Json) => anim_clip === clip);
    if (characters.length === 0) throw new Error(`Nobody is there to ${clip}.`);
    for (const character of characters) Object.assign(character, values);
  };
  return { name, shows, change };
}

const sameForAll = (paths: readonly string[], value: unknown): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, value]));

/** All variants of an answer that the interface permits, since it leaves them open or calls fields optional. */
export const CROWD_VARIANTS: readonly CrowdVariant[] = [
  // Null and missing values.
  {
    ...withValues(
      'no-bone-texture',
      WORKS,
      sameForAll(['assets.bone_tex_bin', 'assets.bone_tex_manifest'], undefined),
    ),
    ...UNCLEAR,
  },
  {
    ...withValues(
      'null-bone-texture',
      WORKS,
      sameForAll(['assets.bone_tex_bin', 'assets.bone_tex_manifest'], null),
    ),
    ...UNCLEAR,
  },
  {
    ...withValues(
      'empty-bone-texture',
      warns(/bone_tex_bin is "" and must not be empty: it is left out/),
      sameForAll(['assets.bone_tex_bin', 'assets.bone_tex_manifest'], ''),
    ),
    drawn: { warns: /bone_tex_bin is ""/, and: /option retarget/ },
  },
  withValues('null-lod', warns(/assets\.lod_glb is missing: ".*skeleton\.glb" is taken/), {
    'assets.lod_glb': null,
  }),
  withValues('no-lod', warns(/assets\.lod_glb is missing/), { 'assets.lod_glb': undefined }),
  withValues('broken-lod-address', warns(/assets\.lod_glb is "http:\/\/"\. Without lod_glb/), {
    'assets.lod_glb': 'http://',
  }),
  withValues(
    'lod-of-this-machine',
    warns(/assets\.lod_glb is "file:\/\/\/etc\/lod\.glb"\. Without lod_glb/),
    {
      'assets.lod_glb': 'file:///etc/lod.glb',
    },
  ),
  {
    ...withValues('null-rest-reference', warns(/assets\.rest_reference_glb is missing/), {
      'assets.rest_reference_glb': null,
    }),
  },
  withValues('null-manifest', WORKS, { 'assets.manifest_json': null }),
  withValues('null-unit', WORKS, sameForAll(['assets.unit', 'assets.unit_scale'], null)),
  withValues(
    'null-clips-of-nobody',
    WORKS,
    sameForAll(['assets.animations.jog', 'assets.animations.walk_stop'], null),
  ),
  withValues('number-for-a-clip', warns(/assets\.animations\.jog is 7 and must be a text: it is left out/), {
    'assets.animations.jog': 7,
  }),
  withValues('null-texts', WORKS, sameForAll(['name', 'collection', 'updated_at'], null)),
  withValues('no-texts', WORKS, sameForAll(['name', 'collection', 'updated_at'], undefined)),
  withValues('null-shared-parts', warns(/shared_parts is missing: \[\] is taken/), { shared_parts: null }),
  withValues('no-index', WORKS, { 'characters.*.index': undefined }),
  withValues('null-bucket', WORKS, { 'characters.*.bucket': null }),
  withCharacters('null-variant-of-walkers', WORKS, 'walk', { idle_variant: null }),
  withCharacters('no-variant-of-walkers', WORKS, 'walk', { idle_variant: undefined }),
  withCharacters('odd-variant-of-walkers', WORKS, 'walk', { idle_variant: 9 }),
  withCharacters('null-variant-of-idlers', warns(/idle_variant is missing: 0 is taken/), 'idle', {
    idle_variant: null,
  }),
  withCharacters('odd-variant-of-idlers', warns(/idle_variant is 9 .*: 0 is taken/), 'idle', {
    idle_variant: 9,
  }),
  // The recipe, which drawing does not need.
  withValues('null-recipe', WORKS, { recipe: null }),
  withValues('no-recipe', WORKS, { recipe: undefined }),
  withValues(
    'null-recipe-fields',
    WORKS,
    sameForAll(
      RECIPE_FIELDS.map((field) => `recipe.${field}`),
      null,
    ),
  ),
  withValues(
    'no-recipe-fields',
    WORKS,
    sameForAll(
      RECIPE_FIELDS.map((field) => `recipe.${field}`),
      undefined,
    ),
  ),
  withValues('null-terrain-fields', WORKS, {
    'recipe.terrain': { active: null, amplitude: null, frequency: null, noiseType: null },
  }),
  withValues(
    'null-attract-target',
    warns(/recipe\.attractTarget\.x is missing: recipe\.attractTarget is left out/),
    { 'recipe.attractTarget': { x: null, z: 1 } },
  ),
  withValues(
    'null-obstacle-radius',
    warns(/recipe\.obstacles\.0\.radius is missing: recipe\.obstacles\.0 is left out/),
    { 'recipe.obstacles.0.radius': null },
  ),
  withValues('unknown-boundary-shape', warns(/recipe\.boundaryShape is "ring"/), {
    'recipe.boundaryShape': 'ring',
  }),
  withValues('unknown-noise', warns(/recipe\.terrain\.noiseType is "perlin"/), {
    'recipe.terrain.noiseType': 'perlin',
  }),
  withValues('unknown-distribution', warns(/recipe\.distribution is "poisson"/), {
    'recipe.distribution': 'poisson',
  }),
  withValues('recipe-as-text', warns(/recipe is "\{/), { recipe: '{"seed":1}' }),
  withValues('scene-of-another-kind', warns(/scene is "indoor"/), { scene: 'indoor', 'recipe.scene': 'in' }),
  withValues('scene-by-number', warns(/recipe\.scene is 3/), { 'recipe.scene': 3 }),
  withValues(
    'null-scene',
    WORKS,
    sameForAll(['scene', 'recipe.scene', 'characters.*.clip', 'characters.*.walk_clip'], null),
  ),
  withValues('clip-by-number', warns(/characters\.\d+\.clip is 7/), { 'characters.*.clip': 7 }),
  withValues('pace-in-percent', warns(/recipe\.pace is 40/), { 'recipe.pace': 40 }),
  withValues('later-version', WORKS, { 'recipe.v': 2 }),
  withValues('version-as-text', warns(/recipe\.v is "1\.0\.0"/), { 'recipe.v': '1.0.0' }),
  withValues('wide-scale-variation', WORKS, { 'recipe.scaleVariation': 3 }),
  withValues('walk-speed-of-0', WORKS, { 'recipe.walkSpeedMin': 0, 'recipe.walkSpeedMax': 0 }),
  withValues('spline-points-of-three', warns(/recipe\.splinePoints\.0/), {
    'recipe.splinePoints': [[1, 2, 3]],
  }),
  // Numbers and colours in the form of other languages.
  withValues('rounded-up', WORKS, {
    'characters.*.garment_hsl': [1.0000000000000002, 0.5, 1],
    'characters.*.phase': 1.0000001,
  }),
  withValues('rounded-down', WORKS, {
    'characters.*.garment_hsl': [-1e-9, 0.5, 0.5],
    'characters.*.phase': -1e-9,
  }),
  withValues('bare-colours', WORKS, {
    'characters.*.skin_hex': 'C6936A',
    'characters.*.hair_hex': '0x1d1713',
  }),
  withValues('opaque-colours', WORKS, {
    'characters.*.skin_hex': '#c6936aff',
    'characters.*.hair_hex': '#321f',
  }),
  withValues(
    'colours-with-alpha',
    warns(/skin_hex is "#c6936a80" .*: "#c6936a" is taken \(and 11 more like it\)/),
    { 'characters.*.skin_hex': '#c6936a80' },
  ),
  // Undocumented fields, and other forms of documented ones.
  withValues('more-fields', WORKS, {
    tier: 'full',
    'characters.*.mood': 'calm',
    'assets.impostor_atlas': null,
    'recipe.festival': { day: 3 },
  }),
  withValues('other-unit-scale', WORKS, { 'assets.unit_scale': 0.01 }),
  {
    name: 'relative-addresses',
    shows: WORKS,
    hasOwnFiles: true,
    change: ({ crowd }) => {
      const shorten = (address: string): string => address.replace(/^.*\/files\//, '../../files/');
      const { assets } = crowd;
      for (const key of Object.keys(assets))
        if (/^http/.test(assets[key])) assets[key] = shorten(assets[key]);
      for (const clip of Object.keys(assets.animations))
        assets.animations[clip] = shorten(assets.animations[clip]);
    },
  },
  {
    name: 'fewer-people-than-promised',
    shows: warns(/^The crowd has 7 characters, and its recipe says 12: those that came are shown/),
    people: 7,
    change: ({ crowd }) => {
      crowd.characters.length = 7;
    },
  },
  {
    name: 'nobody',
    shows: WORKS,
    people: 0,
    change: ({ crowd }) => {
      crowd.characters = [];
      crowd.recipe.size = 0;
    },
  },
  // Content that cannot be drawn or loaded.
  {
    name: 'missing-skeleton',
    shows: WORKS,
    drawn: fails('AssetError', /404/),
    hasOwnFiles: true,
    change: ({ files }) => files.set('skeleton.glb', () => ({ status: 404 })),
  },
  {
    name: 'page-for-a-skeleton',
    shows: WORKS,
    drawn: fails('AssetError', /GLB/),
    hasOwnFiles: true,
    change: ({ files }) => files.set('skeleton.glb', () => ({ html: '<!doctype html>' })),
  },
  withValues('centimetres', fails('InvalidResponseError', /assets\.unit/), { 'assets.unit': 'cm' }),
  withValues('null-skeleton', fails('InvalidResponseError', /assets\.skeleton_glb/), {
    'assets.skeleton_glb': null,
  }),
  withValues(
    'script-for-a-skeleton',
    fails('InvalidResponseError', /"javascript:1" is no address of a file/),
    {
      'assets.skeleton_glb': 'javascript:1',
    },
  ),
  withValues('null-body', fails('InvalidResponseError', /characters\.0\.body_id/), {
    'characters.*.body_id': null,
  }),
  withValues('unknown-clip', fails('InvalidResponseError', /characters\.0\.anim_clip/), {
    'characters.*.anim_clip': 'dance',
  }),
  withValues('colour-words', fails('InvalidResponseError', /characters\.0\.skin_hex/), {
    'characters.*.skin_hex': 'brown',
  }),
  withValues('hsl-in-degrees', fails('InvalidResponseError', /characters\.0\.garment_hsl\.0/), {
    'characters.*.garment_hsl': [210, 0.5, 0.4],
  }),
  {
    name: 'error-page',
    shows: fails('InvalidResponseError', /text\/html, which is not JSON/),
    change: (answers) => {
      answers.getCrowd = () => ({ html: '<!doctype html><title>Welcome</title>' });
    },
  },
  {
    name: 'quota',
    shows: fails('QuotaError', /^429 quota exhausted/),
    change: (answers) => {
      answers.getCrowd = () => ({ status: 429, body: { error: 'quota exhausted' } });
    },
  },
  {
    name: 'once-500',
    shows: WORKS,
    change: (answers) => {
      const { getCrowd } = answers;
      answers.getCrowd = (request) =>
        request.index % 2 === 0 ? { status: 500, body: { error: 'try again' } } : getCrowd(request);
    },
  },
  {
    name: 'once-cut',
    shows: WORKS,
    change: (answers) => {
      const { getCrowd } = answers;
      answers.getCrowd = (request) => (request.index % 2 === 0 ? 'cut' : getCrowd(request));
    },
  },
];
