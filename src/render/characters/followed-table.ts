import type { ChangedRows } from './changed-rows.js';
import type { CharacterTable } from './character-table.js';

/** Source of a character table's changes for a drawing: the table itself, or a {@link FollowedTable}. */
export interface TableChanges {
  readonly changes: ChangedRows;
  readonly moves: { readonly changes: ChangedRows };
  /** Undefined as long as the table has no layers. */
  readonly layers: { readonly changes: ChangedRows } | undefined;
}

/** Changes of a table for a further drawing. It gets them when the first drawing takes them. */
export class FollowedTable implements TableChanges {
  readonly changes: ChangedRows;
  readonly moves: { readonly changes: ChangedRows };
  readonly #table: CharacterTable;
  #layers: { readonly changes: ChangedRows } | undefined;

  constructor(table: CharacterTable) {
    this.#table = table;
    this.changes = table.changes.follow();
    this.moves = { changes: table.moves.changes.follow() };
  }

  get layers(): { readonly changes: ChangedRows } | undefined {
    const { layers } = this.#table;
    if (layers) this.#layers ??= { changes: layers.changes.follow() };
    return this.#layers;
  }

  /** Stops following the table. */
  dispose(): void {
    const { changes, moves, layers } = this.#table;
    changes.unfollow(this.changes);
    moves.changes.unfollow(this.moves.changes);
    if (this.#layers) layers?.changes.unfollow(this.#layers.changes);
  }
}
