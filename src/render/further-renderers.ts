import type { Camera, Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import { FollowedTable } from './characters/index.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import { loadBackend } from './current-backend.js';
import type { CrowdFrame, CrowdRenderer } from './drawing/index.js';

/** Drawing of a crowd with a further renderer; `Crowd.addRenderer` returns it. */
export interface FurtherRenderer {
  /**
   * Prepares the next picture of this renderer, in the poses of the crowd's last `update`. After it, this renderer alone
   * draws the crowd, until another one's `update` or the crowd's own. After {@link dispose} it does nothing.
   *
   * @param camera as for the crowd's `update`
   */
  update(camera?: Camera): void;
  /** Frees the crowd's resources of this renderer; `Crowd.dispose` does so, too. */
  dispose(): void;
}

/**
 * The further renderers of a crowd. Each has a drawing of the same character table, since renderers cannot share buffers
 * or materials. three collects the visible objects before an object learns its renderer, so the drawing of the renderer
 * that was updated last is visible.
 */
export class FurtherRenderers {
  readonly #attach: (drawing: Object3D) => void;
  readonly #dependencies: CrowdDependencies;
  readonly #frame: () => Omit<CrowdFrame, 'camera'>;
  /** Renderers, including those that are being added. */
  readonly #known = new Set<CrowdRenderer>();
  readonly #drawings = new Set<CrowdDrawing>();
  readonly #disposals = new Set<() => void>();
  #disposed = false;

  /**
   * @param attach adds a drawing to the crowd
   * @param frame of the crowd's last update
   */
  constructor(
    attach: (drawing: Object3D) => void,
    dependencies: CrowdDependencies,
    frame: () => Omit<CrowdFrame, 'camera'>,
  ) {
    this.#attach = attach;
    this.#dependencies = dependencies;
    this.#frame = frame;
  }

  /**
   * @throws {UnsupportedError} where it is none of three's renderers, or its device cannot draw the crowd
   * @throws {CrowdError} for a renderer that draws the crowd already, or a crowd that was disposed of meanwhile
   */
  async add(renderer: CrowdRenderer): Promise<FurtherRenderer> {
    if (renderer === this.#dependencies.backend.renderer || this.#known.has(renderer)) {
      throw new CrowdError('This renderer draws the crowd already: a crowd is added to each renderer once.');
    }
    this.#known.add(renderer);
    try {
      return await this.#add(renderer);
    } catch (error) {
      this.#known.delete(renderer);
      throw error;
    }
  }

  showFirst(): void {
    this.#show(this.#dependencies.drawing);
    this.#dependencies.heroes.showWith(undefined);
  }

  dispose(): void {
    this.#disposed = true;
    for (const dispose of [...this.#disposals]) dispose();
  }

  async #add(renderer: CrowdRenderer): Promise<FurtherRenderer> {
    const { characters, heroes, drawAgain, drawing: first } = this.#dependencies;
    const backend = await loadBackend(renderer);
    const surfaces = await heroes.surfacesOf(backend);
    const changes = new FollowedTable(characters.table);
    let drawing: CrowdDrawing;
    try {
      drawing = await drawAgain(backend, changes);
    } catch (error) {
      changes.dispose();
      throw error;
    }
    const dispose = (): void => {
      if (!this.#disposals.delete(dispose)) return;
      this.#known.delete(renderer);
      this.#drawings.delete(drawing);
      drawing.object.removeFromParent();
      drawing.dispose();
      changes.dispose();
      heroes.forget(surfaces);
      this.showFirst();
    };
    this.#disposals.add(dispose);
    this.#drawings.add(drawing);
    drawing.object.visible = false;
    this.#attach(drawing.object);
    if (this.#disposed) {
      dispose();
      throw new CrowdError('The crowd was disposed of while a renderer was added to it.');
    }
    return {
      update: (camera) => {
        if (!this.#disposals.has(dispose)) return;
        // Rows get other numbers of parts, and tables grow, when the first drawing takes changes.
        first.takeChanges();
        drawing.update({ ...this.#frame(), camera });
        this.#show(drawing);
        heroes.showWith(surfaces);
      },
      dispose,
    };
  }

  #show(shown: CrowdDrawing): void {
    const { drawing: first } = this.#dependencies;
    first.object.visible = shown === first;
    for (const drawing of this.#drawings) drawing.object.visible = shown === drawing;
  }
}
