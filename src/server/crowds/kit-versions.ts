import type { Manifest } from '../../protocol/index.js';
import type { Storage } from '../storage/storage.js';
import type { KitFiles } from './kit-files.js';

/** Parts of the addresses of a kit's files. */
export interface ListedKit {
  readonly version: string;
  /** Has the names of its files. */
  readonly files: { has(name: string): boolean };
}

/** The kit that new crowds are made of, those that older crowds were, and those of other servers. */
export class Kits {
  readonly #storage: Storage;
  readonly #byManifest = new Map<string, ListedKit>();

  /** @param past kits of before that are at hand */
  constructor(
    readonly current: KitFiles,
    readonly past: readonly KitFiles[],
    storage: Storage,
  ) {
    this.#storage = storage;
    for (const kit of this.all) this.#byManifest.set(kit.manifest.version, kit);
  }

  /** Every kit that is at hand, the current one last. */
  get all(): KitFiles[] {
    return [...this.past, this.current];
  }

  get manifest(): Manifest {
    return this.current.manifest;
  }

  /** The kit with a catalogue; where nobody has it any more, the current one, whose parts are then the closest. */
  async withManifest(version: string): Promise<ListedKit> {
    const known = this.#byManifest.get(version);
    if (known) return known;
    const saved = await this.#storage.findKit(version);
    if (!saved) return this.current;
    const kit = { version: saved.version, files: new Set(saved.files) };
    this.#byManifest.set(version, kit);
    return kit;
  }
}
