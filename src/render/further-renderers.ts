import type { Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import { FollowedTable } from './characters/index.js';
import { CloneGeometries, type CloneSurfaces } from './clones/index.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import { checkRenderer, loadBackend } from './current-backend.js';
import type { CrowdFrame, CrowdRenderer } from './drawing/index.js';
import { disableRaycast } from './three-internals.js';

/** What one further renderer draws a crowd with. */
interface FurtherRenderer {
  readonly drawing: CrowdDrawing;
  /** For heroes. */
  readonly surfaces: CloneSurfaces;
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
  readonly #renderers = new Map<CrowdRenderer, FurtherRenderer>();
  #disposed = false;

  /** @param crowd what drawings are put under */
  constructor(crowd: Object3D, dependencies: CrowdDependencies) {
    this.#crowd = crowd;
    this.#dependencies = dependencies;
  }

  /**
   * @throws {UnsupportedError} where it is none of three's renderers, or its device cannot draw the crowd
   * @throws {CrowdError} for a renderer that draws the crowd already, or a crowd that was disposed of meanwhile
   */
  async add(renderer: CrowdRenderer): Promise<void> {
    checkRenderer(renderer);
    this.#refuseKnown(renderer);
    const further = await this.#create(renderer);
    try {
      // Again, since much may have happened while it was made.
      this.#refuseKnown(renderer);
      if (this.#disposed) throw new CrowdError('The crowd was disposed of while a renderer was added to it.');
    } catch (error) {
      further.dispose();
      throw error;
    }
    this.#renderers.set(renderer, further);
    further.drawing.object.visible = false;
    disableRaycast(further.drawing.object);
    this.#crowd.add(further.drawing.object);
  }

  /** @throws {CrowdError} for a renderer that was not added */
  remove(renderer: CrowdRenderer): void {
    const { drawing, dispose } = this.#get(renderer);
    this.#renderers.delete(renderer);
    this.#crowd.remove(drawing.object);
    dispose();
    this.showFirst();
  }

  /**
   * Prepares the next picture of a renderer.
   *
   * @throws {CrowdError} for a renderer that was not added
   */
  update(renderer: CrowdRenderer, frame: CrowdFrame): void {
    const { drawing, surfaces } = this.#get(renderer);
    const first = this.#dependencies.drawing;
    // Rows get other numbers of parts, and tables grow, when the first drawing takes changes.
    first.takeChanges();
    drawing.update(frame);
    this.#show(drawing);
    this.#dependencies.heroes.showWith(surfaces);
  }

  /** Has the crowd's own renderer draw. */
  showFirst(): void {
    this.#show(this.#dependencies.drawing);
    this.#dependencies.heroes.showWith(undefined);
  }

  dispose(): void {
    this.#disposed = true;
    for (const renderer of [...this.#renderers.keys()]) this.remove(renderer);
  }

  async #create(renderer: CrowdRenderer): Promise<FurtherRenderer> {
    const { characters, heroes, drawAgain } = this.#dependencies;
    const { table } = characters;
    const backend = await loadBackend(renderer);
    const changes = new FollowedTable(table);
    const geometries = new CloneGeometries();
    const surfaces: CloneSurfaces = {
      createTintedMaterial: (part) => backend.createTintedMaterial(part, table.usesOpacity),
      geometryOf: (part) => geometries.of(part),
    };
    let drawing: CrowdDrawing | undefined;
    const dispose = (): void => {
      drawing?.dispose();
      changes.dispose();
      heroes.forget(surfaces);
      geometries.dispose();
    };
    try {
      drawing = await drawAgain(backend, changes);
    } catch (error) {
      dispose();
      throw error;
    }
    return { drawing, surfaces, dispose };
  }

  #show(shown: CrowdDrawing): void {
    this.#dependencies.drawing.object.visible = shown === this.#dependencies.drawing;
    for (const { drawing } of this.#renderers.values()) drawing.object.visible = shown === drawing;
  }

  #get(renderer: CrowdRenderer): FurtherRenderer {
    const further = this.#renderers.get(renderer);
    if (further) return further;
    throw new CrowdError(
      'This renderer was not added to the crowd. Await `crowd.addRenderer(renderer)` before its first picture.',
    );
  }

  #refuseKnown(renderer: CrowdRenderer): void {
    if (renderer !== this.#dependencies.backend.renderer && !this.#renderers.has(renderer)) return;
    throw new CrowdError('This renderer draws the crowd already: a crowd is added to each renderer once.');
  }
}
