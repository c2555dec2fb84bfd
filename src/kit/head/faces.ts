import { tinted, untinted } from '../mesh/paint.js';
import type { Face } from './face.js';

const REFINED: Face = { brows: { tilt: 0, arch: 0.008 }, moustache: 0.9 };
const BROAD: Face = { jaw: 1.1, nose: 1.1, browRidge: 1.2, cheek: 1.5 };
const LADY: Face = { jaw: 0.9, nose: 0.7, noseWidth: 0.8, browRidge: 0.3, cheek: 2, neckWidth: 0.84 };

/** All faces, by node name without prefix. */
export const FACES = {
  refined: { ...REFINED, beard: { length: 0.12, isFull: true, width: 0.62 } },
  lean: {
    jaw: 0.93,
    nose: 1.15,
    browRidge: 1.1,
    cheek: -1.2,
    moustache: 0.8,
    beard: { length: 0.07, isFull: false },
  },
  young: { jaw: 0.98, nose: 0.8, browRidge: 0.6, cheek: 0.6, brows: { thickness: 0.9, tilt: 0.002 } },
  broad: {
    ...BROAD,
    cheek: 2,
    brows: { thickness: 1.1 },
    moustache: 1,
    beard: { length: 0.05, isFull: false },
  },
  weathered: {
    ...BROAD,
    stubble: 0.8,
    brows: { thickness: 1.2 },
    moustache: 0.7,
    beard: { length: 0.035, isFull: false },
  },
  bearded: {
    ...BROAD,
    brows: { thickness: 1.5, tilt: -0.012, arch: 0.006 },
    moustache: 1.05,
    beard: { length: 0.05, isFull: true, width: 0.9 },
    hasSideBeard: true,
  },
  elder: {
    jaw: 0.93,
    nose: 1.2,
    browRidge: 1.4,
    cheek: -2.2,
    blush: 0.8,
    hairPaint: untinted('#dcd7cc'),
    brows: { thickness: 1.45, tilt: 0.012, arch: 0.009 },
    moustache: 1.25,
    beard: { length: 0.17, isFull: true, width: 0.8 },
    hasSideBeard: true,
  },
  serene: {
    jaw: 0.97,
    nose: 1.15,
    browRidge: 1.3,
    cheek: -1,
    shavenScalp: 1,
    brows: { thickness: 0.9, arch: 0.009, tilt: 0.008 },
  },
  court: {
    ...LADY,
    blush: 1.5,
    brows: { thickness: 0.55, arch: 0.009, tilt: 0.004 },
    lips: { paint: untinted('#dd6f69'), halfWidth: 0.0185 },
  },
  plain: {
    ...LADY,
    jaw: 0.95,
    blush: 1.2,
    brows: { thickness: 0.7 },
    lips: { paint: tinted(0.78, 0.36, 0.32), halfWidth: 0.019 },
  },
} as const satisfies Record<string, Face>;

export type FaceName = keyof typeof FACES;
