import { Group } from 'three';
import type { CharacterTable, PartRegistry, PartsInUse, TableChanges } from './characters/index.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import type { CrowdFrame, InstancedCrowd, OcclusionReport, TableRuns } from './drawing/index.js';

/** Numbers the parts, and detects when a drawing has no room for the parts in use. */
export type PartNumbering = Pick<PartRegistry, 'needsAllocation' | 'allocate'>;

/** Draws the parts in use and all rows of a table, in place of the crowd `replaced`. */
export type CreateInstancedCrowd = (
  parts: PartsInUse,
  replaced: InstancedCrowd | undefined,
) => InstancedCrowd;

/** Part numbers for a further drawing of the same table: those of the first drawing. */
export function numberedLike(drawing: InstancedDrawing): PartNumbering {
  let taken: PartsInUse | undefined;
  return {
    get needsAllocation() {
      return taken !== drawing.parts;
    },
    allocate: () => {
      taken = drawing.parts;
      return taken;
    },
  };
}

/**
 * Synchronises a backend's instanced crowd with the character table. Makes a new instanced crowd before the next frame when
 * the table or the parts in use outgrow its buffers, when a new part is worn, when levels of detail have been made, or when the
 * renderer changes.
 */
export class InstancedDrawing implements CrowdDrawing {
  readonly mode = 'instanced';
  readonly object = new Group();
  levelsReady = Promise.resolve();
  readonly #table: CharacterTable;
  readonly #changes: TableChanges;
  readonly #numbering: PartNumbering;
  readonly #create: CreateInstancedCrowd;
  /** Undefined after a failure. */
  #crowd: InstancedCrowd | undefined;
  #parts!: PartsInUse;
  /** The previous `#crowd`; disposed of at the next update. */
  #replaced: InstancedCrowd | undefined;
  /** Rows of the table that `#crowd` has room for. */
  #rows = 0;
  #isStale = false;
  /** True if `#crowd` draws the layers of the table. */
  #hasLayers = false;
  /** True if `#crowd` draws opacities below 1. */
  #dithers = false;

  /**
   * @param changes of `table`
   * @throws the errors of `create`
   */
  constructor(
    table: CharacterTable,
    numbering: PartNumbering,
    create: CreateInstancedCrowd,
    changes: TableChanges = table,
  ) {
    this.#table = table;
    this.#changes = changes;
    this.#numbering = numbering;
    this.#create = create;
    this.#createCrowd();
  }

  get drawCalls(): number {
    return this.#crowd?.drawCalls ?? 0;
  }

  get occlusion(): OcclusionReport | undefined {
    return this.#crowd?.occlusion;
  }

  /** The parts that rows number now; another object when the numbers change. */
  get parts(): PartsInUse {
    return this.#parts;
  }

  takeChanges(): void {
    this.#disposeReplaced();
    if (this.#isStale || this.#isOutgrown) {
      this.#replaceCrowd();
      return;
    }
    this.#crowd?.upload(this.#takeRuns());
  }

  update(frame: CrowdFrame): void {
    this.takeChanges();
    this.#crowd?.update(frame);
  }

  redraw(): void {
    this.#isStale = true;
  }

  async check(): Promise<void> {
    await this.#crowd?.check?.();
  }

  dispose(): void {
    this.#disposeReplaced();
    this.#crowd?.dispose();
  }

  /** True if there are rows, parts, layers or opacities that `#crowd` was not made for. */
  get #isOutgrown(): boolean {
    const { layers, count, usesOpacity } = this.#table;
    return (
      this.#numbering.needsAllocation ||
      this.#rows < count ||
      this.#hasLayers !== (layers !== undefined) ||
      this.#dithers !== usesOpacity
    );
  }

  #takeRuns(): TableRuns {
    const { changes, moves, layers } = this.#changes;
    return { rows: changes.take(), moves: moves.changes.take(), layers: layers?.changes.take() ?? [] };
  }

  /**
   * If the new one fails (a crowd beyond the device's limits, a material that cannot be posed), nothing is drawn until the
   * next cause to make one. The old one cannot stay: rows already have the new part numbers. The error is logged, not
   * thrown: `update` is called in the page's frame loop, which an exception would end.
   */
  #replaceCrowd(): void {
    // Kept for a frame: three (r187) frees a program with its last material, and would have to compile it again.
    this.#replaced = this.#crowd;
    if (this.#replaced) this.object.remove(this.#replaced.object);
    this.#crowd = undefined;
    try {
      this.#createCrowd();
    } catch (error) {
      console.error(
        'three-crowd: the crowd has changed and cannot be drawn any more. It stays invisible until it gets other parts or ' +
          'another renderer. If it has grown too large, make two crowds of it.',
        error,
      );
    }
  }

  #createCrowd(): void {
    this.#isStale = false;
    this.#rows = this.#table.count;
    this.#parts = this.#numbering.allocate(this.#table);
    // A new instanced crowd uploads whole tables.
    this.#takeRuns();
    this.#hasLayers = this.#table.layers !== undefined;
    this.#dithers = this.#table.usesOpacity;
    this.#crowd = this.#create(this.#parts, this.#replaced);
    this.object.add(this.#crowd.object);
    const { levelsComing } = this.#crowd;
    if (levelsComing) this.levelsReady = levelsComing.then(() => this.redraw());
  }

  #disposeReplaced(): void {
    this.#replaced?.dispose();
    this.#replaced = undefined;
  }
}
