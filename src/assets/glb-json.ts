import { AssetError } from '../errors/index.js';
import { describeContent, type Fetched } from './fetch-bytes.js';

/** The parts of a glTF 2.0 file's JSON that are read here rather than by the loader. */
export interface GltfJson {
  readonly nodes?: readonly { readonly name?: string }[];
  readonly animations?: readonly GltfAnimation[];
  readonly extensionsRequired?: readonly string[];
}

export interface GltfAnimation {
  readonly name?: string;
  readonly extras?: unknown;
  readonly channels: readonly {
    readonly sampler: number;
    readonly target: { readonly node?: number; readonly path: string };
  }[];
  readonly samplers: readonly {
    readonly input: number;
    readonly output: number;
    readonly interpolation?: string;
  }[];
}

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a; // "JSON"
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Extensions that need a decoder which is not part of this package. */
const NEEDS_DECODER = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_texture_basisu'];

/**
 * The JSON of a GLB file (glTF 2.0, section 4.4), after checking that the file is one, is whole, and needs no decoder
 * that is not there.
 *
 * @throws {AssetError}
 */
export function readGlbJson(file: Fetched): GltfJson {
  const { url, bytes } = file;
  const view = new DataView(bytes);
  if (bytes.byteLength < 4 || view.getUint32(0, true) !== MAGIC) {
    const advice = 'Check the address: it may lead to a web page, such as a login or a "not found" page';
    throw new AssetError(`${url} is no GLB file: it ${describeContent(file)}. ${advice}.`, url);
  }
  const length = bytes.byteLength < HEADER_BYTES ? HEADER_BYTES : view.getUint32(8, true);
  if (length > bytes.byteLength) {
    const came = `its header announces ${length} bytes and ${bytes.byteLength} came`;
    throw new AssetError(`${url} is cut off: ${came}. Load it again, or upload the whole file.`, url);
  }
  const version = view.getUint32(4, true);
  if (version !== 2) {
    throw new AssetError(`${url} is a GLB of version ${version}; only version 2 can be read.`, url);
  }
  const json = parseJsonChunk(file, view);
  const missing = json.extensionsRequired?.filter((extension) => NEEDS_DECODER.includes(extension)) ?? [];
  if (missing.length > 0) {
    const advice = 'Write it without compression, and let the server compress it (gzip, brotli)';
    throw new AssetError(`${url} needs ${missing.join(' and ')}, which is not decoded here. ${advice}.`, url);
  }
  return json;
}

function parseJsonChunk({ url, bytes }: Fetched, view: DataView): GltfJson {
  const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
  try {
    if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK)
      throw new Error('The first chunk is not JSON.');
    const chunk = new Uint8Array(bytes, start, view.getUint32(HEADER_BYTES, true));
    return JSON.parse(new TextDecoder().decode(chunk)) as GltfJson;
  } catch (cause) {
    throw new AssetError(`${url} is damaged: its JSON cannot be read. Write the file anew.`, url, { cause });
  }
}
