import type { PerspectiveCamera } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Seconds of one time there and back. */
const PERIOD = 80;

/**
 * Lets a camera drift forth and back, until the reader takes it over. For people who prefer reduced motion it stays.
 *
 * @param ahead how far it goes along −Z, metres
 * @returns what moves it, once a frame
 */
export function startDrift(
  camera: PerspectiveCamera,
  orbit: OrbitControls,
  ahead: number,
): (seconds: number) => void {
  let isDrifting = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let time = 0;
  orbit.addEventListener('start', () => {
    isDrifting = false;
  });
  const wayAt = (at: number): number => ((1 - Math.cos((at / PERIOD) * 2 * Math.PI)) / 2) * ahead;
  return (seconds) => {
    if (!isDrifting) return;
    const step = wayAt(time) - wayAt(time + seconds);
    time += seconds;
    camera.position.z += step;
    orbit.target.z += step;
  };
}
