import { rgbToHsl, srgbToLinear } from '../math/index.js';
import type { BodyBuild, Bucket, Hsl } from '../protocol/index.js';

const FAIR = ['#f3c9a5', '#f0c49c', '#eab98f'];
const SUNBURNT = ['#e6b48c', '#dca67e', '#d39c72'];
const POWDERED = ['#ffe3cf', '#f9dcc4', '#fbd6b8'];
const HAIR = ['#1c1815', '#2a211d', '#201a1c'];
/** Light grey to white: the paint of hair is half as bright. */
const GREY_HAIR = ['#ffffff', '#e8e3da', '#cfc9c0'];

/** Builds of the kit. Where girth moves the arms apart, `shoulders` takes most of it back, so that hands still meet. */
export const BUILDS: readonly BodyBuild[] = [
  {},
  { girth: 0.93, legs: 1.03, head: 0.98 },
  { girth: 1.07, shoulders: 0.97, legs: 0.97 },
  { girth: 0.96, shoulders: 1.02, legs: 0.96, head: 1.03 },
  { girth: 1.04, shoulders: 0.98, legs: 1.05, head: 0.97 },
  { girth: 0.9, shoulders: 1.05 },
  // Stout people.
  { girth: 1.2, shoulders: 0.88, head: 1.02, walk_clip: 'walk_stout' },
  { girth: 1.3, shoulders: 0.82, legs: 0.95, head: 1.03, walk_clip: 'walk_stout' },
  // Old people.
  { girth: 0.92, shoulders: 1.02, scale: 0.95, head: 1.03 },
  { girth: 1.14, shoulders: 0.9, scale: 0.93, head: 1.03 },
  // Children.
  { scale: 0.58, legs: 0.9, girth: 1.05, shoulders: 0.9, head: 1.4 },
  { scale: 0.64, legs: 0.91, shoulders: 0.92, head: 1.35 },
  { scale: 0.7, legs: 0.92, shoulders: 0.94, head: 1.3 },
  { scale: 0.77, legs: 0.94, girth: 0.95, shoulders: 0.97, head: 1.22 },
];
const ADULT = [0, 1, 2, 3, 4, 5];
const WEALTHY = [...ADULT, 6, 7];
const OLD = [8, 9];
const CHILD = [10, 11, 12, 13];

/** Quantization steps of palette values: finer than 8 bits per channel. */
const STEPS = 1e4;

/** Converts sRGB hex to the hue, saturation and lightness that `Color.setHSL` takes in the linear working space. */
function workingHsl(hex: string): Hsl {
  const [r, g, b] = [1, 3, 5].map((at) => srgbToLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const [h, s, l] = rgbToHsl(r, g, b).map((value) => Math.round(value * STEPS) / STEPS);
  return [h, s, l];
}

interface BucketSource {
  readonly bodies: string;
  readonly faces: string;
  readonly hairs: string;
  readonly garments: string;
  readonly skin: readonly string[];
  /** @default HAIR */
  readonly hair?: readonly string[];
  readonly walk_clip?: string;
  /** @default ADULT */
  readonly builds?: readonly number[];
}

/** Creates a bucket. Names of parts have no prefix; they and the colours (sRGB hex) are separated by spaces. */
function bucket(id: string, label: string, weight: number, source: BucketSource): Bucket {
  const parts = (kind: string, names: string) => names.split(' ').map((name) => `${kind}_${name}`);
  return {
    id,
    label,
    weight,
    bodies: parts('body', source.bodies),
    faces: parts('face', source.faces),
    hairs: parts('hair', source.hairs),
    palette: source.garments.split(' ').map(workingHsl),
    skin: [...source.skin],
    hair: [...(source.hair ?? HAIR)],
    ...(source.walk_clip === undefined ? {} : { walk_clip: source.walk_clip }),
    builds: [...(source.builds ?? ADULT)],
  };
}

/** Buckets of the kit: groups of characters with the parts and colours that each may have. */
export const BUCKETS: readonly Bucket[] = [
  bucket('official', 'Official', 6, {
    bodies: 'official scholar',
    faces: 'refined lean broad weathered bearded',
    hairs: 'winged_futou soft_cap curved_futou',
    // The colours of court robes, by rank: crimson, purple, green, blue.
    garments: '#8d2226 #5b2a4f #2f5a48 #2d4a66',
    skin: FAIR,
    builds: WEALTHY,
  }),
  bucket('scholar', 'Scholar', 14, {
    bodies: 'scholar merchant',
    faces: 'lean young refined broad',
    hairs: 'square_cap topknot soft_cap curved_futou',
    garments: '#b9c4b4 #c9bfa6 #9fb0bd #d6cfc0 #7f93a8 #a8a29a',
    skin: FAIR,
  }),
  bucket('merchant', 'Merchant', 20, {
    bodies: 'merchant scholar',
    faces: 'broad refined weathered lean young',
    hairs: 'soft_cap square_cap straw_hat topknot curved_futou',
    garments: '#a9803f #3f6a70 #6c4a5c #5f6f4a #8a5a3c',
    skin: FAIR,
    builds: WEALTHY,
  }),
  bucket('farmer', 'Farmer', 20, {
    bodies: 'farmer',
    faces: 'weathered young broad lean bearded',
    hairs: 'straw_hat topknot soft_cap porter_scarf_pole headscarf_basket',
    // Indigo, hemp and bark.
    garments: '#5d7388 #7c8a7a #9a8668 #4f6478 #8a7460',
    skin: SUNBURNT,
  }),
  // For scenes alone, which cannot choose the headwear of a farmer.
  bucket('porter', 'Porter', 0, {
    bodies: 'farmer',
    faces: 'weathered young broad lean bearded',
    hairs: 'porter_scarf_pole',
    garments: '#5d7388 #7c8a7a #9a8668 #4f6478 #8a7460',
    skin: SUNBURNT,
  }),
  bucket('soldier', 'Soldier', 10, {
    // In armour, or in the belted robe of guards.
    bodies: 'soldier merchant',
    faces: 'bearded young broad weathered lean',
    hairs: 'helmet felt_hat_mace curved_futou soft_cap',
    garments: '#8f3a2b #7a2e2a #3d4f63 #6a5632',
    skin: ['#eab98f', '#e6b48c', '#dca67e'],
  }),
  bucket('court_lady', 'Court lady', 8, {
    bodies: 'court_lady townswoman',
    faces: 'court plain',
    hairs: 'court double_bun flower_crown_fan kerchief',
    garments: '#e39a8c #9cc2b4 #dcb878 #b7a0cf #8fb3d4 #d97f92',
    skin: POWDERED,
  }),
  bucket('townswoman', 'Townswoman', 18, {
    bodies: 'townswoman court_lady',
    faces: 'plain court',
    hairs: 'kerchief double_bun straw_hat headscarf_basket flower_crown_fan',
    garments: '#9db08e #c98a7a #8ea7bd #c7ab7a #a98fae',
    skin: ['#fbd6b8', '#f3c9a5', '#f0c49c'],
    builds: WEALTHY,
  }),
  bucket('monk', 'Monk', 4, {
    bodies: 'monk scholar',
    faces: 'serene young lean weathered',
    hairs: 'shaved',
    garments: '#c08a4a #8d7a62 #b5652f #8a8f8c',
    skin: FAIR,
    builds: WEALTHY,
  }),
  bucket('elder', 'Old man', 6, {
    bodies: 'scholar merchant farmer',
    faces: 'elder',
    hairs: 'topknot soft_cap square_cap straw_hat',
    garments: '#8d8a80 #a09482 #7b858a #6f6a72 #8f8468',
    skin: SUNBURNT,
    hair: GREY_HAIR,
    walk_clip: 'walk_old',
    builds: OLD,
  }),
  bucket('elder_woman', 'Old woman', 3, {
    bodies: 'townswoman court_lady',
    faces: 'plain',
    hairs: 'double_bun kerchief headscarf_basket straw_hat',
    garments: '#7f8780 #8c7f86 #77808c #948a76',
    skin: SUNBURNT,
    hair: GREY_HAIR,
    walk_clip: 'walk_old',
    builds: OLD,
  }),
  bucket('boy', 'Boy', 3, {
    bodies: 'farmer scholar',
    faces: 'young plain',
    hairs: 'topknot double_bun shaved',
    garments: '#a6503a #5d7388 #7c8a4a #c9a24f #6d8f8a #b0785a',
    skin: FAIR,
    walk_clip: 'jog',
    builds: CHILD,
  }),
  bucket('girl', 'Girl', 2, {
    bodies: 'townswoman court_lady',
    faces: 'plain court',
    hairs: 'double_bun kerchief',
    garments: '#d9837a #c8a4b8 #dcb878 #9cc2b4 #c98a7a #b7c48f',
    skin: FAIR,
    walk_clip: 'jog',
    builds: CHILD,
  }),
];
