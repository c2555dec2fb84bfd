import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AssetError } from '../../errors/index.js';
import type { KitIndex } from '../../kit/index.js';
import { type Manifest, parseManifest } from '../../protocol/index.js';
import { type Content, FileContent, mediaTypeOf } from '../content/content.js';

/** The checked files of a kit. */
export interface KitFiles {
  /** Hash of the files. Part of every asset's address, so that assets can be cached for ever. */
  readonly version: string;
  readonly manifest: Manifest;
  /** By the name used in the kit, such as `clips/walk.glb`. */
  readonly files: ReadonlyMap<string, Content>;
}

const INDEX = 'kit.json';
const REQUIRED = ['skeleton.glb', 'lod.glb', 'rest-reference.glb', 'manifest.json'];

/**
 * Loads a kit from its directory, or takes one from memory, and checks it against its own `kit.json`.
 *
 * @throws {AssetError} naming the file that is missing or is not what `kit.json` says
 */
export async function loadKitFiles(kit: string | ReadonlyMap<string, Uint8Array>): Promise<KitFiles> {
  const place = typeof kit === 'string' ? kit : 'kit';
  const bytes = typeof kit === 'string' ? await readKit(kit) : kit;
  const index = parseJson(bytes, INDEX, place) as KitIndex;
  for (const name of REQUIRED) {
    if (!index.files[name]) throw new AssetError(`${place}: ${INDEX} lists no ${name}. ${REMEDY}`, name);
  }
  const files = new Map<string, Content>();
  for (const [name, listed] of Object.entries(index.files)) {
    const content = bytes.get(name);
    if (!content) throw new AssetError(`${place}: ${name} is missing. ${REMEDY}`, name);
    if (createHash('sha256').update(content).digest('hex') !== listed.sha256) {
      throw new AssetError(`${place}: ${name} is not the file that ${INDEX} lists. ${REMEDY}`, name);
    }
    files.set(name, new FileContent(content, mediaTypeOf(name)));
  }
  const hashes = new Map(Object.entries(index.files).map(([name, { sha256 }]) => [name, sha256]));
  return {
    version: contentVersion(hashes),
    manifest: parseManifest(parseJson(bytes, 'manifest.json', place)),
    files,
  };
}

const REMEDY = 'Make the kit again with "three-crowd-server kit".';

async function readKit(directory: string): Promise<Map<string, Uint8Array>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new AssetError(`${directory} cannot be read as a kit. ${REMEDY}`, directory, { cause });
  });
  const files = new Map<string, Uint8Array>();
  for (const entry of names.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    files.set(file.slice(join(directory, sep).length).split(sep).join('/'), await readFile(file));
  }
  return files;
}

function parseJson(files: ReadonlyMap<string, Uint8Array>, name: string, place: string): unknown {
  const bytes = files.get(name);
  if (!bytes) throw new AssetError(`${place}: ${name} is missing. ${REMEDY}`, name);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AssetError(`${place}: ${name} is not JSON. ${REMEDY}`, name, { cause });
  }
}

/**
 * A hash of a set of files, for their addresses.
 *
 * @param hashes SHA-256 of each file in hex, by name
 */
function contentVersion(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes].map(([name, hash]) => `${name} ${hash}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16);
}
