import { FRAME, FRAME_STRIDE } from 'three-crowd/simulate';
import type { Corridor } from './corridor.js';

const COLORS = { 1: '#2c5f8f', '-1': '#b5471f' } as const;
/** Metres from the middle of a person to their side, drawn. */
const SIZE = 0.22;

/** Draws a corridor from above, lengthwise across the picture; each way has a colour. */
export function drawCorridor(canvas: HTMLCanvasElement, { simulation, directions, options }: Corridor): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const scale = canvas.width / options.length;
  canvas.height = Math.ceil(options.width * scale);
  context.scale(scale, scale);
  for (const [person, direction] of directions.entries()) {
    const o = person * FRAME_STRIDE;
    context.fillStyle = COLORS[direction];
    context.beginPath();
    const z = simulation.current[o + FRAME.z];
    context.arc(z, simulation.current[o + FRAME.x] + options.width / 2, SIZE, 0, 2 * Math.PI);
    context.fill();
  }
}
