import {
  Box3,
  type DirectionalLight,
  type Group,
  type HemisphereLight,
  type Mesh,
  PerspectiveCamera,
  Raycaster,
  type Scene,
  Vector2,
  Vector3,
} from 'three';
import type { Crowd } from '../index.js';
import { ControlPanel } from './control-panel.js';
import { type BackendChoice, createRenderer, disposeRenderer, type ViewRenderer } from './create-renderer.js';
import { describeCanvas, describeKeys } from './describe-canvas.js';
import { boxOf, frameCrowd } from './frame-crowd.js';
import { FrameLoop } from './frame-loop.js';
import { Orbit } from './orbit.js';
import { isMotionReduced, watchReducedMotion } from './reduced-motion.js';
import { adoptStageStyle } from './stage-style.js';
import { type StageLight, Surroundings } from './surroundings.js';
import { watchClicks } from './watch-clicks.js';

/** Vertical, degrees. */
const FIELD_OF_VIEW = 38;
/** Metres. */
const [NEAREST, FARTHEST] = [0.1, 2000];
/** Maximum of device pixels per CSS pixel; more takes time without a visible difference. */
const MAX_PIXEL_RATIO = 2;
/** Radius of haze and shadows until a crowd is framed, metres. */
const USUAL_BOX = new Box3(new Vector3(-14, 0, -14), new Vector3(14, 2, 14));

/** Options of a stage. */
export interface StageOptions {
  /**
   * Parent of the canvas, the panel and the button.
   *
   * @default the page's body, whose window they fill
   */
  readonly container?: HTMLElement;
  /**
   * Backend to draw with.
   *
   * @default the one in the address, as in `?backend=webgl`, else `auto`
   */
  readonly backend?: BackendChoice;
  /**
   * Accessible name of the canvas.
   *
   * @default "A crowd of animated people"
   */
  readonly label?: string;
  /**
   * True if the controls of the panel keep their values in the page's address.
   *
   * @default true
   */
  readonly keepsAddress?: boolean;
}

/**
 * Puts a stage into the page: a canvas with sky, ground and sun, and a camera that pointer, wheel and keys move.
 *
 * @throws {UnsupportedError} if the browser does not support the chosen backend
 */
export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const asked = new URLSearchParams(location.search).get('backend') as BackendChoice | null;
  return new Stage(await createRenderer(options.backend ?? asked ?? 'auto'), options);
}

/** A page's scene, renderer and camera. Made by {@link createStage}. */
export class Stage {
  /** Ready to draw; a `WebGPURenderer`, or a `WebGLRenderer` where the browser has no WebGPU. */
  readonly renderer: ViewRenderer;
  readonly scene: Scene;
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAREST, FARTHEST);
  /** Panel of settings on the right; hidden while it is empty. */
  readonly controls: ControlPanel;
  readonly #surroundings = new Surroundings({ terrain: undefined, hasSky: true });
  readonly #orbit: Orbit;
  readonly #pointer = new Vector2(0, 0.2);
  readonly #raycaster = new Raycaster();
  readonly #elements: readonly HTMLElement[];
  readonly #button: HTMLButtonElement;
  readonly #form: HTMLFormElement;
  readonly #fold: HTMLButtonElement;
  readonly #ended = new AbortController();
  readonly #loop = new FrameLoop((seconds) => this.#draw(this.isPaused ? 0 : seconds));
  #update: (seconds: number) => void = () => {};
  #render = (): void => this.renderer.render(this.scene, this.camera);
  #isPaused = isMotionReduced();

  /** @internal */
  constructor(renderer: ViewRenderer, { container = document.body, label, keepsAddress }: StageOptions) {
    this.renderer = renderer;
    this.scene = this.#surroundings.scene;
    this.#surroundings.surround(USUAL_BOX);
    this.#surroundings.castsShadows = true;
    adoptStageStyle();
    const { canvas } = this;
    canvas.classList.add('crowd-stage');
    describeCanvas(canvas, { label: label ?? 'A crowd of animated people', isInteractive: true });
    const form = document.createElement('form');
    form.className = 'crowd-controls';
    form.ariaLabel = 'Controls';
    form.hidden = true;
    const fold = document.createElement('button');
    fold.type = 'button';
    fold.className = 'crowd-fold';
    fold.addEventListener('click', () => {
      this.isFolded = !this.isFolded;
    });
    this.#form = form;
    this.#fold = fold;
    this.isFolded = false;
    this.controls = new ControlPanel(form, keepsAddress);
    this.#button = document.createElement('button');
    this.#button.type = 'button';
    this.#button.className = 'crowd-pause';
    this.#button.addEventListener('click', () => {
      this.isPaused = !this.isPaused;
    });
    const panel = document.createElement('div');
    panel.className = 'crowd-panel';
    panel.append(form, fold, this.#button);
    this.#elements = [canvas, panel];
    container.append(...this.#elements);
    this.isPaused = this.#isPaused;

    this.#orbit = new Orbit(this.camera, canvas, USUAL_BOX);
    this.#orbit.isEnabled = true;
    this.#orbit.isSmooth = !isMotionReduced();
    const { signal } = this.#ended;
    watchReducedMotion(() => {
      this.isPaused = isMotionReduced();
      this.#orbit.isSmooth = !isMotionReduced();
    }, signal);
    canvas.addEventListener('pointermove', (event) => this.#follow(event), { signal });
    canvas.addEventListener('pointerdown', (event) => this.#follow(event), { signal });
    const resizes = new ResizeObserver(() => this.#resize());
    resizes.observe(canvas);
    signal.addEventListener('abort', () => resizes.disconnect());
    this.#resize();
    this.lookFrom([3, 3.2, 17], [0, 1, 6]);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement as HTMLCanvasElement;
  }

  /** Follows the camera's target, and casts shadows there. */
  get sun(): DirectionalLight {
    return this.#surroundings.sun;
  }

  get skyLight(): HemisphereLight {
    return this.#surroundings.skyLight;
  }

  /** Slabs of stone. Remove it from the scene to show another ground. */
  get ground(): Mesh {
    return this.#surroundings.ground;
  }

  /** The point that the camera looks at and moves around, metres; may be changed. */
  get target(): Vector3 {
    return this.#orbit.target;
  }

  /** True while the animation is paused; initially true if the person prefers reduced motion. The stage has a button for it. */
  get isPaused(): boolean {
    return this.#isPaused;
  }
  set isPaused(value: boolean) {
    this.#isPaused = value;
    this.#button.textContent = value ? 'Play' : 'Pause';
  }

  /**
   * True if the panel shows a button instead of its controls. The button unfolds them.
   *
   * @default false
   */
  get isFolded(): boolean {
    return this.#form.classList.contains('is-folded');
  }
  set isFolded(value: boolean) {
    this.#form.classList.toggle('is-folded', value);
    this.#fold.textContent = value ? 'Show controls' : 'Hide controls';
    this.#fold.ariaExpanded = String(!value);
  }

  /**
   * True if pointer, wheel and keys move the camera.
   *
   * @default true
   */
  set hasOrbit(value: boolean) {
    this.#orbit.isEnabled = value;
    describeKeys(this.canvas, value);
  }

  /** Sets sun, sky and haze. */
  setLight(light: StageLight): void {
    this.#surroundings.setLight(light);
  }

  /** @param radius distance from the camera's target within which shadows are drawn, metres; larger ones are coarser */
  castShadowsWithin(radius: number): void {
    this.#surroundings.castShadowsWithin(radius);
  }

  /** Moves the camera, to the view that the key Home returns to. Metres. */
  lookFrom(
    position: readonly [x: number, y: number, z: number],
    target: readonly [x: number, y: number, z: number],
  ): void {
    this.camera.position.set(...position);
    this.#orbit.startAt(new Vector3(...target));
  }

  /** Moves the camera to the best view of a crowd's people, with the sun on its left. */
  frame(crowd: Crowd): void {
    const box = boxOf(crowd);
    this.#surroundings.fitTo(box);
    const target = frameCrowd(this.camera, crowd, () => 0, undefined, box);
    this.#orbit.startAt(target);
    this.#surroundings.lightFor(this.camera, target);
  }

  /** Loads a GLB file into the scene; it casts shadows and receives them. */
  async addModel(address: string): Promise<Group> {
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const { scene } = await new GLTFLoader().loadAsync(address);
    scene.traverse((object) => {
      object.castShadow = object.receiveShadow = true;
    });
    this.scene.add(scene);
    return scene;
  }

  /** A ray from the camera through the pointer, for picking: `stage.aim().intersectObject(crowd)`. */
  aim(): Raycaster {
    this.#raycaster.setFromCamera(this.#pointer, this.camera);
    return this.#raycaster;
  }

  /** Calls back when the picture is clicked; dragging the camera is no click. */
  onClick(click: () => void): void {
    watchClicks(this.canvas, (position) => {
      this.#pointer.copy(position);
      click();
    });
  }

  /**
   * Runs the page from now on.
   *
   * @param update called before each picture, with the seconds since the last; 0 while the stage is paused
   * @param render draws the picture, instead of the stage
   */
  play(update: (seconds: number) => void, render?: () => void): void {
    this.#update = update;
    if (render) this.#render = render;
    this.#loop.start();
  }

  /** Removes the stage from the page and frees its resources, except for objects that the page added to its scene. */
  dispose(): void {
    this.#loop.stop();
    this.#ended.abort();
    this.#orbit.dispose();
    this.#surroundings.dispose();
    for (const element of this.#elements) element.remove();
    disposeRenderer(this.renderer);
  }

  #draw(seconds: number): void {
    this.#orbit.update();
    this.#surroundings.follow(this.camera, this.target);
    this.#update(seconds);
    this.#render();
  }

  #follow({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.#pointer.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(width, height, false);
  }
}
