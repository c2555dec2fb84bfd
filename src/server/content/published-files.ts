import { BoundedCache } from '../core/bounded-cache.js';
import { Semaphore } from '../core/semaphore.js';
import { VERSION } from '../core/version.js';
import type { FileStore } from '../storage/storage.js';
import { StorageUnavailableError } from '../storage/storage.js';
import { Content, FileContent, mediaTypeOf } from './content.js';

/** Bytes of other servers' files kept in memory: room for a kit and its compressed copies. */
const CACHED_BYTES = 32 * 1024 * 1024;
/** Limits lookups of files, which need no key. */
const LOOKUPS = {
  permits: 2,
  timeout: 5_000,
  refuse: () => new StorageUnavailableError('too many files of other servers are being looked for'),
};
/** Paths that are looked up at all. */
const PUBLISHED = /^(?:assets|sdk|examples|dashboard)\/[\w./-]{1,200}$/;

/**
 * The files of all servers of one service, of all versions: an address that one of them sent works at any other, during an
 * update and after it.
 */
export class PublishedFiles {
  readonly #store: FileStore;
  readonly #found = new BoundedCache(CACHED_BYTES, Content.sizeOf);
  readonly #lookups = new Semaphore(LOOKUPS);

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** Stores files for other servers. @param files by the paths of their addresses */
  async publish(files: ReadonlyMap<string, Content>): Promise<void> {
    for (const path of await this.#store.findMissing([...files.keys()])) {
      const content = files.get(path);
      if (content) await this.#store.saveFile(path, content.bytes);
    }
  }

  /** A file that some server published. @param path of its address, such as `assets/1a2b/lod.glb` */
  async find(path: string): Promise<Content | undefined> {
    return PUBLISHED.test(path) ? this.#found.getOrMake(path, () => this.#load(path)) : undefined;
  }

  async #load(path: string): Promise<Content | undefined> {
    await this.#lookups.acquire();
    const bytes = await this.#store.findFile(path).finally(() => this.#lookups.release());
    return bytes && this.#found.set(path, new FileContent(bytes, mediaTypeOf(path)));
  }
}

/** A name that a bundler made from the content, such as `chunk-2NGYI7TF.js` or `assets/main-Bx3_q-1Z.css`. */
const NAMED_BY_CONTENT = /-[\w-]{8}\.\w+$/;

/**
 * Files that other servers return as well, by the paths of their addresses: scripts under the address of their version,
 * and files that scripts and pages load. Each server returns its own version of files whose address stays the same.
 */
export function listPublished({
  examples,
  sdk,
  dashboard,
}: Record<'examples' | 'sdk' | 'dashboard', ReadonlyMap<string, Content>>): Map<string, Content> {
  const listed = new Map<string, Content>();
  for (const [name, content] of sdk) {
    listed.set(`sdk/${VERSION}/${name}`, content);
    if (NAMED_BY_CONTENT.test(name)) listed.set(`sdk/${name}`, content);
  }
  for (const [root, files] of Object.entries({ examples, dashboard })) {
    for (const [name, content] of files) {
      if (NAMED_BY_CONTENT.test(name)) listed.set(`${root}/${name}`, content);
    }
  }
  return listed;
}
