import { PerspectiveCamera } from 'three';
import { type Crowd, type CrowdResponse, createCrowd, terrainHeight } from '../index.js';
import { createRenderer, disposeRenderer, type ViewRenderer } from './create-renderer.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';
import type { CrowdViewSelection } from './crowd-view-events.js';
import { fitCamera } from './fit-camera.js';
import { Orbit } from './orbit.js';
import { pickCharacter, watchClicks } from './pick.js';
import { Stage } from './stage.js';
import { watchDevice } from './watch-device.js';

const FIELD_OF_VIEW = 38;
/** Beyond this, more pixels are not seen but paid for. */
const SHARPEST = 2;

export interface CrowdSceneOptions {
  readonly attributes: CrowdViewAttributes;
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
}

/** What a crowd scene tells. */
export interface CrowdSceneListener {
  onSelect(selection: CrowdViewSelection): void;
  onDeviceLost(message: string): void;
}

/** One crowd on one canvas: renderer, light, ground, camera, and what moves it. Made anew for each crowd and device. */
export class CrowdScene {
  readonly renderer: ViewRenderer;
  readonly crowd: Crowd;
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW);
  readonly stage: Stage;
  readonly #orbit: Orbit;
  readonly #stopWatching: () => void;
  #isStale = true;

  private constructor(
    renderer: ViewRenderer,
    crowd: Crowd,
    response: CrowdResponse,
    { clientWidth, clientHeight }: HTMLElement,
    listener: CrowdSceneListener,
  ) {
    this.renderer = renderer;
    this.crowd = crowd;
    const canvas = renderer.domElement as HTMLCanvasElement;
    const box = crowd.getBoundingBox();
    this.stage = new Stage(box, terrainHeight(response.recipe));
    this.stage.scene.add(crowd);
    this.camera.aspect = clientWidth / clientHeight || 1;
    this.#orbit = new Orbit(this.camera, canvas, fitCamera(this.camera, box), box);
    this.#orbit.onChange(() => this.invalidate());
    this.resize(clientWidth, clientHeight);
    this.#stopWatching = watchDevice(renderer, (message) => listener.onDeviceLost(message));
    watchClicks(canvas, (place) => {
      const selection = pickCharacter(crowd, this.camera, place);
      if (selection) listener.onSelect(selection);
    });
  }

  /** @throws what `createCrowd` and {@link createRenderer} throw; nothing is left behind then */
  static async create(
    response: CrowdResponse,
    host: HTMLElement,
    listener: CrowdSceneListener,
    { attributes, signal, onProgress }: CrowdSceneOptions,
  ): Promise<CrowdScene> {
    const renderer = await createRenderer(attributes.backend);
    try {
      const crowd = await createCrowd({
        response,
        renderer,
        mode: attributes.mode,
        signal,
        onProgress: ({ fraction, stage }) => stage === 'assets' && onProgress(fraction),
      });
      return new CrowdScene(renderer, crowd, response, host, listener);
    } catch (error) {
      disposeRenderer(renderer);
      throw error;
    }
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement as HTMLCanvasElement;
  }

  /** Takes over what can change while it is shown. */
  apply({ cameraControls, shadows }: CrowdViewAttributes, isMotionReduced: boolean): void {
    this.#orbit.isEnabled = cameraControls;
    this.#orbit.isSmooth = !isMotionReduced;
    this.stage.castsShadows = shadows;
    this.invalidate();
  }

  /** Looks from where another scene did. */
  lookLike({ camera }: CrowdScene): void {
    this.camera.position.copy(camera.position);
    this.camera.quaternion.copy(camera.quaternion);
  }

  /** Asks for a picture even if nothing moves. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** @param width CSS pixels */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, SHARPEST));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** Draws, where there is anything new to see. @param seconds to advance the animation by; 0 holds it */
  draw(seconds: number): void {
    this.#orbit.update();
    if (seconds === 0 && !this.#isStale) return;
    this.#isStale = false;
    this.stage.follow(this.#orbit.target);
    this.crowd.update(seconds, this.camera);
    this.renderer.render(this.stage.scene, this.camera);
  }

  dispose(): void {
    this.#stopWatching();
    this.#orbit.dispose();
    this.crowd.dispose();
    this.stage.dispose();
    disposeRenderer(this.renderer);
  }
}
