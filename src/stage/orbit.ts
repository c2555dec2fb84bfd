import { type Box3, type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Angle of one press of an arrow key, radians. */
const KEY_ANGLE = Math.PI / 24;
/** Minimum of the camera's largest distance, metres; large crowds allow more. */
const LEAST_DISTANCE = 40;
/** Largest angle between the camera and straight up, radians, seen from its target; keeps it above the ground. */
const LOWEST_ANGLE = Math.PI / 2 - 0.03;
/** Factor by which one press of plus or minus changes the distance. */
const ZOOM = 0.9;

const KEYS: Readonly<Record<string, (controls: OrbitControls) => void>> = {
  ArrowLeft: (controls) => controls.rotateLeft(-KEY_ANGLE),
  ArrowRight: (controls) => controls.rotateLeft(KEY_ANGLE),
  ArrowUp: (controls) => controls.rotateUp(-KEY_ANGLE),
  ArrowDown: (controls) => controls.rotateUp(KEY_ANGLE),
  '+': (controls) => controls.dollyIn(ZOOM),
  '=': (controls) => controls.dollyIn(ZOOM),
  '-': (controls) => controls.dollyOut(ZOOM),
  Home: goHome,
};

/** An update without damping first ends the motion that is left of the last drag: it would move the camera away again. */
function goHome(controls: OrbitControls): void {
  const { enableDamping } = controls;
  controls.enableDamping = false;
  controls.update();
  // The limit is of the place that it leaves; the next frame sets it again.
  controls.maxPolarAngle = Math.PI;
  controls.reset();
  controls.enableDamping = enableDamping;
}

/**
 * Moves a camera around a crowd: pointer and wheel work as in three's OrbitControls, arrow keys rotate, plus and minus
 * zoom, Home goes back to the first view. A page on a phone can still be scrolled with a finger on the view.
 */
export class Orbit {
  #canvas: HTMLCanvasElement;
  readonly #controls: OrbitControls;
  #hasMoved = false;
  /** Distance of the camera below its target in the first view, metres; it never gets lower. */
  #drop = 0;

  /** @param box of the crowd, metres, which limits the distance of the camera */
  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement, box: Box3) {
    this.#canvas = canvas;
    this.#controls = new OrbitControls(camera, canvas);
    this.#controls.minDistance = 1;
    this.#controls.maxDistance = LEAST_DISTANCE + box.getSize(new Vector3()).length() * 1.5;
    this.#controls.addEventListener('start', () => {
      this.#hasMoved = true;
    });
    canvas.addEventListener('keydown', this.#onKey);
  }

  /** True if pointer, wheel or keys have moved the camera. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Makes the camera's present place the first view, to which Home goes back. */
  startAt(target: Vector3): void {
    this.#drop = Math.max(0, target.y - this.#controls.object.position.y);
    this.#controls.target.copy(target);
    this.update();
    this.#controls.saveState();
  }

  /** Goes on from the present view on another canvas. */
  moveTo(canvas: HTMLCanvasElement): void {
    this.#canvas.removeEventListener('keydown', this.#onKey);
    this.#canvas = canvas;
    this.#controls.disconnect();
    // Set as well as passed on: `connect` has a parameter since three 0.175 only.
    this.#controls.domElement = canvas;
    this.#controls.connect(canvas);
    canvas.addEventListener('keydown', this.#onKey);
  }

  /** The point that the camera looks at and moves around. */
  get target(): Vector3 {
    return this.#controls.target;
  }

  /** True if pointer, wheel and keys move the camera. */
  set isEnabled(value: boolean) {
    this.#controls.enabled = value;
    this.#canvas.style.touchAction = value ? 'pan-y' : 'auto';
    if (value) this.#canvas.tabIndex = 0;
    else this.#canvas.removeAttribute('tabindex');
  }

  /** True if the camera comes to rest gradually after the pointer is released. */
  set isSmooth(value: boolean) {
    this.#controls.enableDamping = value;
  }

  /** Calls back whenever the camera has moved. */
  onChange(callback: () => void): void {
    this.#controls.addEventListener('change', callback);
  }

  /** To be called once a frame. */
  update(): void {
    const distance = this.#controls.getDistance();
    this.#controls.maxPolarAngle =
      this.#drop > 0 ? Math.acos(-Math.min(1, this.#drop / distance)) : LOWEST_ANGLE;
    this.#controls.update();
  }

  dispose(): void {
    this.#canvas.removeEventListener('keydown', this.#onKey);
    this.#controls.dispose();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const move = KEYS[event.key];
    if (!move || !this.#controls.enabled || event.ctrlKey || event.altKey || event.metaKey) return;
    this.#hasMoved = true;
    move(this.#controls);
    event.preventDefault();
  };
}
