import { CrowdError, type CrowdMode, type VaryOptions } from '../index.js';
import type { BackendChoice } from '../stage/index.js';

const MODES: readonly CrowdMode[] = ['auto', 'instanced', 'clones'];
const BACKENDS: readonly BackendChoice[] = ['auto', 'webgpu', 'webgpu-webgl2', 'webgl'];
const LOADING = ['eager', 'lazy'] as const;

/** `HTMLElement`, or an empty class on servers, where the module can be imported but no element can be created. */
const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/**
 * The attributes of `<crowd-view>` as properties. An invalid value counts as absent, as in HTML. `camera-controls`,
 * `autoplay`, `motion` and `shadows` are on unless their value is `"false"`.
 */
export class CrowdViewAttributes extends ElementBase {
  /**
   * Address of the service, such as `https://crowds.example`, or of a proxy of yours; or, without `crowd`, of a GLB file
   * whose character makes the crowd, such as `knight.glb`. May be relative.
   */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(value: string) {
    this.setAttribute('src', value);
  }

  /** Id of the crowd, such as `cr_Market1k`. */
  get crowd(): string {
    return this.getAttribute('crowd') ?? '';
  }
  set crowd(value: string) {
    this.setAttribute('crowd', value);
  }

  /**
   * Number of characters of a GLB file, 0 or more.
   *
   * @default 100
   */
  get count(): number {
    const value = this.#number('count', 100);
    return value >= 0 && value < Infinity ? Math.floor(value) : 100;
  }
  set count(value: number) {
    this.setAttribute('count', String(value));
  }

  /**
   * The kinds of characters of a GLB file: names of parts, with commas between them and semicolons between kinds; `*`
   * stands for any text. `looks="Knight_*, 1H_Sword; Knight_*, 2H_Sword"` are knights of two kinds.
   *
   * @default '', one kind that has all parts
   */
  get looks(): string {
    return this.getAttribute('looks') ?? '';
  }
  set looks(value: string) {
    this.setAttribute('looks', value);
  }

  /**
   * True if each character of a GLB file has colours, a height and a build of its own; or how they differ, as JSON in the attribute:
   * `vary='{ "zones": { "Cape": ["#8c2f39", "#2f5aa8"] } }'`.
   *
   * @default false
   * @throws {CrowdError} if the attribute begins with `{` and is no JSON
   */
  get vary(): boolean | VaryOptions {
    const text = this.getAttribute('vary')?.trim();
    if (!text?.startsWith('{')) return text !== undefined && this.#flag('vary');
    try {
      return JSON.parse(text);
    } catch (cause) {
      const problem = `The attribute vary of <crowd-view> is no JSON: ${(cause as Error).message}.`;
      throw new CrowdError(`${problem} Names have double quotes: vary='{ "height": 0.1 }'.`, { cause });
    }
  }
  set vary(value: boolean | VaryOptions) {
    if (typeof value === 'object') this.setAttribute('vary', JSON.stringify(value));
    else this.toggleAttribute('vary', value);
  }

  /**
   * True if everything is an error that is otherwise corrected or left out with a warning, in the service's response, its
   * assets, or the file.
   *
   * @default false
   */
  get strict(): boolean {
    return this.hasAttribute('strict') && this.#flag('strict');
  }
  set strict(value: boolean) {
    this.toggleAttribute('strict', value);
  }

  /**
   * Address of a GLB file with the models of the things in the crowd's scene, such as `market.glb`: a node for each type of
   * thing, by its name. May be relative. Fetched after the crowd is shown.
   *
   * @default '', no things are drawn
   */
  get things(): string {
    return this.getAttribute('things') ?? '';
  }
  set things(value: string) {
    this.setAttribute('things', value);
  }

  /** Every visitor of the page can read this key: use a restricted one, a `tokenProvider` or a proxy. */
  get apiKey(): string {
    return this.getAttribute('api-key') ?? '';
  }
  set apiKey(value: string) {
    this.setAttribute('api-key', value);
  }

  /** Address of a picture to show until the crowd is loaded. */
  get poster(): string {
    return this.getAttribute('poster') ?? '';
  }
  set poster(value: string) {
    this.setAttribute('poster', value);
  }

  /**
   * When to load: `lazy` waits until the element is near the visible part of the page.
   *
   * @default 'eager'
   */
  get loading(): 'eager' | 'lazy' {
    return this.#choice('loading', LOADING);
  }
  set loading(value: 'eager' | 'lazy') {
    this.setAttribute('loading', value);
  }

  /**
   * True if pointer, wheel and keys move the camera.
   *
   * @default true
   */
  get cameraControls(): boolean {
    return this.#flag('camera-controls');
  }
  set cameraControls(value: boolean) {
    this.setAttribute('camera-controls', value ? '' : 'false');
  }

  /**
   * True if the animation starts by itself. For people who prefer reduced motion it does not.
   *
   * @default true
   */
  get autoplay(): boolean {
    return this.#flag('autoplay');
  }
  set autoplay(value: boolean) {
    this.setAttribute('autoplay', value ? '' : 'false');
  }

  /**
   * True if characters walk as the recipe says; otherwise they stay at the positions of the response.
   *
   * @default true
   */
  get motion(): boolean {
    return this.#flag('motion');
  }
  set motion(value: boolean) {
    this.setAttribute('motion', value ? '' : 'false');
  }

  /**
   * Clones or instances.
   *
   * @default 'auto'
   */
  get mode(): CrowdMode {
    return this.#choice('mode', MODES);
  }
  set mode(value: CrowdMode) {
    this.setAttribute('mode', value);
  }

  /**
   * Backend to draw with.
   *
   * @default 'auto'
   */
  get backend(): BackendChoice {
    return this.#choice('backend', BACKENDS);
  }
  set backend(value: BackendChoice) {
    this.setAttribute('backend', value);
  }

  /**
   * Largest number of characters to draw, at least 1; the others of the response are left out.
   *
   * @default Infinity
   */
  get maxCharacters(): number {
    const value = this.#number('max-characters', Infinity);
    return value >= 1 ? Math.floor(value) : Infinity;
  }
  set maxCharacters(value: number) {
    if (value === Infinity) this.removeAttribute('max-characters');
    else this.setAttribute('max-characters', String(value));
  }

  /**
   * True if the sun casts shadows.
   *
   * @default true
   */
  get shadows(): boolean {
    return this.#flag('shadows');
  }
  set shadows(value: boolean) {
    this.setAttribute('shadows', value ? '' : 'false');
  }

  /**
   * Position of the horizon as a fraction of the view's height: 0 is the upper edge, 1 the lower. `0.6` looks at people
   * at the height of their eyes and leaves about the upper half to the sky, for a headline. The camera stays above the ground
   * and keeps the nearest people in the picture, so that values over about 0.75 change nothing more.
   *
   * @default undefined, chosen by how deep the crowd is: between 0.17 and 0.33
   */
  get horizon(): number | undefined {
    const value = this.#number('horizon', NaN);
    return value >= 0 && value <= 1 ? value : undefined;
  }
  set horizon(value: number | undefined) {
    if (value === undefined) this.removeAttribute('horizon');
    else this.setAttribute('horizon', String(value));
  }

  /**
   * Seconds of animation per second; 0 holds it.
   *
   * @default 1
   */
  get timeScale(): number {
    const value = this.#number('time-scale', 1);
    return value >= 0 && value < Infinity ? value : 1;
  }
  set timeScale(value: number) {
    this.setAttribute('time-scale', String(value));
  }

  #flag(name: string): boolean {
    return this.getAttribute(name) !== 'false';
  }

  #number(name: string, absent: number): number {
    const text = this.getAttribute(name)?.trim();
    return text ? Number(text) : absent;
  }

  #choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.getAttribute(name);
    return choices.find((choice) => choice === value) ?? choices[0];
  }
}
