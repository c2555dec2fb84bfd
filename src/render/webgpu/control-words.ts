/** Words of the control buffer, as `shaders/webgpu/crowd-control.wgsl` counts them. */
const DRAWS = 4;
const DRAW_WORDS = 5;
const FAR_DRAW_WORDS = 4;

/** Which characters a draw is of: those the camera sees, or those the shadows see. */
export type ControlView = 'camera' | 'shadow';

/** Byte at which one of `draws` begins. */
export function drawByte(view: ControlView, draw: number, draws: number): number {
  return 4 * (DRAWS + ((view === 'shadow' ? draws : 0) + draw) * DRAW_WORDS);
}

/** Byte at which the merged far draw begins, after `draws` of others. */
export function farDrawByte(view: ControlView, draws: number): number {
  return 4 * (DRAWS + 2 * draws * DRAW_WORDS + (view === 'shadow' ? FAR_DRAW_WORDS : 0));
}

/** A draw as it begins: nothing to draw yet. */
export interface DrawStart {
  readonly indexCount: number;
  /** Where its list begins among the instances of one view. */
  readonly first: number;
}

/** The control buffer before the first frame. */
export function initialControl(
  draws: readonly DrawStart[],
  /** Instances of all lists of one view. */
  instances: number,
  far: { readonly vertices: number; readonly pairs: number },
): Uint32Array<ArrayBuffer> {
  const count = draws.length;
  const words = new Uint32Array(farDrawByte('shadow', count) / 4 + FAR_DRAW_WORDS);
  draws.forEach(({ indexCount, first }, draw) => {
    words.set([indexCount, 0, 0, 0, first], drawByte('camera', draw, count) / 4);
    words.set([indexCount, 0, 0, 0, instances + first], drawByte('shadow', draw, count) / 4);
  });
  words.set([far.vertices, 0, 0, 0], farDrawByte('camera', count) / 4);
  words.set([far.vertices, 0, 0, far.pairs], farDrawByte('shadow', count) / 4);
  return words;
}
