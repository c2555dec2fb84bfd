import { rgbToHsl, srgbToLinear } from '../math/index.js';
import type { Bucket, Hsl } from '../protocol/index.js';

/** A bucket in readable form: part names without prefix, colours as sRGB hex. */
interface BucketSource {
  readonly id: string;
  readonly label: string;
  readonly weight: number;
  readonly bodies: readonly string[];
  readonly faces: readonly string[];
  readonly hairs: readonly string[];
  readonly garments: readonly string[];
  readonly skin: readonly string[];
}

const FAIR = ['#f3c9a5', '#f0c49c', '#eab98f'];
const SUNBURNT = ['#e6b48c', '#dca67e', '#d39c72'];
const POWDERED = ['#ffe3cf', '#f9dcc4', '#fbd6b8'];
const HAIR = ['#1c1815', '#2a211d', '#201a1c'];

const SOURCES: readonly BucketSource[] = [
  {
    id: 'official',
    label: 'Official',
    weight: 6,
    bodies: ['official'],
    faces: ['refined', 'lean', 'broad'],
    hairs: ['winged_futou'],
    // The colours of court robes, by rank: crimson, purple, green, blue.
    garments: ['#8d2226', '#5b2a4f', '#2f5a48', '#2d4a66'],
    skin: FAIR,
  },
  {
    id: 'scholar',
    label: 'Scholar',
    weight: 14,
    bodies: ['scholar'],
    faces: ['lean', 'young', 'refined'],
    hairs: ['square_cap', 'topknot', 'soft_cap'],
    garments: ['#b9c4b4', '#c9bfa6', '#9fb0bd', '#d6cfc0', '#7f93a8', '#a8a29a'],
    skin: FAIR,
  },
  {
    id: 'merchant',
    label: 'Merchant',
    weight: 20,
    bodies: ['merchant', 'scholar'],
    faces: ['broad', 'refined', 'weathered'],
    hairs: ['soft_cap', 'square_cap'],
    garments: ['#a9803f', '#3f6a70', '#6c4a5c', '#5f6f4a', '#8a5a3c'],
    skin: FAIR,
  },
  {
    id: 'farmer',
    label: 'Farmer',
    weight: 20,
    bodies: ['farmer'],
    faces: ['weathered', 'young', 'broad'],
    hairs: ['straw_hat', 'topknot', 'soft_cap'],
    // Indigo, hemp and bark.
    garments: ['#5d7388', '#7c8a7a', '#9a8668', '#4f6478', '#8a7460'],
    skin: SUNBURNT,
  },
  {
    id: 'soldier',
    label: 'Soldier',
    weight: 10,
    bodies: ['soldier'],
    faces: ['bearded', 'young', 'broad'],
    hairs: ['helmet'],
    garments: ['#8f3a2b', '#7a2e2a', '#3d4f63', '#6a5632'],
    skin: ['#eab98f', '#e6b48c', '#dca67e'],
  },
  {
    id: 'court_lady',
    label: 'Court lady',
    weight: 8,
    bodies: ['court_lady'],
    faces: ['court'],
    hairs: ['court', 'double_bun'],
    garments: ['#e39a8c', '#9cc2b4', '#dcb878', '#b7a0cf', '#8fb3d4', '#d97f92'],
    skin: POWDERED,
  },
  {
    id: 'townswoman',
    label: 'Townswoman',
    weight: 18,
    bodies: ['townswoman'],
    faces: ['plain', 'court'],
    hairs: ['kerchief', 'double_bun'],
    garments: ['#9db08e', '#c98a7a', '#8ea7bd', '#c7ab7a', '#a98fae'],
    skin: ['#fbd6b8', '#f3c9a5', '#f0c49c'],
  },
  {
    id: 'monk',
    label: 'Monk',
    weight: 4,
    bodies: ['monk'],
    faces: ['serene'],
    hairs: ['shaved'],
    garments: ['#c08a4a', '#8d7a62', '#b5652f', '#8a8f8c'],
    skin: FAIR,
  },
];

/** Quantization steps of palette values: finer than 8 bits per channel. */
const STEPS = 1e4;

/** Converts sRGB hex to the hue, saturation and lightness that `Color.setHSL` takes in the linear working space. */
function workingHsl(hex: string): Hsl {
  const [r, g, b] = [1, 3, 5].map((at) => srgbToLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const [h, s, l] = rgbToHsl(r, g, b).map((value) => Math.round(value * STEPS) / STEPS);
  return [h, s, l];
}

/** Buckets of the kit: groups of characters with the parts and colours that each may have. */
export const BUCKETS: readonly Bucket[] = SOURCES.map((source) => ({
  id: source.id,
  label: source.label,
  weight: source.weight,
  bodies: source.bodies.map((name) => `body_${name}`),
  faces: source.faces.map((name) => `face_${name}`),
  hairs: source.hairs.map((name) => `hair_${name}`),
  palette: source.garments.map(workingHsl),
  skin: [...source.skin],
  hair: [...HAIR],
}));
