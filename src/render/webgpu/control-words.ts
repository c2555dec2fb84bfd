/** Words of the control buffer, as `shaders/webgpu/crowd-control.wgsl` counts them. */
const DRAWS = 4;
const DRAW_WORDS = 5;

/** Which characters a draw is of: those the camera sees, or those the shadows see. */
export type ControlView = 'camera' | 'shadow';

/** First word of a part's draw. */
export function drawWord(view: ControlView, list: number, lists: number): number {
  return DRAWS + ((view === 'shadow' ? lists : 0) + list) * DRAW_WORDS;
}

/** Words of a control buffer for so many part lists. */
export function controlWords(lists: number): number {
  return DRAWS + 2 * lists * DRAW_WORDS;
}

/** One part as its draws begin: nothing to draw yet. */
export interface DrawStart {
  readonly indexCount: number;
  /** Where the part's list begins among the instances of one view. */
  readonly first: number;
}

/** The control buffer before the first frame. `instances` is the length of one view's lists. */
export function initialControl(draws: readonly DrawStart[], instances: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(controlWords(draws.length));
  draws.forEach(({ indexCount, first }, list) => {
    words.set([indexCount, 0, 0, 0, first], drawWord('camera', list, draws.length));
    words.set([indexCount, 0, 0, 0, instances + first], drawWord('shadow', list, draws.length));
  });
  return words;
}
