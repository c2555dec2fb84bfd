import { type GltfAssets, type NamedVariants, type Zone, zoneInput } from '../assets/index.js';
import {
  chooseUnlike,
  colorDifference,
  type Lab,
  labToRgb,
  linearToSrgb,
  type Neighbour,
  RecentGrid,
  rgbToHsl,
  rgbToLab,
  sinCosTurns,
  srgbToLinear,
  streamSeed,
  uniformAt,
} from '../math/index.js';
import type { Character, Tint } from '../protocol/index.js';
import { resolveColor, shownColor } from '../render/index.js';
import type { Palettes } from './vary-options.js';

/** Distance within which characters look different, metres: more than the promised 5, since characters move. */
const REACH = 8;
/** Mean difference of the zones' colours, ΔE*ab of 1976, below which two of one look count as the same. */
const DIFFERENCE = 10;
/** Appearances that a character may try. */
const TRIES = 256;
/** Phases of a clip. Two that follow each other differ by more than 1/30 of the clip, below which steps look alike. */
const PHASES = Array.from({ length: 29 }, (_, k) => k);
/**
 * Random numbers: of a zone, and of a character: three zones for each try, its first phase, its height, its age, its first build, and
 * a child's scale.
 */
const ZONE_NUMBERS = 3;
const NUMBERS = 3 * ZONE_NUMBERS * TRIES + 5;
/** VARY: the tag of the stream. */
const STREAM = 0x56415259;
/** TEXT: the tag of the stream of textures. */
const TEXTURES = 0x54455854;
/** Scales of children, relative to adults. */
const [LEAST_CHILD, MOST_CHILD] = [0.6, 0.75];
/** Height of the people for whom distances are meant, metres. */
const HEIGHT = 1.7;

/** Share of light that a texture reflects, for differences of colours that multiply one. */
const REFLECTED = 0.35;
/** CIELAB lightness of cloth; folds stay visible. */
const [DARKEST, LIGHTEST] = [22, 86];
/** CIELAB chroma below which a colour counts as grey. */
const GREY = 8;

type Rgb = readonly [r: number, g: number, b: number];

/** From light to dark; a colour between two neighbours is natural, too. */
const SKIN = ['#f6d9c6', '#ecc3a3', '#d9a37c', '#bd8560', '#966446', '#6f4630', '#4b2e21'].map(parse);
/** Each is natural; those between two neighbours are, too. */
const HAIR = ['#17120f', '#2f2018', '#4a3020', '#6d4526', '#94683a', '#c19a63', '#8c847d', '#d2ccc4'].map(
  parse,
);
/** Factors of textures. */
const SKIN_FACTORS = ['#ffffff', '#f2dccb', '#dcbda3', '#bb9677'].map(parse);
const HAIR_FACTORS = ['#ffffff', '#dcc3a6', '#a98d72', '#7d6a5c', '#c4bfba'].map(parse);

/** Options from which variety is assigned. */
export interface Variety {
  readonly seed: number;
  readonly palettes: Palettes;
  /** Largest difference of the scale from 1. */
  readonly height: number;
  readonly build: { readonly children: number } | undefined;
}

/** Fields that are assigned to a character. */
export type Dealt = Pick<Character, 'phase' | 'scale' | 'build'> & DealtColors;

type DealtColors = Partial<Pick<Character, 'garment_hsl' | 'skin_hex' | 'hair_hex'>>;

/** Values that a character has already. Only missing ones are dealt. */
export interface Given {
  readonly phase?: number | undefined;
  readonly build?: number | undefined;
  /** In linear light. Such a character has the size that it shows, so that no child's build is dealt to it. */
  readonly colors?: Readonly<Record<Tint, Rgb>> | undefined;
  /** True if its scale is given; `height` does not change it. */
  readonly isSized?: boolean;
  readonly textureCell?: number | undefined;
}

/**
 * Deals each character colours, a phase, a build and a scale, in the order of the list. Colours, phases and builds are those whose
 * nearest bearer among the characters before it is farthest; so a larger crowd begins with the same characters. Random numbers are
 * those of its `index`. Characters are compared as rows keep them, so that those of a crowd that runs can begin the list.
 */
export function dealVariety(
  characters: readonly Character[],
  given: readonly Given[],
  assets: Pick<GltfAssets, 'parts' | 'looks' | 'height' | 'builds' | 'adultBuilds'>,
  { seed, palettes, height, build: sizes }: Variety,
): Dealt[] {
  const stream = streamSeed(seed, STREAM);
  const zonesOfLook = new Map(
    assets.looks.map((look) => [look.slice(0, 3).join('\n'), zonesOf(look, assets.parts)] as const),
  );
  const grid = new RecentGrid();
  const shown: (readonly Lab[])[] = [];
  const phases: number[] = [];
  const builds: number[] = [];
  const all = [...(assets.builds ?? [undefined]).keys()];
  const { adultBuilds = all.length } = assets;
  const [adults, children] = [all.slice(0, adultBuilds), all.slice(adultBuilds)];
  const unit = HEIGHT / (assets.height || HEIGHT);
  const lookOf = ({ body_id, face_id, hair_id }: Character): string =>
    [body_id, face_id, hair_id].filter((name) => name !== '').join('\n');
  return characters.map((character, i) => {
    const own = given[i];
    const at = [Math.fround(character.x) * unit, Math.fround(character.z) * unit] as const;
    const look = lookOf(character);
    const zones = zonesOfLook.get(look) ?? [];
    const random = (n: number): number => uniformAt(stream, NUMBERS * character.index + n);
    const isWhole = own.colors && own.phase !== undefined && own.build !== undefined;
    const neighbours = isWhole ? [] : grid.within(REACH, ...at);
    const alike = neighbours.filter(({ index }) => lookOf(characters[index]) === look);
    const total = zones.reduce((sum, { area }) => sum + area, 0);
    const deal = (): readonly Rgb[] =>
      chooseUnlike(
        TRIES,
        (k) => colorsOf(zones, palettes, k / TRIES, (zone, n) => random(ZONE_NUMBERS * (3 * k + zone) + n)),
        alike,
        REACH,
        ({ labs }, index) =>
          labs.reduce(
            (sum, lab, z) => sum + (colorDifference(lab, shown[index][z]) * zones[z].area) / total,
            0,
          ) < DIFFERENCE,
      ).colors;
    const fields = own.colors ? [] : deal().map((color, z) => fieldOf(zones[z].tint, color));
    const colors = zones.map(
      ({ tint }, z): Rgb => own.colors?.[tint] ?? resolveColor(Object.values(fields[z])[0]),
    );
    const inStep = neighbours.filter(({ index }) => characters[index].anim_clip === character.anim_clip);
    const phase =
      own.phase === undefined
        ? chooseFarthest(PHASES, random(NUMBERS - 5), inStep, phases)
        : Math.round(own.phase * PHASES.length) % PHASES.length;
    const isChild = !own.colors && children.length > 0 && random(NUMBERS - 3) < (sizes?.children ?? 0);
    const build =
      own.build ?? chooseFarthest(isChild ? children : adults, random(NUMBERS - 2), neighbours, builds);
    const tall = own.isSized ? 1 : 1 + height * (2 * random(NUMBERS - 4) - 1);
    const small = isChild ? LEAST_CHILD + (MOST_CHILD - LEAST_CHILD) * random(NUMBERS - 1) : 1;
    shown.push(zones.map((zone, z) => labOf(zone, shownColor(colors[z]))));
    phases.push(phase);
    builds.push(build);
    grid.add(i, ...at);
    return {
      phase: own.phase ?? phase / PHASES.length,
      build,
      scale: character.scale * tall * small,
      ...Object.assign({}, ...fields),
    };
  });
}

/**
 * Deals a look to each character that has none: the one whose nearest bearer among the characters before it is farthest, or of
 * several the next in turn.
 */
export function dealLooks(
  characters: readonly (Pick<Character, 'x' | 'z' | 'index'> & { readonly look?: number | undefined })[],
  { looks, height }: Pick<GltfAssets, 'looks' | 'height'>,
): number[] {
  const unit = HEIGHT / (height || HEIGHT);
  const all = [...looks.keys()];
  const grid = new RecentGrid();
  const dealt: number[] = [];
  for (const [i, { x, z, index, look }] of characters.entries()) {
    const at = [Math.fround(x) * unit, Math.fround(z) * unit] as const;
    const next = ((index % all.length) + 0.5) / all.length;
    dealt.push(look ?? chooseFarthest(all, next, grid.within(REACH, ...at), dealt));
    grid.add(i, ...at);
  }
  return dealt;
}

/**
 * Deals each character a cell of each texture, whose nearest bearer among the characters before it is farthest; see
 * {@link dealVariety}.
 *
 * @returns the texture cells, one a character
 */
export function dealTextures(
  characters: readonly Pick<Character, 'x' | 'z' | 'index'>[],
  given: readonly Given[],
  { seed, textures }: { readonly seed: number; readonly textures: readonly NamedVariants[] },
  { height }: Pick<GltfAssets, 'height'>,
): number[] {
  const stream = streamSeed(seed, TEXTURES);
  const unit = HEIGHT / (height || HEIGHT);
  const grid = new RecentGrid();
  const cells = textures.map(({ columns, rows }) =>
    Array.from({ length: columns * rows }, (_, cell) => cell),
  );
  const dealt = textures.map((): number[] => []);
  return characters.map(({ x, z, index }, i) => {
    const at = [Math.fround(x) * unit, Math.fround(z) * unit] as const;
    const own = given[i].textureCell;
    const neighbours = own === undefined ? grid.within(REACH, ...at) : [];
    cells.forEach((all, t) => {
      const random = uniformAt(stream, textures.length * index + t);
      dealt[t][i] =
        own === undefined
          ? chooseFarthest(all, random, neighbours, dealt[t])
          : Math.floor(own / textures[t].stride) % all.length;
    });
    grid.add(i, ...at);
    return textures.reduce((sum, { stride }, t) => sum + dealt[t][i] * stride, 0);
  });
}

/**
 * Returns the number whose nearest bearer among the neighbours is farthest.
 *
 * @param random 0 to 1: the first number to try
 * @param bearers the numbers of the characters by index
 */
function chooseFarthest(
  numbers: readonly number[],
  random: number,
  neighbours: readonly Neighbour[],
  bearers: readonly number[],
): number {
  const first = Math.floor(random * numbers.length);
  return chooseUnlike(
    numbers.length,
    (k) => numbers[(first + k) % numbers.length],
    neighbours,
    REACH,
    (number, index) => number === bearers[index],
  );
}

function zonesOf(look: readonly string[], parts: GltfAssets['parts']): Zone[] {
  return [...new Set(look.flatMap((name) => parts.get(name)?.zone ?? []))];
}

/** @param reach 0 to 1: how far from the files' own colours */
function colorsOf(
  zones: readonly Zone[],
  palettes: Palettes,
  reach: number,
  random: (zone: number, n: number) => number,
): { readonly colors: readonly Rgb[]; readonly labs: readonly Lab[] } {
  const colors = zones.map((zone, z) => {
    const palette = zoneInput(zone.name, palettes) as readonly Rgb[] | undefined;
    if (palette) return palette[Math.floor(random(z, 0) * palette.length)];
    return colorOf(zone, reach, [0, 1, 2].map((n) => random(z, n)) as [number, number, number]);
  });
  return { colors, labs: colors.map((color, z) => labOf(zones[z], color)) };
}

function labOf({ isPatterned }: Zone, [r, g, b]: Rgb): Lab {
  const reflected = isPatterned ? REFLECTED : 1;
  return rgbToLab(reflected * r, reflected * g, reflected * b);
}

function colorOf(
  { kind, color, isPatterned }: Zone,
  reach: number,
  [u, v, w]: readonly [u: number, v: number, w: number],
): Rgb {
  const own = rgbToLab(...color);
  const [lightness, a, b] = own;
  if (isPatterned) {
    const factor =
      kind === 'skin'
        ? between(SKIN_FACTORS, u)
        : kind === 'hair'
          ? between(HAIR_FACTORS, u)
          : labToRgb(polar(62 + 32 * u, 12 + 36 * v, w));
    return [factor[0] * color[0], factor[1] * color[1], factor[2] * color[2]];
  }
  if (kind !== 'cloth' && isNatural(own)) return between(kind === 'skin' ? SKIN : HAIR, u);
  // A dragon's skin stays a dragon's.
  if (kind === 'skin') return labToRgb([within(lightness + 24 * (u - 0.5)), a, b]);
  const spread = 0.4 + 0.6 * reach;
  const shown = within(lightness + 50 * spread * (u - 0.5));
  const chroma = Math.sqrt(a * a + b * b);
  if (chroma < GREY) return labToRgb(polar(shown, 30 * spread * v, w));
  const [sin, cos] = sinCosTurns(spread * (w - 0.5));
  const strength = Math.min(70 / chroma, 0.55 + 0.6 * v);
  return labToRgb([shown, strength * (a * cos - b * sin), strength * (a * sin + b * cos)]);
}

function within(lightness: number): number {
  return Math.min(LIGHTEST, Math.max(DARKEST, lightness));
}

function polar(lightness: number, chroma: number, turns: number): Lab {
  const [sin, cos] = sinCosTurns(turns);
  return [lightness, chroma * cos, chroma * sin];
}

/** True for a colour between red and yellow or near grey, which people's skin and hair have. */
function isNatural([, a, b]: Lab): boolean {
  const chroma = Math.sqrt(a * a + b * b);
  return chroma < GREY || (chroma < 50 && b > 0 && a > -0.1 * b && b > 0.3 * a);
}

/** @param at 0 to 1, from the first colour to the last */
function between(colors: readonly Rgb[], at: number): Rgb {
  const place = at * (colors.length - 1);
  const k = Math.min(colors.length - 2, Math.floor(place));
  const [from, to] = [colors[k], colors[k + 1]];
  const mix = (n: number): number => from[n] + (to[n] - from[n]) * (place - k);
  return [mix(0), mix(1), mix(2)];
}

function parse(hex: string): Rgb {
  const channel = (k: number): number =>
    srgbToLinear(Number.parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16) / 255);
  return [channel(0), channel(1), channel(2)];
}

function fieldOf(tint: Tint, color: Rgb): DealtColors {
  if (tint === 'garment') return { garment_hsl: rgbToHsl(...color) };
  const hex = color.map((channel) =>
    Math.round(linearToSrgb(channel) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return { [`${tint}_hex`]: `#${hex.join('')}` };
}
