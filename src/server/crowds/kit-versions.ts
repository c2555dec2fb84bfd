import type { Manifest } from '../../protocol/index.js';
import type { DatabaseTime } from '../core/database-time.js';
import type { Storage } from '../storage/storage.js';
import type { KitFiles } from './kit-files.js';

/** Parts of the addresses of a kit's files. */
export interface ListedKit {
  readonly version: string;
  /** Has the names of its files. */
  readonly files: { has(name: string): boolean };
}

/** All kit versions: the current one for new crowds, older ones that saved crowds refer to, and those of other servers. */
export class Kits {
  readonly #storage: Storage;
  readonly #byManifest = new Map<string, ListedKit>();

  /** @param past older kits that were loaded */
  constructor(
    readonly current: KitFiles,
    readonly past: readonly KitFiles[],
    storage: Storage,
  ) {
    this.#storage = storage;
    for (const kit of this.all) this.#byManifest.set(kit.manifest.version, kit);
  }

  /** All loaded kits, the current one last. */
  get all(): KitFiles[] {
    return [...this.past, this.current];
  }

  get manifest(): Manifest {
    return this.current.manifest;
  }

  /** The kit with a catalogue, or the current one if no server has it any more. @param time of the request */
  async withManifest(version: string, time?: DatabaseTime): Promise<ListedKit> {
    const known = this.#byManifest.get(version);
    if (known) return known;
    const saved = await this.#storage.findKit(version, time);
    if (!saved) return this.current;
    const kit = { version: saved.version, files: new Set(saved.files) };
    this.#byManifest.set(version, kit);
    return kit;
  }
}
