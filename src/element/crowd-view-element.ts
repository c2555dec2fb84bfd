import type { Camera, Scene } from 'three';
import { type Crowd, type CrowdResponse, isApiError, isUnsupportedError } from '../index.js';
import type { ViewRenderer } from './create-renderer.js';
import { CrowdScene } from './crowd-scene.js';
import { CrowdViewAttributes } from './crowd-view-attributes.js';
import type { CrowdViewEventMap } from './crowd-view-events.js';
import { describeCanvas } from './describe-canvas.js';
import { fetchResponse, limitCharacters, type TokenProvider } from './fetch-response.js';
import { FrameLoop } from './frame-loop.js';
import { isMotionReduced, watchReducedMotion } from './reduced-motion.js';
import { ShadowTree } from './shadow-tree.js';
import { type ViewState, ViewStates } from './view-states.js';
import { VisibilityWatch } from './visibility-watch.js';

/** Attributes that name another crowd, and those that take another scene for the same one. */
const FETCHED = ['src', 'crowd', 'api-key'];
const BUILT = ['mode', 'backend', 'max-characters'];

/** Share of the progress that the response is worth; the assets are the rest, and the first picture the very last. */
const RESPONSE_SHARE = 0.1;
const ASSETS_SHARE = 0.89;
/** Milliseconds before a lost device is asked for again: browsers refuse a page that asks at once. */
const RESTORE_AFTER = 500;

/** The three.js side of a view, for those who want to add to it. */
export interface ViewObjects {
  readonly renderer: ViewRenderer;
  readonly scene: Scene;
  readonly camera: Camera;
}

/** What lives from the moment an element gets into a document until it has left it. */
interface Connection {
  readonly visibility: VisibilityWatch;
  readonly resizes: ResizeObserver;
  readonly ended: AbortController;
}

/**
 * `<crowd-view src="https://crowds.example" crowd="cr_…" api-key="…">` shows a crowd, with camera, light, ground and
 * controls. See {@link CrowdViewAttributes} for its attributes and {@link CrowdViewEventMap} for its events.
 *
 * It draws only while it can be seen, keeps everything when it is moved in the document, and frees everything when it
 * is removed.
 */
export class CrowdViewElement extends CrowdViewAttributes {
  static readonly observedAttributes = [
    ...[...FETCHED, ...BUILT],
    ...['poster', 'loading', 'camera-controls', 'autoplay', 'shadows', 'aria-label'],
  ];

  readonly #tree = new ShadowTree(this);
  readonly #states = new ViewStates(this);
  readonly #loop = new FrameLoop((seconds) => this.#draw(seconds));
  #connection: Connection | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #tokenProvider: TokenProvider | undefined;
  #response: CrowdResponse | undefined;
  #scene: CrowdScene | undefined;
  #loading: AbortController | undefined;
  /** Whether what is asked for has yet to be loaded. */
  #isDue = false;
  #isPlaying = false;
  #progress = 0;

  /** Gives a short-lived bearer token for each request, so that no key has to stand in the page. */
  get tokenProvider(): TokenProvider | undefined {
    return this.#tokenProvider;
  }
  set tokenProvider(value: TokenProvider | undefined) {
    this.#tokenProvider = value;
    this.#reload(true);
  }

  /** What CSS sees as `:state(…)`. */
  get state(): ViewState {
    return this.#states.current;
  }

  /** Whether `load` has been fired, for those who come late. */
  get loaded(): boolean {
    return this.#scene !== undefined && this.state === 'ready';
  }

  /** The crowd that is shown. */
  get crowdObject(): Crowd | undefined {
    return this.#scene?.crowd;
  }

  /** Undefined until the crowd is there. */
  get objects(): ViewObjects | undefined {
    if (!this.#scene) return undefined;
    const { renderer, stage, camera } = this.#scene;
    return { renderer, scene: stage.scene, camera };
  }

  /** Whether the animation is held. */
  get paused(): boolean {
    return !this.#isPlaying;
  }

  /** Runs the animation, also for people who prefer reduced motion: it is for them to ask. */
  play(): void {
    this.#isPlaying = true;
  }

  /** Holds the animation where it is. */
  pause(): void {
    this.#isPlaying = false;
  }

  /** @internal */
  connectedCallback(): void {
    clearTimeout(this.#leaving);
    if (this.#connection) return;
    this.#adoptEarlyProperties();
    const ended = new AbortController();
    const resizes = new ResizeObserver(() => this.#resize());
    resizes.observe(this);
    const visibility = new VisibilityWatch(this, () => this.#onVisibility());
    this.#connection = { visibility, resizes, ended };
    watchReducedMotion(() => this.#autoplay(), ended.signal);
    this.#autoplay();
    this.#reload(true);
  }

  /** An element that is put elsewhere in the same task keeps everything. */
  disconnectedCallback(): void {
    this.#leaving = setTimeout(() => this.#leave());
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === 'poster') this.#tree.showPoster(this.poster);
    if (!this.#connection || before === after) return;
    if (FETCHED.includes(name) || BUILT.includes(name)) this.#reload(FETCHED.includes(name));
    else if (name === 'loading') this.#loadIfDue();
    else if (name === 'autoplay') this.#autoplay();
    else this.#apply();
  }

  /** Loads anew, once for all changes of a task. @param isAnother whether the response at hand is of no use */
  #reload(isAnother: boolean): void {
    if (isAnother) this.#response = undefined;
    if (this.#isDue || !this.#connection) return;
    this.#isDue = true;
    queueMicrotask(() => this.#loadIfDue());
  }

  #loadIfDue(): void {
    if (!this.#isDue || !this.#connection) return;
    if (this.loading === 'lazy' && !this.#connection.visibility.isVisible) return;
    this.#isDue = false;
    if (this.crowd) void this.#load();
    else this.#clear();
  }

  async #load(): Promise<void> {
    const signal = this.#startLoading();
    this.#progress = -1;
    this.#report(0);
    try {
      const response = this.#response ?? (await fetchResponse(this, this.#tokenProvider, signal));
      signal.throwIfAborted();
      this.#response = response;
      this.#report(RESPONSE_SHARE);
      const scene = await this.#createScene(response, signal, (fraction) =>
        this.#report(RESPONSE_SHARE + ASSETS_SHARE * fraction),
      );
      this.#show(scene);
      this.#report(1);
      this.#enter('ready');
      this.#emit('load', { crowd: scene.crowd });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** Builds again what was shown, from what is at hand. */
  async #restore(lost: CrowdScene, response: CrowdResponse): Promise<void> {
    const signal = this.#startLoading();
    try {
      await new Promise((resolve) => setTimeout(resolve, RESTORE_AFTER));
      signal.throwIfAborted();
      const scene = await this.#createScene(response, signal, () => {});
      scene.lookLike(lost);
      this.#show(scene);
      this.#enter('ready');
      this.#emit('devicerestored', { crowd: scene.crowd });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #startLoading(): AbortSignal {
    this.#loading?.abort();
    this.#loading = new AbortController();
    this.#enter('loading');
    return this.#loading.signal;
  }

  async #createScene(
    response: CrowdResponse,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<CrowdScene> {
    const listener = {
      onSelect: (selection: CrowdViewEventMap['select']['detail']) => this.#emit('select', selection),
      onDeviceLost: (message: string) => this.#loseDevice(message, response),
    };
    const shown = limitCharacters(response, this.maxCharacters);
    const scene = await CrowdScene.create(shown, this, listener, { attributes: this, signal, onProgress });
    if (!signal.aborted) return scene;
    scene.dispose();
    throw signal.reason;
  }

  /** The scene before goes only now, so that both share what they load. */
  #show(scene: CrowdScene): void {
    const previous = this.#scene;
    this.#scene = scene;
    this.#apply();
    scene.draw(0);
    this.#tree.showCanvas(scene.canvas);
    previous?.dispose();
    this.#pace();
  }

  #loseDevice(message: string, response: CrowdResponse): void {
    this.#loop.stop();
    this.#emit('devicelost', { message });
    if (this.#scene && this.#connection) void this.#restore(this.#scene, response);
  }

  #fail(cause: unknown): void {
    this.#clear();
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#tree.showMessage(error.message);
    this.#enter(isUnsupportedError(cause) ? 'unsupported' : 'error');
    this.#emit('error', {
      type: error.name,
      status: isApiError(cause) ? cause.status : undefined,
      cause,
    });
  }

  #leave(): void {
    this.#connection?.visibility.dispose();
    this.#connection?.resizes.disconnect();
    this.#connection?.ended.abort();
    this.#connection = undefined;
    this.#response = undefined;
    this.#isDue = false;
    this.#clear();
  }

  #clear(): void {
    this.#loading?.abort();
    this.#loop.stop();
    this.#tree.showCanvas();
    this.#scene?.dispose();
    this.#scene = undefined;
    this.#enter(undefined);
  }

  #enter(state: ViewState): void {
    this.#states.enter(state);
    this.#tree.showState(state);
    if (state !== 'error' && state !== 'unsupported') this.#tree.showMessage('');
  }

  #report(fraction: number): void {
    if (fraction <= this.#progress) return;
    this.#progress = fraction;
    this.#tree.showProgress(fraction);
    this.#emit('progress', { fraction });
  }

  #apply(): void {
    if (!this.#scene || !this.#response) return;
    this.#scene.apply(this, isMotionReduced());
    const { name } = this.#response;
    const label = this.getAttribute('aria-label') ?? `${name}: a crowd of ${this.#scene.crowd.size} people`;
    describeCanvas(this.#scene.canvas, { label, isInteractive: this.cameraControls });
  }

  #autoplay(): void {
    this.#isPlaying = this.autoplay && !isMotionReduced();
    this.#apply();
  }

  #onVisibility(): void {
    this.#loadIfDue();
    this.#pace();
  }

  #pace(): void {
    if (this.#scene && this.#connection?.visibility.isVisible) this.#loop.start();
    else this.#loop.stop();
  }

  #resize(): void {
    this.#scene?.resize(this.clientWidth, this.clientHeight);
    // Resizing empties the canvas; waiting for the next frame would flash.
    if (this.#loop.isRunning) this.#scene?.draw(0);
  }

  #draw(seconds: number): void {
    this.#scene?.draw(this.#isPlaying ? seconds * this.timeScale : 0);
  }

  /** Properties that were set before the element was defined hide the accessors: they are set again. */
  #adoptEarlyProperties(): void {
    for (const name of Object.keys(this)) {
      if (!(name in CrowdViewElement.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #emit<K extends keyof CrowdViewEventMap>(type: K, detail: CrowdViewEventMap[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
