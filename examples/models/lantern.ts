import { type BufferGeometry, CylinderGeometry, LatheGeometry, Vector2 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from './colored.js';

const RIBS = 14;
/** Metres. */
const CORD = 0.16;
const HEIGHT = 0.26;
const RADIUS = 0.13;

/** A round paper lantern on a cord, with a wooden lid and a tassel. */
export function createLantern(): BufferGeometry {
  const top = -CORD;
  const bottom = top - HEIGHT;
  const profile = Array.from({ length: 17 }, (_, k) => {
    const angle = (k / 16) * Math.PI;
    return new Vector2(0.045 + (RADIUS - 0.045) * Math.sin(angle), bottom + (HEIGHT * k) / 16);
  });
  return mergeGeometries([
    colored(new LatheGeometry(profile, RIBS), '#d8452c'),
    colored(new CylinderGeometry(0.055, 0.055, 0.025, RIBS).translate(0, top + 0.01, 0), '#c8963c'),
    colored(new CylinderGeometry(0.055, 0.055, 0.025, RIBS).translate(0, bottom - 0.01, 0), '#c8963c'),
    colored(new CylinderGeometry(0.004, 0.004, CORD, 5).translate(0, -CORD / 2, 0), '#3a2c22'),
    colored(new CylinderGeometry(0.008, 0.02, 0.1, 8).translate(0, bottom - 0.07, 0), '#e0a93c'),
  ]);
}
