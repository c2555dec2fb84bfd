import type { Object3D } from 'three';
import type { TableChanges } from './characters/index.js';
import type { CrowdDrawing, DrawMode } from './crowd-drawing.js';
import type { Backend, CrowdFrame, OcclusionReport } from './drawing/index.js';
import { disableRaycast } from './three-internals.js';

/** Creates a drawing of one mode, of the table as it is. */
export type CreateDrawing = (backend: Backend, changes: TableChanges) => CrowdDrawing;

/** Creates the drawings of a crowd, whose code and files are loaded when first needed. */
export class DrawingCreators {
  readonly #load: Readonly<Record<DrawMode, () => Promise<CreateDrawing>>>;
  readonly #loaded = new Map<DrawMode, CreateDrawing | undefined>();

  constructor(load: Readonly<Record<DrawMode, () => Promise<CreateDrawing>>>) {
    this.#load = load;
  }

  /**
   * Draws the characters in the mode for their number.
   *
   * @param changes of their table
   */
  async draw(backend: Backend, changes: TableChanges, modeNow: () => DrawMode): Promise<SizedDrawing> {
    const create = await this.load(modeNow());
    return new SizedDrawing(this, backend, changes, modeNow, create(backend, changes));
  }

  async load(mode: DrawMode): Promise<CreateDrawing> {
    const create = this.#loaded.get(mode) ?? (await this.#load[mode]());
    this.#loaded.set(mode, create);
    return create;
  }

  /** Undefined until the mode has loaded, which the first call starts. After a failed load it stays undefined. */
  get(mode: DrawMode): CreateDrawing | undefined {
    if (!this.#loaded.has(mode)) {
      this.#loaded.set(mode, undefined);
      this.load(mode).catch((error: unknown) => this.fail(mode, error));
    }
    return this.#loaded.get(mode);
  }

  fail(mode: DrawMode, error: unknown): void {
    this.#loaded.set(mode, undefined);
    console.error(`three-crowd: the crowd cannot be drawn in the mode "${mode}", and stays as it is.`, error);
  }
}

/** Draws a crowd in the mode for its size: another drawing takes the place of the present one when that changes. */
export class SizedDrawing implements CrowdDrawing {
  readonly #creators: DrawingCreators;
  readonly #backend: Backend;
  readonly #changes: TableChanges;
  readonly #modeNow: () => DrawMode;
  #drawing: CrowdDrawing;

  constructor(
    creators: DrawingCreators,
    backend: Backend,
    changes: TableChanges,
    modeNow: () => DrawMode,
    first: CrowdDrawing,
  ) {
    this.#creators = creators;
    this.#backend = backend;
    this.#changes = changes;
    this.#modeNow = modeNow;
    this.#drawing = first;
  }

  get mode(): DrawMode {
    return this.#drawing.mode;
  }

  get object(): Object3D {
    return this.#drawing.object;
  }

  get drawCalls(): number {
    return this.#drawing.drawCalls;
  }

  get occlusion(): OcclusionReport | undefined {
    return this.#drawing.occlusion;
  }

  get levelsReady(): Promise<void> | undefined {
    return this.#drawing.levelsReady;
  }

  async check(): Promise<void> {
    await this.#drawing.check?.();
  }

  takeChanges(): void {
    this.#followSize();
    this.#drawing.takeChanges();
  }

  update(frame: CrowdFrame): void {
    this.#followSize();
    this.#drawing.update(frame);
  }

  redraw(): void {
    this.#drawing.redraw();
  }

  dispose(): void {
    this.#drawing.dispose();
  }

  #followSize(): void {
    const mode = this.#modeNow();
    if (mode === this.mode) return;
    const create = this.#creators.get(mode);
    if (!create) return;
    const { object: old } = this.#drawing;
    try {
      const next = create(this.#backend, this.#changes);
      this.#drawing.dispose();
      this.#drawing = next;
      next.object.visible = old.visible;
      disableRaycast(next.object);
      old.parent?.add(next.object);
      old.removeFromParent();
    } catch (error) {
      this.#creators.fail(mode, error);
    }
  }
}
