import { type GLTFSource, type GltfAssets, loadGltfAssets, type StanceOptions } from '../assets/index.js';
import { CrowdError, RecipeError } from '../errors/index.js';
import { terrainHeight } from '../generate/index.js';
import { readGround } from '../motion/index.js';
import {
  type Character,
  completeRecipe,
  findUnknownFields,
  type Recipe,
  type RecipeInput,
} from '../protocol/index.js';
import { buildCrowd, type Crowd, type CrowdLook, type GLTFCharacterOptions } from '../render/index.js';
import { addToCrowd, type Dressed, Dresser, type Outfit, outfitOf, type Undressed } from './dresser.js';
import type { CreateCrowdFromGLTFOptions } from './gltf-crowd-options.js';
import { createSimulationOfFiles, type MovedCharacters, spread, USUAL_PACE } from './gltf-motion.js';

/** Between two characters in rows: as a fraction of their height, and of the room that they take standing. */
const SPACING = 0.8;
const ELBOW_ROOM = 1.15;

/** Heights that characters may have among people, and the height that others get, metres. */
const MIN_HEIGHT = 1;
const MAX_HEIGHT = 3;
const USUAL_HEIGHT = 1.7;

/** White, which leaves the file's colours unchanged. */
const PLAIN = {
  garment_hsl: [0, 0, 1],
  skin_hex: '#ffffff',
  hair_hex: '#ffffff',
} as const satisfies Partial<Character>;

/** A crowd of the sources' characters, which play the sources' clips; of how, see `createCrowdFromGLTF`. */
export async function buildGltfCrowd(
  sources: readonly GLTFSource[],
  options: CreateCrowdFromGLTFOptions,
): Promise<Crowd> {
  const { renderer, recipe, motion = recipe !== undefined, onWarning } = options;
  checkTogether(options);
  const own = options.ground && (await readGround(options.ground, onWarning));
  const decoders = { renderer, ...options.decoders };
  const vary = options.vary
    ? await (await import('./vary-options.js')).readVary(options.vary, recipe?.seed ?? 0, options)
    : undefined;
  const read = { ...options, decoders, zones: vary?.zones, textures: vary?.textures, builds: vary };
  const assets = await loadGltfAssets(sources, read, stanceOf(options));
  try {
    const { clipInfo } = assets.boneTexture.manifest;
    const { gaits } = assets;
    const { walk, idle } = gaits;
    const dresser = await Dresser.load(assets, { vary, things: options.things ?? [] });
    const placed = await placeCharacters(assets, options, dresser);
    const { characters, clips } = placed;
    const finish = (indices: readonly number[], dressed: readonly Dressed[]): void => {
      for (const [k, index] of indices.entries()) {
        const { textureCell } = dressed[k];
        if (textureCell !== undefined) crowd.setTextureCell(index, textureCell);
        const clip = clips.get(index);
        // A clip of their own holds until they are sent somewhere.
        if (crowd.motion && clip !== undefined && clip !== walk && clip !== idle) {
          crowd.setClip(index, clip, { at: 'keep' });
        }
      }
    };
    const add = addToCrowd({
      dresser,
      height: assets.height || USUAL_HEIGHT,
      check: (added) => checkLooks(added, assets.looks.length),
      seat: placed.seat,
      finish,
    });
    if (motion !== false && walk === undefined) {
      (onWarning ?? console.warn)(
        `three-crowd: no clip of these files walks; they have ${assets.clips.join(', ')}. Characters slide where they go. ` +
          `Name the clip that walks: clips: { walk: '…' }; or give a file that has one, too: ['character.glb', 'walk.glb'].`,
      );
    }
    const ground = own ?? (placed.recipe?.terrain.active ? terrainHeight(placed.recipe) : undefined);
    const crowd: Crowd = await buildCrowd({
      ...options,
      ...(ground ? { ground } : {}),
      ...(motion === false
        ? {}
        : {
            createSimulation: createSimulationOfFiles(placed, motion === true ? {} : motion, {
              ground: own,
              onWarning,
            }),
          }),
      characters,
      looks: [...assets.looks, ...assets.dressed.map(({ parts }) => parts)].map((look) =>
        describeLook(look, assets),
      ),
      sharedParts: assets.looks.length === 1 ? assets.looks[0].slice(3) : [],
      clipAliases: new Map(Object.entries(gaits).filter((gait): gait is [string, string] => !!gait[1])),
      walkClipSpeed: USUAL_PACE * assets.height,
      clipOf: (character) =>
        clips.get(character.index) ??
        (character.anim_clip === 'walk' ? (walk ?? idle) : (idle ?? walk)) ??
        clipInfo[0].name,
      // Without a clip for standing, a character holds its pose, and does not walk on the spot.
      playbackSpeed: ({ index, anim_clip }) =>
        motion === false || idle !== undefined || anim_clip === 'walk' || clips.has(index) ? 1 : 0,
      complete: (...added) => {
        try {
          return add(...added);
        } finally {
          clips.clear();
        }
      },
      assets,
    });
    finish([...characters.keys()], placed.dressed);
    // Characters that are added later may get these indices.
    clips.clear();
    return crowd;
  } catch (error) {
    assets.dispose();
    throw error;
  }
}

/** Stance of the characters; undefined for that of the file. */
function stanceOf({
  recipe,
  motion = recipe !== undefined,
  heading,
  height,
}: CreateCrowdFromGLTFOptions): StanceOptions | undefined {
  const walks = motion !== false;
  // A recipe's places and simulations are made for people, in metres.
  const usual = recipe !== undefined || walks ? humanHeight : undefined;
  const toHeight = height === undefined ? usual : () => height;
  if (!toHeight) return undefined;
  // The way that somebody walks is where they look, so that it is the files that are turned.
  return { turn: walks ? (heading ?? 'front') : 0, walks, height: toHeight };
}

/** Options that would take no effect beside one another. */
function checkTogether(options: CreateCrowdFromGLTFOptions): void {
  const { recipe, motion, rootMotion, height, tints, vary } = options;
  for (const name of ['count', 'characters', 'walking'] as const) {
    if (recipe === undefined || options[name] === undefined) continue;
    throw new CrowdError(
      `\`recipe\` says who stands where, and so does \`${name}\`: give one of the two. A recipe has \`size\` and \`pace\`.`,
    );
  }
  if (tints && vary) {
    throw new CrowdError(
      '`tints` says which materials three colours tint, and `vary` finds it by itself: give one of the two. `vary.zones` names materials.',
    );
  }
  if (recipe?.scaleVariation !== undefined && heightOf(vary) !== undefined) {
    throw new CrowdError(
      'vary.height says how tall characters are, and so does scaleVariation of `recipe`: give one of the two.',
    );
  }
  if (rootMotion && (motion ?? recipe !== undefined)) {
    throw new CrowdError(
      'rootMotion has clips move the characters, and `motion` has them walk by themselves: give one of the two.',
    );
  }
  if (height !== undefined && !(height > 0 && height < Number.POSITIVE_INFINITY)) {
    throw new CrowdError(`height is ${height}; give the metres that a character is tall.`);
  }
}

const heightOf = (vary: CreateCrowdFromGLTFOptions['vary']): number | undefined =>
  typeof vary === 'object' ? vary.height : undefined;

/** The characters, and the recipe that placed them. */
interface PlacedCharacters extends MovedCharacters {
  /** The clips of those who were given one, by index. */
  readonly clips: Map<number, string>;
  readonly dressed: readonly Dressed[];
  /** A further character, whose clip of its own is among {@link clips}. */
  seat(options: GLTFCharacterOptions, index: number): Undressed;
}

async function placeCharacters(
  assets: GltfAssets,
  options: CreateCrowdFromGLTFOptions,
  dresser: Dresser,
): Promise<PlacedCharacters> {
  const { characters: seats, count = 100, recipe, motion = recipe !== undefined } = options;
  const { outfits } = dresser;
  const { heading = assets.facesBack ? Math.PI : 0 } = motion === false ? options : {};
  const {
    height,
    radius,
    gaits: { walk },
  } = assets;
  const clips = new Map<number, string>();
  const { walking = recipe ? 1 : seats && motion !== false ? 0 : 0.5 } = options;
  if (!(walking >= 0 && walking <= 1)) {
    throw new CrowdError(`walking is ${walking}; give a fraction of the characters, 0 to 1.`);
  }
  const seat = (given: GLTFCharacterOptions, index: number): Undressed => {
    const { clip, look = index % outfits.length, phase, scale, things } = given;
    const walks = clip === undefined ? isWithin(index, walking) : clip === walk || clip === 'walk';
    if (clip !== undefined) clips.set(index, clip);
    const character = toCharacter({ heading, ...given }, index, outfits[look], walks);
    return { character, look, phase, isSized: scale !== undefined, things };
  };
  const placed = (undressed: readonly Undressed[], complete?: Recipe): PlacedCharacters => {
    const dressed = dresser.dress(undressed);
    dresser.count(dressed);
    const characters = dressed.map(({ character }) => character);
    return { characters, dressed, height, radius, recipe: complete, clips, seat };
  };
  if (recipe) {
    const { placeByRecipe } = await import('./gltf-recipe.js');
    const scaleVariation = heightOf(options.vary);
    const given = readRecipe(scaleVariation === undefined ? recipe : { ...recipe, scaleVariation });
    const people = placeByRecipe(given, outfits.length, assets);
    const inTurn = people.recipe.v === 1 && !recipe.weights;
    const undressed = people.characters.map((character): Undressed => {
      const look = inTurn ? character.index % outfits.length : Number(character.bucket);
      const [body_id, face_id, hair_id] = outfits[look];
      const own = { body_id, face_id, hair_id, ...PLAIN };
      // A recipe gives phases and sizes.
      const { phase } = character;
      return { character: { ...character, ...own, idle_variant: 0 }, look, phase, isSized: true };
    });
    return placed(undressed, people.recipe);
  }
  // Room for swords and tails, too.
  const rows = seats ?? inRows(count, Math.max(SPACING * height, ELBOW_ROOM * 2 * radius));
  checkLooks(rows, outfits.length);
  return placed(rows.map(seat));
}

/** The recipe, complete. Nobody but its writer will read what it says under a mistyped name. */
function readRecipe(input: RecipeInput): Recipe {
  const recipe = completeRecipe(input);
  const mistyped = findUnknownFields(recipe).find(({ meant }) => meant !== undefined);
  if (!mistyped) return recipe;
  const { path, meant } = mistyped;
  throw new RecipeError(`The recipe's ${path} is no field of a recipe. Did you mean "${meant}"?`, path);
}

/** Height for a file in another unit, or of a toy: far smaller or larger than people. */
function humanHeight(height: number): number {
  return height > 0 && (height < MIN_HEIGHT || height > MAX_HEIGHT) ? USUAL_HEIGHT : height;
}

/** True if a character belongs to an evenly spread fraction of all. */
function isWithin(index: number, fraction: number): boolean {
  return Math.floor((index + 1) * fraction) > Math.floor(index * fraction);
}

function describeLook(look: readonly string[], assets: GltfAssets): CrowdLook {
  const [body, face, hair] = outfitOf(look, assets);
  const meshes = look.flatMap((name) => assets.parts.get(name)?.joined?.map((mesh) => mesh.name) ?? [name]);
  return { parts: { body, face, hair }, meshes };
}

function checkLooks(seats: readonly Pick<GLTFCharacterOptions, 'look'>[], count: number): void {
  for (const [index, { look = 0 }] of seats.entries()) {
    if (Number.isInteger(look) && look >= 0 && look < count) continue;
    const known = count === 1 ? '0, the only one' : `0 to ${count - 1}`;
    throw new CrowdError(`characters.${index}.look is ${look}; give ${known}, or leave it out.`);
  }
}

function toCharacter(
  seat: GLTFCharacterOptions,
  index: number,
  [body_id, face_id, hair_id]: Outfit,
  walks: boolean,
): Character {
  const { x, z, heading = 0, scale = 1, phase = spread(index) } = seat;
  return {
    index,
    bucket: '',
    body_id,
    face_id,
    hair_id,
    x,
    z,
    rot_y: heading,
    scale,
    phase,
    anim_clip: walks ? 'walk' : 'idle',
    idle_variant: 0,
    ...PLAIN,
  };
}

function inRows(count: number, spacing: number): GLTFCharacterOptions[] {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new CrowdError(`count is ${count}; give a whole number of characters, 0 or more.`);
  }
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => ({
    x: ((index % side) - (side - 1) / 2) * spacing,
    z: (Math.floor(index / side) - (side - 1) / 2) * spacing,
  }));
}
