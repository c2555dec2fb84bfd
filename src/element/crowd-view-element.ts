import type { Crowd, CrowdResponse, Ground } from '../index.js';
import { readGround } from '../motion/index.js';
import { describeCanvas, FrameLoop, isMotionReduced } from '../stage/index.js';
import { CrowdScene, type ViewObjects } from './crowd-scene.js';
import { CrowdViewAttributes } from './crowd-view-attributes.js';
import { type CrowdViewEventMap, emitViewEvent } from './crowd-view-events.js';
import { ViewConnection } from './view-connection.js';
import {
  fetchContent,
  NOTHING_NAMED,
  namesContent,
  servedContent,
  type TokenProvider,
  type ViewContent,
} from './view-content.js';
import { ViewShadowRoot, type ViewState } from './view-shadow-root.js';
import { ViewStatus } from './view-status.js';

/** Attributes whose change fetches other content, and those whose change builds another scene of the same content. */
const FETCHED = ['src', 'crowd', 'api-key', 'strict'];
const BUILT = ['mode', 'backend', 'max-characters', 'motion', 'count', 'looks', 'vary'];

/** Fractions of the progress for the response and for the assets; the last hundredth is for the first picture. */
const RESPONSE_FRACTION = 0.1;
const ASSETS_FRACTION = 0.89;
/** Delay before a lost device is replaced, milliseconds. Browsers refuse a page that requests one immediately after the loss. */
const RESTORE_DELAY = 500;

/**
 * `<crowd-view src="https://crowds.example" crowd="cr_…" api-key="…">` shows a crowd of a service, and
 * `<crowd-view src="knight.glb" count="200">` one of a GLB file's character, with camera, light, ground and controls. See
 * {@link CrowdViewAttributes} for its attributes and {@link CrowdViewEventMap} for its events.
 *
 * It draws only while it can be seen, keeps everything when it is moved in the document, and frees everything when it
 * is removed.
 */
export class CrowdViewElement extends CrowdViewAttributes {
  static readonly observedAttributes = [
    ...[...FETCHED, ...BUILT],
    ...['poster', 'loading', 'camera-controls', 'autoplay', 'shadows', 'horizon', 'things', 'aria-label'],
  ];

  readonly #shadowRoot = new ViewShadowRoot(this);
  readonly #status = new ViewStatus(this, this.#shadowRoot);
  readonly #loop = new FrameLoop((seconds) => this.#draw(seconds));
  /** Defined while the element is in a document. */
  #connection: ViewConnection | undefined;
  /** Timer between the removal from a document and the end of that task. */
  #removal: ReturnType<typeof setTimeout> | undefined;
  #tokenProvider: TokenProvider | undefined;
  #response: CrowdResponse | undefined;
  #ground: Ground | undefined;
  #content: ViewContent | undefined;
  #scene: CrowdScene | undefined;
  /** The task under way: `load` fetches content, `restore` replaces the lost device of the scene. */
  #pending: { readonly task: 'load' | 'restore'; readonly controller: AbortController } | undefined;
  /** True if the attributes name something that is not loaded yet. */
  #isDue = false;
  #isPlaying = false;

  /** Called before each request; returns a short-lived bearer token, so that the page needs no key. */
  get tokenProvider(): TokenProvider | undefined {
    return this.#tokenProvider;
  }
  set tokenProvider(value: TokenProvider | undefined) {
    this.#tokenProvider = value;
    this.#reload(true);
  }

  /** Response of a service that the page already has. Shown in place of the content of the attributes. */
  get response(): CrowdResponse | undefined {
    return this.#response;
  }
  set response(value: CrowdResponse | undefined) {
    this.#response = value;
    this.#reload(true);
  }

  /**
   * The ground that characters stand and walk on, in place of the crowd's own: a function of x and z, a heightmap or a mesh. The
   * view shows it as hills of grass.
   */
  get ground(): Ground | undefined {
    return this.#ground;
  }
  set ground(value: Ground | undefined) {
    this.#ground = value;
    this.#reload(false);
  }

  /** State of the view; CSS has it as `:state(…)`. */
  get state(): ViewState {
    return this.#status.state;
  }

  /** True if the crowd is shown; for pages that listen to `load` too late. */
  get loaded(): boolean {
    return this.#scene !== undefined && this.state === 'ready';
  }

  /** The crowd that is shown; undefined until `load`. The same after a lost device, with all its changes. */
  get crowdObject(): Crowd | undefined {
    return this.#scene?.crowd;
  }

  /** Renderer, scene and camera; undefined until `load`. */
  get objects(): ViewObjects | undefined {
    return this.#scene?.objects;
  }

  /** True if the animation is paused. */
  get paused(): boolean {
    return !this.#isPlaying;
  }

  /** Runs the animation, even if the person prefers reduced motion. */
  play(): void {
    this.#isPlaying = true;
  }

  /** Pauses the animation at its present pose. */
  pause(): void {
    this.#isPlaying = false;
  }

  /** @internal */
  connectedCallback(): void {
    clearTimeout(this.#removal);
    if (this.#connection) return;
    this.#adoptEarlyProperties();
    this.#connection = new ViewConnection(this, {
      onResize: () => this.#resize(),
      onVisibility: () => this.#onVisibility(),
      onReducedMotion: () => this.#autoplay(),
    });
    this.#autoplay();
    this.#reload(true);
  }

  /** Frees everything, unless the element is in a document again by the end of the task. */
  disconnectedCallback(): void {
    this.#removal = setTimeout(() => this.#disconnect());
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === 'poster') this.#shadowRoot.showPoster(this.poster);
    if (!this.#connection || before === after) return;
    if (FETCHED.includes(name) || BUILT.includes(name)) this.#reload(FETCHED.includes(name));
    else if (name === 'loading') this.#loadIfDue();
    else if (name === 'autoplay') this.#autoplay();
    else if (name === 'things') void this.#showThings();
    else this.#apply();
  }

  /**
   * Loads again, once for all changes of a task.
   *
   * @param isOther true if something else is to be fetched
   */
  #reload(isOther: boolean): void {
    if (isOther) {
      this.#content = undefined;
      if (this.#pending?.task === 'load') this.#abort();
    }
    if (this.#isDue || !this.#connection) return;
    this.#isDue = true;
    queueMicrotask(() => this.#loadIfDue());
  }

  #loadIfDue(): void {
    if (!this.#isDue || !this.#connection) return;
    if (this.loading === 'lazy' && !this.#connection.isVisible) return;
    this.#isDue = false;
    if (this.#response || namesContent(this)) {
      void this.#load();
    } else {
      this.#clear();
      this.#shadowRoot.showMessage(NOTHING_NAMED);
    }
  }

  async #load(): Promise<void> {
    const signal = this.#begin('load');
    this.#status.startProgress();
    try {
      const ground = this.#ground && (await readGround(this.#ground));
      const scene = await CrowdScene.create(
        this.#loadContent(signal),
        this,
        (selection) => emitViewEvent(this, 'select', selection),
        {
          attributes: this,
          ground,
          signal,
          onProgress: (fraction) => this.#status.report(RESPONSE_FRACTION + ASSETS_FRACTION * fraction),
        },
      );
      this.#show(scene);
      this.#status.report(1);
      this.#finish();
      emitViewEvent(this, 'load', { crowd: scene.crowd });
      // Their file is requested after the first picture.
      void this.#showThings();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** Without `strict`, a crowd is shown without its things if they cannot be. */
  async #showThings(): Promise<void> {
    const scene = this.#scene;
    try {
      await scene?.showThings(this.things, this.strict);
    } catch (error) {
      if (this.#scene !== scene) return;
      if (this.strict) this.#fail(error);
      else console.warn(`three-crowd: <crowd-view> shows no things. ${(error as Error).message}`);
    }
  }

  async #loadContent(signal: AbortSignal): Promise<ViewContent> {
    const content =
      this.#content ??
      (this.#response
        ? servedContent(this.#response)
        : await fetchContent(this, this.#tokenProvider, signal));
    signal.throwIfAborted();
    this.#content = content;
    this.#status.report(RESPONSE_FRACTION);
    return content;
  }

  /** Shows the same scene with a new renderer, or loads again if the loss came while other content was loading. */
  async #restore(scene: CrowdScene): Promise<void> {
    const wasLoading = this.#pending?.task === 'load';
    const signal = this.#begin('restore');
    try {
      await new Promise((resolve) => setTimeout(resolve, RESTORE_DELAY));
      signal.throwIfAborted();
      if (wasLoading) return void this.#load();
      await scene.replaceRenderer(this.backend, signal);
      this.#show(scene);
      this.#finish();
      emitViewEvent(this, 'devicerestored', { crowd: scene.crowd });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #begin(task: 'load' | 'restore'): AbortSignal {
    this.#pending?.controller.abort();
    const controller = new AbortController();
    this.#pending = { task, controller };
    this.#status.enter('loading');
    return controller.signal;
  }

  #abort(): void {
    this.#pending?.controller.abort();
    this.#finish();
  }

  #finish(): void {
    this.#pending = undefined;
    this.#status.enter(this.#scene && 'ready');
  }

  #show(scene: CrowdScene): void {
    const previous = this.#scene;
    this.#scene = scene;
    this.#apply();
    scene.drawChecked().catch((error: unknown) => {
      if (this.#scene === scene) this.#fail(error);
    });
    this.#shadowRoot.showCanvas(scene.canvas);
    // Disposed of after the new scene has loaded, so that both share files.
    if (previous !== scene) previous?.dispose();
    this.#updateLoop();
    void scene.deviceLoss.then((message) => this.#loseDevice(scene, message));
  }

  #loseDevice(scene: CrowdScene, message: string): void {
    if (this.#scene !== scene) return;
    this.#loop.stop();
    emitViewEvent(this, 'devicelost', { message });
    if (this.#connection) void this.#restore(scene);
  }

  #fail(cause: unknown): void {
    this.#clear();
    this.#status.fail(cause);
  }

  #disconnect(): void {
    this.#connection?.dispose();
    this.#connection = undefined;
    this.#content = undefined;
    this.#isDue = false;
    this.#clear();
  }

  #clear(): void {
    this.#loop.stop();
    this.#shadowRoot.showCanvas();
    this.#scene?.dispose();
    this.#scene = undefined;
    this.#abort();
  }

  #apply(): void {
    if (!this.#scene || !this.#content) return;
    this.#scene.apply(this, isMotionReduced());
    const { name } = this.#content;
    const label = this.getAttribute('aria-label') ?? `${name}: a crowd of ${this.#scene.crowd.size} people`;
    describeCanvas(this.#scene.canvas, { label, isInteractive: this.cameraControls });
  }

  #autoplay(): void {
    this.#isPlaying = this.autoplay && !isMotionReduced();
    this.#apply();
  }

  #onVisibility(): void {
    this.#loadIfDue();
    this.#updateLoop();
  }

  /** Runs the loop only while there is something to draw and the element is visible. */
  #updateLoop(): void {
    if (this.#scene && this.#connection?.isVisible) this.#loop.start();
    else this.#loop.stop();
  }

  #resize(): void {
    this.#scene?.resize(this.clientWidth, this.clientHeight);
    // Resizing clears the canvas, which would flash until the next frame.
    if (this.#loop.isRunning) this.#scene?.draw(0);
  }

  #draw(seconds: number): void {
    this.#scene?.draw(this.#isPlaying ? seconds * this.timeScale : 0);
  }

  /** Sets properties anew that the page set before the element was defined: they hide the accessors of the class. */
  #adoptEarlyProperties(): void {
    for (const name of Object.keys(this)) {
      if (!(name in CrowdViewElement.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}
