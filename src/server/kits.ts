import type { Manifest } from '../protocol/index.js';
import type { KitFiles } from './kit-files.js';

/** The kit that new crowds are made of, and those that older crowds were. */
export class Kits {
  readonly #byManifest = new Map<string, KitFiles>();

  constructor(
    readonly current: KitFiles,
    past: readonly KitFiles[] = [],
  ) {
    for (const kit of [...past, current]) this.#byManifest.set(kit.manifest.version, kit);
  }

  /** Every kit whose files are served. */
  get all(): KitFiles[] {
    return [...this.#byManifest.values()];
  }

  get manifest(): Manifest {
    return this.current.manifest;
  }

  /** The kit with a catalogue, or the current one, whose parts are then the closest there are. */
  withManifest(version: string): KitFiles {
    return this.#byManifest.get(version) ?? this.current;
  }
}
