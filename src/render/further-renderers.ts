import type { Camera, Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import { FollowedTable } from './characters/index.js';
import { CloneGeometries, type CloneSurfaces } from './clones/index.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import { checkRenderer, loadBackend } from './current-backend.js';
import type { CrowdFrame, CrowdRenderer } from './drawing/index.js';
import { disableRaycast } from './three-internals.js';

/** What draws a crowd with one more renderer; `Crowd.addRenderer` returns it. */
export interface FurtherRenderer {
  /**
   * Prepares the next picture of this renderer, in the poses of the crowd's last `update`. After it, this renderer alone
   * draws the crowd, until another one's `update` or the crowd's own. After {@link dispose} it does nothing.
   *
   * @param camera as for the crowd's `update`
   */
  update(camera?: Camera): void;
  /** Frees what this renderer holds of the crowd; `Crowd.dispose` does so, too. */
  dispose(): void;
}

/**
 * The renderers that draw a crowd beside its own. Each has a drawing of the same character table, since neither
 * buffers nor materials can be shared. three does not say which renderer draws before it has gathered what is visible, so
 * that the drawing of the one that was updated last is shown.
 */
export class FurtherRenderers {
  readonly #crowd: Object3D;
  readonly #dependencies: CrowdDependencies;
  readonly #frame: () => Omit<CrowdFrame, 'camera'>;
  /** Those that are being added, too. */
  readonly #known = new Set<CrowdRenderer>();
  readonly #drawings = new Set<CrowdDrawing>();
  /** What frees each of them. */
  readonly #disposals = new Set<() => void>();
  #disposed = false;

  /**
   * @param crowd what drawings are put under
   * @param frame of the crowd's last update
   */
  constructor(crowd: Object3D, dependencies: CrowdDependencies, frame: () => Omit<CrowdFrame, 'camera'>) {
    this.#crowd = crowd;
    this.#dependencies = dependencies;
    this.#frame = frame;
  }

  /**
   * @throws {UnsupportedError} where it is none of three's renderers, or its device cannot draw the crowd
   * @throws {CrowdError} for a renderer that draws the crowd already, or a crowd that was disposed of meanwhile
   */
  async add(renderer: CrowdRenderer): Promise<FurtherRenderer> {
    checkRenderer(renderer);
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

  /** Has the crowd's own renderer draw. */
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
    const { table } = characters;
    const backend = await loadBackend(renderer);
    const changes = new FollowedTable(table);
    let drawing: CrowdDrawing;
    try {
      drawing = await drawAgain(backend, changes);
    } catch (error) {
      changes.dispose();
      throw error;
    }
    const geometries = new CloneGeometries();
    /** Of heroes. */
    const surfaces: CloneSurfaces = {
      createTintedMaterial: (part) => backend.createTintedMaterial(part, table.usesOpacity),
      geometryOf: (part) => geometries.of(part),
    };
    const dispose = (): void => {
      if (!this.#disposals.delete(dispose)) return;
      this.#known.delete(renderer);
      this.#drawings.delete(drawing);
      this.#crowd.remove(drawing.object);
      drawing.dispose();
      changes.dispose();
      heroes.forget(surfaces);
      geometries.dispose();
      this.showFirst();
    };
    this.#disposals.add(dispose);
    this.#drawings.add(drawing);
    disableRaycast(drawing.object);
    drawing.object.visible = false;
    this.#crowd.add(drawing.object);
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
