import { AssetError } from '../errors/index.js';
import type { GltfFile } from './gltf-file.js';
import type { GltfAccessor, GltfJson } from './gltf-json.js';

/** Decoder of meshopt compression, such as `MeshoptDecoder` of the package `meshoptimizer`. */
export interface MeshoptDecoder {
  readonly ready: Promise<void>;
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): void;
}

/** Imported on demand. */
export async function loadMeshoptDecoder(): Promise<MeshoptDecoder> {
  const { MeshoptDecoder: decoder } = await import('meshoptimizer/decoder');
  await decoder.ready;
  return decoder;
}

/** A GLB's two chunks. */
export interface GlbChunks {
  readonly json: GltfJson;
  readonly binary: Uint8Array;
}

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a; // "JSON"
const BINARY_CHUNK = 0x004e4942; // "BIN"
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const DRACO = 'KHR_draco_mesh_compression';

/** Components of an element, by an accessor's type. */
export const SIZES: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Reader, byte size and normalization divisor of each component type. */
const COMPONENTS: Readonly<
  Record<number, { bytes: number; full: number; read(view: DataView, at: number): number }>
> = {
  5120: { bytes: 1, full: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, full: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, full: 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, full: 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, full: 4294967295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, full: 1, read: (view, at) => view.getFloat32(at, true) },
};

/** Advice for bytes that are no GLB. */
function adviseOn(bytes: Uint8Array): string {
  if (readGltfText(bytes)) {
    return 'It is glTF as text: write it as one GLB file (gltf-transform copy in.gltf out.glb)';
  }
  if (/^(Kaydara FBX|; FBX)/.test(new TextDecoder().decode(bytes.subarray(0, 16)))) {
    return 'It is an FBX file: open it in Blender (File, Import, FBX) and export it as glTF 2.0 (.glb)';
  }
  return 'Check the address: it may lead to a web page, such as a login or a "not found" page';
}

/**
 * Splits a GLB into its chunks (glTF 2.0, section 4.4), after checking that it is one and is complete.
 *
 * @param describe describes the bytes if they are not a GLB, for the message
 * @throws {AssetError}
 */
export function splitGlb(bytes: Uint8Array, url: string, describe = () => describeBytes(bytes)): GlbChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 4 || view.getUint32(0, true) !== MAGIC) {
    throw new AssetError(`${url} is no GLB file: it ${describe()}. ${adviseOn(bytes)}.`, url);
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
  try {
    if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK)
      throw new Error('The first chunk is not JSON.');
    const jsonBytes = view.getUint32(HEADER_BYTES, true);
    const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    const text = new TextDecoder().decode(bytes.subarray(start, start + jsonBytes));
    const binary = bytes.subarray(Math.min(length, start + jsonBytes + CHUNK_HEADER_BYTES), length);
    return { json: JSON.parse(text) as GltfJson, binary };
  } catch (cause) {
    throw new AssetError(`${url} is damaged: its JSON cannot be read. Write the file anew.`, url, { cause });
  }
}

/** Writes a GLB of one binary chunk, whose pieces have together a multiple of four bytes. */
export function joinGlb(json: GltfJson, binary: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = (text.byteLength + 3) & ~3;
  const binaryBytes = binary.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const start = HEADER_BYTES + CHUNK_HEADER_BYTES + jsonBytes;
  const bytes = new Uint8Array(start + CHUNK_HEADER_BYTES + binaryBytes);
  const view = new DataView(bytes.buffer);
  const header = [MAGIC, 2, bytes.byteLength, jsonBytes, JSON_CHUNK];
  for (const [k, word] of header.entries()) view.setUint32(k * 4, word, true);
  // Spaces fill up the JSON.
  bytes.fill(0x20, HEADER_BYTES + CHUNK_HEADER_BYTES, start).set(text, HEADER_BYTES + CHUNK_HEADER_BYTES);
  view.setUint32(start, binaryBytes, true);
  view.setUint32(start + 4, BINARY_CHUNK, true);
  let offset = start + CHUNK_HEADER_BYTES;
  for (const piece of binary) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

/** Parses a glTF text file; undefined for other bytes. */
export function readGltfText(bytes: Uint8Array): GltfJson | undefined {
  if (!/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 40)))) return undefined;
  try {
    const json = JSON.parse(new TextDecoder().decode(bytes)) as GltfJson & { readonly asset?: unknown };
    return json.asset === undefined ? undefined : json;
  } catch {
    return undefined;
  }
}

/**
 * Opens a GLB. Decodes interleaved, normalized, sparse and meshopt-compressed accessors. Loaders decode Draco.
 *
 * @throws {AssetError} if the bytes are not a GLB; reading throws it for missing or truncated accessors
 */
export function openGlb(bytes: Uint8Array, url: string): GltfFile {
  const { json, binary } = splitGlb(bytes, url);
  const views = new Map<number, Promise<Uint8Array>>();
  const damaged = (what: string): AssetError =>
    new AssetError(`${url} is damaged: ${what}. A glTF validator tells more.`, url);

  const sliceBuffer = (buffer: number, offset: number, length: number): Uint8Array => {
    const uri = json.buffers?.[buffer]?.uri;
    if (uri !== undefined || buffer !== 0) {
      throw new AssetError(
        `${url} keeps its numbers in another file (${uri ?? `buffer ${buffer}`}). Export it as one GLB file.`,
        url,
      );
    }
    if (offset + length > binary.byteLength) throw damaged(`it refers to bytes past its end`);
    return binary.subarray(offset, offset + length);
  };

  const readView = async (index: number): Promise<Uint8Array> => {
    const view = json.bufferViews?.[index];
    if (!view) throw damaged(`there is no buffer view ${index}`);
    const name = MESHOPT.find((extension) => view.extensions?.[extension]);
    if (!name) return sliceBuffer(view.buffer, view.byteOffset ?? 0, view.byteLength);
    const packed = view.extensions?.[name] as PackedView;
    const source = sliceBuffer(packed.buffer, packed.byteOffset ?? 0, packed.byteLength);
    const decoder = await loadMeshoptDecoder();
    const target = new Uint8Array(packed.count * packed.byteStride);
    try {
      decoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode, packed.filter);
    } catch (cause) {
      throw new AssetError(`${url} is damaged: its meshopt data cannot be decoded.`, url, { cause });
    }
    return target;
  };
  const view = (index: number): Promise<Uint8Array> => {
    const known = views.get(index) ?? readView(index);
    views.set(index, known);
    return known;
  };

  const readAccessor = async (index: number): Promise<Float32Array> => {
    const accessor = json.accessors?.[index];
    if (!accessor) throw damaged(`there is no accessor ${index}`);
    const numbers = new Float32Array(accessor.count * sizeOf(accessor));
    const stride = json.bufferViews?.[accessor.bufferView ?? -1]?.byteStride;
    if (accessor.bufferView !== undefined) {
      const bytes = await view(accessor.bufferView);
      if (!readElements(bytes, accessor, stride, numbers)) throw damaged(`accessor ${index} is cut off`);
    }
    if (accessor.sparse) await readSparse(accessor, accessor.sparse, numbers);
    return numbers;
  };

  const readSparse = async (
    accessor: GltfAccessor,
    { count, indices, values }: NonNullable<GltfAccessor['sparse']>,
    numbers: Float32Array,
  ): Promise<void> => {
    const size = sizeOf(accessor);
    const places = new Float32Array(count);
    const changed = new Float32Array(count * size);
    const isWhole =
      readElements(
        await view(indices.bufferView),
        { ...indices, count, type: 'SCALAR' },
        undefined,
        places,
      ) &&
      readElements(
        await view(values.bufferView),
        { ...accessor, count, byteOffset: values.byteOffset ?? 0 },
        undefined,
        changed,
      );
    if (!isWhole) throw damaged('a sparse accessor is cut off');
    places.forEach((place, k) => {
      numbers.set(changed.subarray(k * size, (k + 1) * size), place * size);
    });
  };

  return {
    url,
    json,
    readAccessor,
    async readAttribute(mesh, primitive, semantic) {
      const { attributes, extensions } = json.meshes![mesh].primitives[primitive];
      if (extensions?.[DRACO]) {
        throw new AssetError(
          `${url} is compressed with Draco, which is not decoded here. Write it without, or with meshopt (gltf-transform meshopt).`,
          url,
        );
      }
      return attributes[semantic] === undefined ? undefined : readAccessor(attributes[semantic]);
    },
    async readMorphTarget(mesh, primitive, target) {
      const accessor = json.meshes![mesh].primitives[primitive].targets?.[target]?.['POSITION'];
      return accessor === undefined ? undefined : readAccessor(accessor);
    },
  };
}

/** The extension EXT_meshopt_compression of a buffer view. */
interface PackedView {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: string;
  readonly filter?: string;
}

function sizeOf({ type }: Pick<GltfAccessor, 'type'>): number {
  return SIZES[type] ?? 1;
}

/** Returns false if the bytes are truncated. */
function readElements(
  bytes: Uint8Array,
  accessor: Pick<GltfAccessor, 'byteOffset' | 'componentType' | 'normalized' | 'count' | 'type'>,
  stride: number | undefined,
  out: Float32Array,
): boolean {
  const component = COMPONENTS[accessor.componentType];
  const size = sizeOf(accessor);
  const step = stride ?? component?.bytes * size;
  const offset = accessor.byteOffset ?? 0;
  const needed = accessor.count === 0 ? 0 : offset + (accessor.count - 1) * step + size * component?.bytes;
  if (!component || needed > bytes.byteLength) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < accessor.count; i++) {
    for (let k = 0; k < size; k++) {
      const value = component.read(view, offset + i * step + k * component.bytes);
      out[i * size + k] = accessor.normalized ? Math.max(value / component.full, -1) : value;
    }
  }
  return true;
}

/** Describes bytes for an error message: `begins with "<!doctype html>"`. */
export function describeBytes(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return 'is empty';
  const head = bytes.subarray(0, 40);
  const text = new TextDecoder().decode(head).trim();
  const isText = /^[\t\n\r\x20-\x7e]*$/.test(text);
  const hex = [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `begins with ${isText ? JSON.stringify(text) : `the bytes ${hex}`}`;
}
