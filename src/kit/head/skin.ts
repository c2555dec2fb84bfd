import { clamp, smoothstep } from '../math/shaping.js';
import type { Vector } from '../math/vector.js';
import { type Paint, shade, shadeChannels, tinted } from '../mesh/paint.js';
import { bump } from '../mesh/surface.js';
import { HEAD_CENTRE } from './head-shape.js';

/** Skin, multiplied by the character's skin colour. Below 1, so that the whites of the eyes are lighter. */
export const SKIN: Paint = tinted(0.97, 0.87, 0.79);

export interface Complexion {
  /** Red of the cheeks. @default 0.5 */
  readonly blush?: number;
  /** Shaven beard, 0 to 1. @default 0 */
  readonly stubble?: number;
  /** Shaven scalp, 0 to 1. @default 0 */
  readonly shavenScalp?: number;
  /** Strength of the shadow in the eye sockets. @default 1 */
  readonly browRidge?: number;
}

/** Returns the colour of a face at a surface point. */
export function paintSkin(azimuth: number, [px, py]: Vector, complexion: Complexion): Paint {
  const { blush = 0.5, stubble = 0, shavenScalp = 0, browRidge = 1 } = complexion;
  const x = Math.abs(px);
  const y = py - HEAD_CENTRE;
  const facing = Math.cos(azimuth);
  const front = facing > 0 ? 1 : 0;
  const red = bump(x - 0.043, y + 0.028, 0.02, 0.02) * blush * front;
  const noseSide = bump(x - 0.016, y + 0.02, 0.006, 0.022) * front;
  const beard = stubble * smoothstep(0.045, 0.08, -y) * smoothstep(-0.1, 0.5, facing);
  const scalp = shavenScalp * scalpShare(azimuth, y);
  const shadow =
    (1 - 0.16 * browRidge * bump(x - 0.03, y - 0.006, 0.02, 0.012) * front) *
    (1 - 0.3 * bump(x, y + 0.05, 0.02, 0.006) * front) *
    (1 - 0.25 * smoothstep(0.1, 0.126, -y));
  const channels = (r: number, g: number, b: number, amount: number): Paint =>
    tinted(1 - r * amount, 1 - g * amount, 1 - b * amount);
  return [
    channels(0.02, 0.22, 0.22, red),
    channels(0.08, 0.14, 0.16, noseSide),
    channels(0.22, 0.18, 0.12, beard),
    channels(0.27, 0.2, 0.12, scalp),
  ].reduce((paint, [r, g, b]) => shadeChannels(paint, r, g, b), shade(SKIN, shadow));
}

/** Returns 1 where hair would grow: above a line that falls from the forehead to the nape. */
function scalpShare(azimuth: number, y: number): number {
  const line = 0.075 - 0.13 * smoothstep(0.9, 2.4, Math.abs(azimuth));
  return clamp(smoothstep(line - 0.012, line + 0.02, y));
}
