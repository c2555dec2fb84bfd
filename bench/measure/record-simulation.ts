import { type RunningSimulation, STEP_SECONDS } from 'three-crowd/simulate';

/** 60 Hz: one frame in three has a step. */
export const FRAME_SECONDS = 1 / 60;

/**
 * Runs a simulation for a number of frames and returns a simulation that replays it, so that its time is not
 * measured.
 */
export function recordSimulation(source: RunningSimulation, frames: number): RunningSimulation {
  const states = Array.from({ length: 1 + Math.ceil((frames * FRAME_SECONDS) / STEP_SECONDS) }, () => {
    source.advance(STEP_SECONDS);
    return source.current.slice();
  });
  let seconds = 0;
  let shown = 0;
  return {
    scenario: source.scenario,
    size: source.size,
    commands: source.commands,
    timeScale: 1,
    get time() {
      return (shown + 1) * STEP_SECONDS;
    },
    get previous() {
      return states[Math.max(0, shown - 1)];
    },
    get current() {
      return states[shown];
    },
    get fraction() {
      return seconds / STEP_SECONDS - shown;
    },
    advance: (delta) => {
      seconds += delta;
      const before = shown;
      shown = Math.min(states.length - 1, Math.floor(seconds / STEP_SECONDS));
      return shown - before;
    },
    takeEvents: () => [],
  };
}
