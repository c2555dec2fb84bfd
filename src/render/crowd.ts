import { Box3, type Camera, Object3D } from 'three';
import type { ClipInfo } from '../protocol/index.js';
import type { CrowdStats } from './crowd-stats.js';
import { type CharacterTable, type CrowdFrame, characterExtent, crowdBox } from './shared/index.js';

/** Crowd seconds after which the clock is moved back; 32-bit floats tell 15 µs apart below it. */
const REBASE_SECONDS = 128;

/** A tier at work, as the crowd sees it. */
export interface CrowdDrawing {
  readonly object: Object3D;
  update(frame: CrowdFrame): void;
  /** Uploads the character table, where the tier draws from it. */
  updateTable?(): void;
  dispose(): void;
}

/** What {@link Crowd} is made from; `createCrowd` is the way to get one. */
export interface CrowdParts {
  readonly drawing: CrowdDrawing;
  readonly table: CharacterTable;
  readonly clips: readonly ClipInfo[];
  readonly stats: CrowdStats;
  readonly farBelow: number;
  /** Called once, by `dispose()`: gives back what the crowd holds beside its drawing. */
  release(): void;
}

/**
 * A crowd of animated characters, to be added to a scene like any object. Call {@link Crowd.update} once a frame
 * before rendering, and {@link Crowd.dispose} when done with it.
 */
export class Crowd extends Object3D {
  readonly isCrowd = true;
  readonly stats: CrowdStats;
  /** Share of the view's height, 0 to 1, under which a character is drawn with its far mesh; 0 for never. */
  farBelow: number;
  readonly #drawing: CrowdDrawing;
  readonly #table: CharacterTable;
  readonly #clips: readonly ClipInfo[];
  readonly #release: () => void;
  #seconds = 0;
  #disposed = false;

  constructor({ drawing, table, clips, stats, farBelow, release }: CrowdParts) {
    super();
    this.name = 'Crowd';
    this.stats = stats;
    this.farBelow = farBelow;
    this.#drawing = drawing;
    this.#table = table;
    this.#clips = clips;
    this.#release = release;
    this.add(drawing.object);
    drawing.update({ seconds: 0, camera: undefined, farBelow: 0 });
  }

  /** Number of characters. */
  get size(): number {
    return this.stats.characters;
  }

  /**
   * Advances every animation.
   *
   * @param deltaSeconds since the last call; 0 holds the pose
   * @param camera the camera that will render: who is out of its sight is not drawn. Call again with 0 seconds for
   *   each further camera of a frame, before that one renders. Without one, everybody is drawn
   */
  update(deltaSeconds: number, camera?: Camera): void {
    this.#seconds += deltaSeconds;
    if (this.#seconds >= REBASE_SECONDS && this.#drawing.updateTable) {
      this.#table.rebase(this.#seconds, REBASE_SECONDS, this.#clips);
      this.#seconds -= REBASE_SECONDS;
      this.#drawing.updateTable();
    }
    this.#drawing.update({ seconds: this.#seconds, camera, farBelow: this.farBelow });
  }

  /** The box around every character in every pose, in the crowd's own space, metres; written to `target`. */
  getBoundingBox(target = new Box3()): Box3 {
    return crowdBox(this.#table, characterExtent(this.#clips), target);
  }

  /** Removes the crowd from its parent and frees what it holds on the GPU. The shared assets go with their last user. */
  override dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.removeFromParent();
    this.remove(this.#drawing.object);
    this.#drawing.dispose();
    this.#release();
  }
}
