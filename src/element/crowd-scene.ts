import type { Camera, PerspectiveCamera, Scene, Vector2 } from 'three';
import type { Crowd } from '../index.js';
import {
  type BackendChoice,
  boxOf,
  createRenderer,
  disposeRenderer,
  frameCrowd,
  Orbit,
  type Surroundings,
  type ViewRenderer,
  watchClicks,
} from '../stage/index.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';
import type { CrowdViewSelection } from './crowd-view-events.js';
import { EmptyScene, setSize } from './empty-scene.js';
import { pickCharacter } from './pick.js';
import type { ViewContent, ViewContentOptions } from './view-content.js';
import { watchDevice } from './watch-device.js';

/** Pictures whose width by height differ by less than this part have the same shape. */
const SAME_SHAPE = 0.02;

/** The objects of three that a view is made of, for pages that add to it. */
export interface ViewObjects {
  /** Another one after a lost device. */
  readonly renderer: ViewRenderer;
  /** Holds the crowd, the ground and the lights. */
  readonly scene: Scene;
  readonly camera: Camera;
}

/** Is told what happens in a scene. */
export interface CrowdSceneListener {
  onSelect(selection: CrowdViewSelection): void;
  onDeviceLost(message: string): void;
}

/**
 * One crowd with light, ground, camera and controls, drawn by a renderer on a canvas of its own. The renderer is replaced
 * when it loses its device; everything else stays.
 */
export class CrowdScene {
  readonly crowd: Crowd;
  readonly camera: PerspectiveCamera;
  readonly surroundings: Surroundings;
  readonly #host: HTMLElement;
  readonly #listener: CrowdSceneListener;
  readonly #orbit: Orbit;
  /** Height of the ground at a place, metres. */
  readonly #groundAt: (x: number, z: number) => number;
  #renderer: ViewRenderer;
  #stopWatching: () => void = () => {};
  #isStale = true;

  private constructor(
    renderer: ViewRenderer,
    crowd: Crowd,
    { groundHeight }: ViewContent,
    { camera, surroundings }: EmptyScene,
    host: HTMLElement,
    listener: CrowdSceneListener,
  ) {
    this.#renderer = renderer;
    this.#host = host;
    this.#listener = listener;
    this.crowd = crowd;
    this.camera = camera;
    this.surroundings = surroundings;
    surroundings.scene.add(crowd);
    this.#groundAt = groundHeight;
    this.#orbit = new Orbit(this.camera, this.canvas, boxOf(crowd));
    this.camera.aspect = host.clientWidth / host.clientHeight || 1;
    this.#framePeople();
    this.#orbit.onChange(() => this.invalidate());
    this.#listenToRenderer();
  }

  /**
   * @param loading what is to be shown; the renderer is made while it comes, and while its files do
   * @throws {UnsupportedError} where the browser cannot draw with the wanted backend
   * @throws {CrowdError} where the crowd cannot be loaded; nothing is left behind then
   * @throws the signal's reason
   */
  static async create(
    loading: Promise<ViewContent>,
    host: HTMLElement,
    listener: CrowdSceneListener,
    options: ViewContentOptions,
  ): Promise<CrowdScene> {
    const rendering = createRenderer(options.attributes.backend);
    let crowd: Crowd | undefined;
    let empty: EmptyScene | undefined;
    try {
      // Told by whoever awaits it last.
      rendering.catch(() => {});
      const content = await loading;
      const making = content.createCrowd(rendering, options);
      const prepared = new EmptyScene(content, host);
      empty = prepared;
      // What fails here fails again, and is told of, where the crowd is drawn.
      rendering
        .then((renderer) => prepared.prepare(renderer, host, options.attributes.shadows))
        .catch(() => {});
      crowd = await making;
      options.signal.throwIfAborted();
      empty.fitTo(crowd);
      return new CrowdScene(await rendering, crowd, content, empty, host, listener);
    } catch (error) {
      crowd?.dispose();
      empty?.dispose();
      rendering.then(disposeRenderer, () => {});
      throw error;
    }
  }

  get objects(): ViewObjects {
    return { renderer: this.#renderer, scene: this.surroundings.scene, camera: this.camera };
  }

  /** The renderer's; another one after a lost device. */
  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement as HTMLCanvasElement;
  }

  /**
   * Draws with a new renderer on a new canvas, after the device was lost. The crowd with all its changes, its clock, the
   * camera, and what was added to the scene stay.
   *
   * @throws {UnsupportedError} where the browser cannot draw with the wanted backend any more
   * @throws the signal's reason
   */
  async replaceRenderer(backend: BackendChoice, signal: AbortSignal): Promise<void> {
    const renderer = await createRenderer(backend);
    try {
      signal.throwIfAborted();
      await this.crowd.setRenderer(renderer);
      signal.throwIfAborted();
    } catch (error) {
      disposeRenderer(renderer);
      throw error;
    }
    this.#stopWatching();
    disposeRenderer(this.#renderer);
    this.#renderer = renderer;
    this.surroundings.recreateSun();
    this.#orbit.moveTo(this.canvas);
    this.#listenToRenderer();
  }

  /** Takes over the attributes that can change while the crowd is shown. */
  apply({ cameraControls, shadows }: CrowdViewAttributes, isMotionReduced: boolean): void {
    this.#orbit.isEnabled = cameraControls;
    this.#orbit.isSmooth = !isMotionReduced;
    this.surroundings.castsShadows = shadows;
    this.invalidate();
  }

  /** Has the next {@link draw} draw, even if nothing moves. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** @param width CSS pixels */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    setSize(this.#renderer, width, height);
    const hasNewShape = Math.abs(width / height / this.camera.aspect - 1) > SAME_SHAPE;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (hasNewShape && !this.#orbit.hasMoved) this.#framePeople();
    this.invalidate();
  }

  /**
   * Draws, if anything has changed since the last picture.
   *
   * @param seconds to advance the animation by; 0 holds it
   */
  draw(seconds: number): void {
    this.#orbit.update();
    if (seconds === 0 && !this.#isStale) return;
    this.#isStale = false;
    this.surroundings.follow(this.camera, this.#orbit.target);
    this.crowd.update(seconds, this.camera);
    this.#renderer.render(this.surroundings.scene, this.camera);
  }

  dispose(): void {
    this.#stopWatching();
    this.#orbit.dispose();
    this.crowd.dispose();
    this.surroundings.dispose();
    disposeRenderer(this.#renderer);
  }

  /** Puts the camera where it shows people best in a picture of this shape. */
  #framePeople(): void {
    const target = frameCrowd(this.camera, this.crowd, this.#groundAt);
    this.#orbit.startAt(target);
    this.surroundings.lightFor(this.camera, target);
  }

  #listenToRenderer(): void {
    this.resize(this.#host.clientWidth, this.#host.clientHeight);
    this.#stopWatching = watchDevice(this.#renderer, (message) => this.#listener.onDeviceLost(message));
    watchClicks(this.canvas, (position) => void this.#select(position));
  }

  async #select(position: Vector2): Promise<void> {
    const { motion } = this.crowd;
    // Rays hit nobody while the GPU alone knows where people are.
    if (motion?.isOnGpu) await motion.leaveGpu();
    const selection = pickCharacter(this.crowd, this.camera, position);
    if (selection) this.#listener.onSelect(selection);
  }
}
