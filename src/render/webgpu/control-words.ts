/** Words of the control buffer, as `shaders/webgpu/crowd-control.wgsl` counts them. */
const DRAWS = 4;
const DRAW_WORDS = 5;
const FAR_DRAW_WORDS = 4;

/** Which characters a draw is of: those the camera sees, or those the shadows see. */
export type ControlView = 'camera' | 'shadow';

/** Byte at which a part's draw begins. */
export function drawByte(view: ControlView, list: number, lists: number): number {
  return 4 * (DRAWS + ((view === 'shadow' ? lists : 0) + list) * DRAW_WORDS);
}

/** Byte at which the far draw begins. */
export function farDrawByte(view: ControlView, lists: number): number {
  return 4 * (DRAWS + 2 * lists * DRAW_WORDS + (view === 'shadow' ? FAR_DRAW_WORDS : 0));
}

/** One part as its draws begin: nothing to draw yet. */
export interface DrawStart {
  readonly indexCount: number;
  /** Where the part's list begins among the instances of one view. */
  readonly first: number;
}

/** The control buffer before the first frame. */
export function initialControl(
  draws: readonly DrawStart[],
  /** Instances of all lists of one view. */
  instances: number,
  far: { readonly vertices: number; readonly pairs: number },
): Uint32Array<ArrayBuffer> {
  const lists = draws.length;
  const words = new Uint32Array(farDrawByte('shadow', lists) / 4 + FAR_DRAW_WORDS);
  draws.forEach(({ indexCount, first }, list) => {
    words.set([indexCount, 0, 0, 0, first], drawByte('camera', list, lists) / 4);
    words.set([indexCount, 0, 0, 0, instances + first], drawByte('shadow', list, lists) / 4);
  });
  words.set([far.vertices, 0, 0, 0], farDrawByte('camera', lists) / 4);
  words.set([far.vertices, 0, 0, far.pairs], farDrawByte('shadow', lists) / 4);
  return words;
}
