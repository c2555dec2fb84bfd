import type { WebGLRenderer } from 'three';
import type { TestRenderer } from './backends.js';

/** Rows of the character table that were sent to the GPU in one go. */
export type UploadedRows = readonly [first: number, count: number];

const WORDS_A_ROW = 16;
const TEXELS_A_ROW = 4;
const TABLE_WIDTH = 1024;

/**
 * Records every upload into an existing table of `lines` lines by intercepting calls of the graphics API. A texture is filled
 * by the same call when it is made; a buffer is not.
 */
export function recordTableUploads(renderer: TestRenderer, lines: () => number): UploadedRows[] {
  const uploads: UploadedRows[] = [];
  const device = (renderer as { backend?: { device?: GPUDevice } }).backend?.device;
  if (device) recordBuffers(device.queue, lines, uploads);
  else recordTextures(contextOf(renderer), uploads);
  return uploads;
}

function contextOf(renderer: TestRenderer): WebGL2RenderingContext {
  return (renderer as WebGLRenderer).getContext() as WebGL2RenderingContext;
}

/** The table is the one integer texture of a crowd without far characters. */
function recordTextures(gl: WebGL2RenderingContext, uploads: UploadedRows[]): void {
  const original = gl.texSubImage2D.bind(gl) as (...args: unknown[]) => void;
  gl.texSubImage2D = ((...args: unknown[]) => {
    const [, , x, y, width, height, format] = args as number[];
    if (format === gl.RGBA_INTEGER)
      uploads.push([(y * TABLE_WIDTH + x) / TEXELS_A_ROW, (width * height) / TEXELS_A_ROW]);
    original(...args);
  }) as typeof gl.texSubImage2D;
}

/** The table is recognised by its length. */
function recordBuffers(queue: GPUQueue, lines: () => number, uploads: UploadedRows[]): void {
  const original = queue.writeBuffer.bind(queue) as (...args: unknown[]) => undefined;
  queue.writeBuffer = ((...args: unknown[]) => {
    const [, bytes, data, , words] = args as [GPUBuffer, number, Uint32Array, number, number | undefined];
    if (data instanceof Uint32Array && data.length === lines() * TABLE_WIDTH * 4)
      uploads.push([bytes / 4 / WORDS_A_ROW, (words ?? data.length) / WORDS_A_ROW]);
    return original(...args);
  }) as typeof queue.writeBuffer;
}
