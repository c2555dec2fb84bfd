import type { Box3, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** One press of an arrow key, radians. */
const TURN = Math.PI / 24;
/** One press of plus or minus, as a multiple of the distance. */
const ZOOM = 0.9;

const KEYS: Readonly<Record<string, (controls: OrbitControls) => void>> = {
  ArrowLeft: (controls) => controls.rotateLeft(-TURN),
  ArrowRight: (controls) => controls.rotateLeft(TURN),
  ArrowUp: (controls) => controls.rotateUp(-TURN),
  ArrowDown: (controls) => controls.rotateUp(TURN),
  '+': (controls) => controls.dollyIn(ZOOM),
  '=': (controls) => controls.dollyIn(ZOOM),
  '-': (controls) => controls.dollyOut(ZOOM),
  Home: goHome,
};

/** What damping has left of the last turn is spent first: it would turn the camera away again. */
function goHome(controls: OrbitControls): void {
  const { enableDamping } = controls;
  controls.enableDamping = false;
  controls.update();
  controls.reset();
  controls.enableDamping = enableDamping;
}

/**
 * Moves a camera around a crowd: pointer and wheel as three's OrbitControls do it, arrow keys turn, plus and minus
 * zoom, Home goes back to the beginning. A page on a phone can still be scrolled with a finger on the view.
 */
export class Orbit {
  readonly #canvas: HTMLCanvasElement;
  readonly #controls: OrbitControls;

  /** @param box of the crowd, metres: how far the camera may go away */
  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement, target: Vector3, box: Box3) {
    this.#canvas = canvas;
    this.#controls = new OrbitControls(camera, canvas);
    this.#controls.target.copy(target);
    this.#controls.minDistance = 1;
    this.#controls.maxDistance = Math.max(camera.position.distanceTo(target) * 2, box.max.y * 4);
    this.#controls.maxPolarAngle = Math.PI / 2 - 0.03;
    this.#controls.update();
    this.#controls.saveState();
    canvas.addEventListener('keydown', this.#onKey);
  }

  get target(): Vector3 {
    return this.#controls.target;
  }

  set isEnabled(value: boolean) {
    this.#controls.enabled = value;
    this.#canvas.style.touchAction = value ? 'pan-y' : 'auto';
    if (value) this.#canvas.tabIndex = 0;
    else this.#canvas.removeAttribute('tabindex');
  }

  /** Whether a drag goes on a little after the pointer is let go. */
  set isSmooth(value: boolean) {
    this.#controls.enableDamping = value;
  }

  onChange(callback: () => void): void {
    this.#controls.addEventListener('change', callback);
  }

  /** To be called once a frame. */
  update(): void {
    this.#controls.update();
  }

  dispose(): void {
    this.#canvas.removeEventListener('keydown', this.#onKey);
    this.#controls.dispose();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const move = KEYS[event.key];
    if (!move || !this.#controls.enabled || event.ctrlKey || event.altKey || event.metaKey) return;
    move(this.#controls);
    event.preventDefault();
  };
}
