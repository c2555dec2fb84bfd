import { type Box3, type Camera, PerspectiveCamera, Raycaster, type Scene, type Vector2 } from 'three';
import { type Crowd, type CrowdIntersection, createInstancedModels, type GroundHeight } from '../index.js';
import { steadyGround } from '../motion/index.js';
import {
  type BackendChoice,
  boxOf,
  createRenderer,
  disposeRenderer,
  frameCrowd,
  Orbit,
  Surroundings,
  type ViewRenderer,
  watchClicks,
} from '../stage/index.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';
import type { CrowdViewSelection } from './crowd-view-events.js';
import type { ViewContent, ViewContentOptions } from './view-content.js';
import { deviceLoss, drawChecked } from './watch-device.js';

/** Vertical, degrees. */
const FIELD_OF_VIEW = 32;
/** Maximum of device pixels per CSS pixel; more takes time without a visible difference. */
const MAX_PIXEL_RATIO = 2;
/** Relative difference of aspect ratios below which the camera stays as it is. */
const SAME_SHAPE = 0.02;
/** Metres; the far plane lies beyond the ground of any crowd. */
const [NEAREST, FARTHEST] = [0.2, 2000];

/** The objects of three that a view is made of, for pages that add to it. */
export interface ViewObjects {
  /** Another one after a lost device. */
  readonly renderer: ViewRenderer;
  /** Holds the crowd, the ground and the lights. */
  readonly scene: Scene;
  readonly camera: Camera;
}

/** A renderer, watched since it was created: a device can be lost while the files of the crowd load. */
interface WatchedRenderer {
  readonly renderer: ViewRenderer;
  /** Resolves with a message when the device or context is lost. */
  readonly loss: Promise<string>;
}

async function createWatchedRenderer(backend: BackendChoice): Promise<WatchedRenderer> {
  const renderer = await createRenderer(backend);
  return { renderer, loss: deviceLoss(renderer) };
}

/** The page's ground as the hills of a view, which extend farther than people walk: height 0 where the page's function fails. */
function terrainOf(ground: GroundHeight | undefined): GroundHeight | undefined {
  const steady = ground && steadyGround(ground);
  return steady && ((x, z) => steady(x, z, 0));
}

/** Surroundings of a crowd. */
interface EmptyScene {
  readonly surroundings: Surroundings;
  readonly camera: PerspectiveCamera;
}

function createEmptyScene(
  terrain: GroundHeight | undefined,
  host: HTMLElement,
  { attributes }: ViewContentOptions,
): EmptyScene {
  const surroundings = new Surroundings({
    terrain,
    hasSky: getComputedStyle(host).getPropertyValue('--crowd-view-background') === '',
  });
  surroundings.castsShadows = attributes.shadows;
  return { surroundings, camera: new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAREST, FARTHEST) };
}

/**
 * Builds the shaders of sky and ground with three's `compileAsync` (r187), in steps that leave the main thread free in between.
 *
 * Rejected: drawing them once. It blocked the main thread for 0.45 s (WebGPU, busy machine), which delayed the requests for
 * clips, so that the last file came 0.6 s later at 10 Mbit/s.
 */
async function prepare(
  watching: Promise<WatchedRenderer>,
  { surroundings, camera }: EmptyScene,
): Promise<WatchedRenderer> {
  const watched = await watching;
  const { renderer } = watched;
  if ('isWebGPURenderer' in renderer) await renderer.compileAsync(surroundings.scene, camera);
  return watched;
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
  readonly #onSelect: (selection: CrowdViewSelection) => void;
  readonly #orbit: Orbit;
  /** Height of the ground at a place, metres. */
  readonly #groundAt: GroundHeight;
  /** Scene of the crowd, with things and what people hold. */
  readonly #place: ViewContent['scene'];
  #watched: WatchedRenderer;
  /** Aborted to remove the models. */
  #shownThings = new AbortController();
  #horizon: number | undefined;
  #isStale = true;

  private constructor(
    watched: WatchedRenderer,
    crowd: Crowd,
    { surroundings, camera }: EmptyScene,
    terrain: GroundHeight | undefined,
    place: ViewContent['scene'],
    host: HTMLElement,
    onSelect: (selection: CrowdViewSelection) => void,
  ) {
    this.#watched = watched;
    this.#host = host;
    this.#onSelect = onSelect;
    this.crowd = crowd;
    this.#place = place;
    this.camera = camera;
    this.surroundings = surroundings;
    const box = boxOf(crowd);
    surroundings.surround(box);
    surroundings.scene.add(crowd);
    this.#groundAt = terrain ?? (() => 0);
    this.#orbit = new Orbit(this.camera, this.canvas, box);
    this.camera.aspect = host.clientWidth / host.clientHeight || 1;
    this.#framePeople(box);
    this.#orbit.onChange(() => this.invalidate());
    this.#startCanvas();
  }

  /**
   * @param loading the content; meanwhile the renderer is created, and while its files load, the shaders of sky and ground
   * @throws {UnsupportedError} where the browser cannot draw with the wanted backend
   * @throws {CrowdError} where the crowd cannot be loaded; nothing is left behind then
   * @throws the signal's reason
   */
  static async create(
    loading: Promise<ViewContent>,
    host: HTMLElement,
    onSelect: (selection: CrowdViewSelection) => void,
    options: ViewContentOptions,
  ): Promise<CrowdScene> {
    const watching = createWatchedRenderer(options.attributes.backend);
    const rendering = watching.then(({ renderer }) => renderer);
    let preparing = watching;
    let empty: EmptyScene | undefined;
    let crowd: Crowd | undefined;
    try {
      // `preparing` rejects with the same error.
      rendering.catch(() => {});
      const content = await loading;
      const terrain = terrainOf(options.ground) ?? content.terrain;
      empty = createEmptyScene(terrain, host, options);
      preparing = prepare(watching, empty);
      preparing.catch(() => {});
      crowd = await content.createCrowd(rendering, options);
      const watched = await preparing;
      options.signal.throwIfAborted();
      return new CrowdScene(watched, crowd, empty, terrain, content.scene, host, onSelect);
    } catch (error) {
      crowd?.dispose();
      // three (r187) logs an error if a renderer is disposed of while it builds shaders.
      Promise.allSettled([preparing]).then(() => {
        empty?.surroundings.dispose();
        rendering.then(disposeRenderer, () => {});
      });
      throw error;
    }
  }

  get objects(): ViewObjects {
    return { renderer: this.#renderer, scene: this.surroundings.scene, camera: this.camera };
  }

  /** Resolves with a message when the renderer loses its device or context; of each renderer, another promise. */
  get deviceLoss(): Promise<string> {
    return this.#watched.loss;
  }

  get #renderer(): ViewRenderer {
    return this.#watched.renderer;
  }

  /** Canvas of the renderer; another one after a lost device. */
  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement as HTMLCanvasElement;
  }

  /**
   * Draws with a new renderer on a new canvas, after the device was lost. Crowd, clock, camera and the objects that the page
   * has added to the scene stay.
   *
   * @throws {UnsupportedError} where the browser cannot draw with the wanted backend any more
   * @throws the signal's reason
   */
  async replaceRenderer(backend: BackendChoice, signal: AbortSignal): Promise<void> {
    const watched = await createWatchedRenderer(backend);
    try {
      signal.throwIfAborted();
      await this.crowd.setRenderer(watched.renderer);
      signal.throwIfAborted();
    } catch (error) {
      disposeRenderer(watched.renderer);
      throw error;
    }
    disposeRenderer(this.#renderer);
    this.#watched = watched;
    this.surroundings.recreateSun();
    this.#orbit.moveTo(this.canvas);
    this.#startCanvas();
  }

  /** Applies the attributes that can change while the crowd is shown. */
  apply({ cameraControls, shadows, horizon }: CrowdViewAttributes, isMotionReduced: boolean): void {
    if (horizon !== this.#horizon) {
      this.#horizon = horizon;
      if (!this.#orbit.hasMoved) this.#framePeople();
    }
    this.#orbit.isEnabled = cameraControls;
    this.#orbit.isSmooth = !isMotionReduced;
    this.surroundings.castsShadows = shadows;
    this.invalidate();
  }

  /**
   * Shows the things of the crowd's scene and what people hold, in place of models shown before.
   *
   * @param address of a GLB file with their models; empty for none
   * @throws {AssetError} if the file cannot be loaded; with `strict`, if it lacks a type
   */
  async showThings(address: string, strict: boolean): Promise<void> {
    this.#shownThings.abort();
    this.invalidate();
    if (address === '' || !this.#place) return;
    this.#shownThings = new AbortController();
    const { signal } = this.#shownThings;
    try {
      const models = await createInstancedModels(address, this.#place, {
        ground: this.#groundAt,
        crowd: this.crowd,
        strict,
        signal,
      });
      if (signal.aborted) return models.dispose();
      signal.addEventListener('abort', () => models.dispose());
      this.surroundings.scene.add(models);
      this.invalidate();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Makes the next {@link draw} draw even if nothing moves. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** @param width CSS pixels */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#renderer.setSize(width, height, false);
    const hasNewShape = Math.abs(width / height / this.camera.aspect - 1) > SAME_SHAPE;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (hasNewShape && !this.#orbit.hasMoved) this.#framePeople();
    this.invalidate();
  }

  /**
   * Draws, if anything has changed since the last picture.
   *
   * @param seconds to advance the animation by; 0 keeps the pose
   */
  draw(seconds: number): void {
    this.#orbit.update();
    if (seconds === 0 && !this.#isStale) return;
    this.#isStale = false;
    this.surroundings.follow(this.camera, this.#orbit.target);
    this.crowd.update(seconds, this.camera);
    this.#renderer.render(this.surroundings.scene, this.camera);
  }

  /**
   * Draws now; the promise rejects if the device reports an error.
   *
   * @throws {UnsupportedError} with what the device says
   */
  drawChecked(): Promise<void> {
    return drawChecked(this.#renderer as Parameters<typeof drawChecked>[0], () => this.draw(0));
  }

  dispose(): void {
    this.#orbit.dispose();
    this.#shownThings.abort();
    this.crowd.dispose();
    this.surroundings.dispose();
    disposeRenderer(this.#renderer);
  }

  /**
   * Moves the camera to the best view of the characters for a picture of this shape.
   *
   * @param box of the crowd, where it is known
   */
  #framePeople(box?: Box3): void {
    const target = frameCrowd(this.camera, this.crowd, this.#groundAt, this.#horizon, box);
    this.#orbit.startAt(target);
    this.surroundings.lightFor(this.camera, target);
  }

  #startCanvas(): void {
    this.resize(this.#host.clientWidth, this.#host.clientHeight);
    watchClicks(this.canvas, (position) => this.#select(position));
  }

  #select(position: Vector2): void {
    const raycaster = Object.assign(new Raycaster(), { firstHitOnly: true });
    raycaster.setFromCamera(position, this.camera);
    const [hit] = raycaster.intersectObject(this.crowd, false) as unknown as CrowdIntersection[];
    if (hit) this.#onSelect({ character: hit.character, part: hit.part, point: hit.point });
  }
}
