import { FRAME, FRAME_STATE, FRAME_STRIDE } from 'three-crowd/simulate';

/** Facts about a recording that its frames do not contain. */
export interface TrajectoryOptions {
  /** Frames a second of the recording. */
  readonly framesPerSecond: number;
  /**
   * Description of the recording.
   *
   * @default 'three-crowd'
   */
  readonly description?: string;
}

/**
 * Recorded frames as the text format of JuPedSim's trajectories, which PedPy and other tools for pedestrian data read.
 *
 * Each row is a person in a frame: id, number of the frame, x, y and z in metres. The format's ground is x and y with y ahead, so that its y is −Z here and its z the height.
 *
 * @param frames copies of `simulation.current`; see `FRAME`
 * @see https://pedpy.readthedocs.io/en/stable/user_guide.html
 */
export function trajectoryText(
  frames: readonly Float32Array[],
  { framesPerSecond, description = 'three-crowd' }: TrajectoryOptions,
): string {
  // PedPy takes the first number in a comment with "framerate" in it, and the unit from the last one with "x/m" in it.
  const lines = [
    `#framerate: ${framesPerSecond}`,
    `#description: ${description.replaceAll('\n', ' ')}`,
    '#id\tframe\tx/m\ty/m\tz/m',
  ];
  frames.forEach((frame, number) => {
    for (let person = 0; person * FRAME_STRIDE < frame.length; person++) {
      const o = person * FRAME_STRIDE;
      if (frame[o + FRAME.state] === FRAME_STATE.gone) continue;
      const place = [frame[o + FRAME.x], -frame[o + FRAME.z], frame[o + FRAME.y]];
      const [x, y, z] = place.map((metres) => metres.toFixed(4));
      lines.push(`${person + 1}\t${number}\t${x}\t${y}\t${z}`);
    }
  });
  return `${lines.join('\n')}\n`;
}
