import { CrowdError } from '../errors/index.js';

export type State =
  | null
  | undefined
  | boolean
  | number
  | string
  | StateArray
  | readonly State[]
  | { readonly [name: string]: State };

const KINDS = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;

type StateArray = InstanceType<(typeof KINDS)[keyof typeof KINDS]>;

/** Placeholder of an array in the JSON, with its position in the bytes. */
interface PackedArray {
  readonly $array: keyof typeof KINDS;
  /** Bytes after the JSON. */
  readonly at: number;
  readonly length: number;
}

/** Placeholder of a number that JSON cannot express. */
interface PackedNumber {
  readonly $number: 'NaN' | 'Infinity' | '-Infinity';
}

/** "3crw", and the version of this format. */
const MAGIC = 0x77726333;
const VERSION = 5;
/** Bytes before the JSON: magic number, version, and length of the JSON, 32 bits each; then nothing. */
const HEADER_BYTES = 16;
/** Bytes of the largest element of an array. */
const ALIGNMENT = 8;

/**
 * Plain data as bytes: JSON followed by the exact typed arrays. Little-endian, like all devices with browsers.
 */
export function packState(state: State): ArrayBuffer {
  const arrays: { readonly array: StateArray; readonly at: number }[] = [];
  let size = 0;
  const json = JSON.stringify(state, (_name, value: State): State | PackedArray | PackedNumber => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return { $number: String(value) as PackedNumber['$number'] };
    }
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as StateArray;
    const at = size;
    arrays.push({ array, at });
    size = align(size + array.byteLength);
    return { $array: array.constructor.name as keyof typeof KINDS, at, length: array.length };
  });
  const text = new TextEncoder().encode(json);
  const start = align(HEADER_BYTES + text.length);
  const bytes = new Uint8Array(start + size);
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, VERSION, text.length]);
  bytes.set(text, HEADER_BYTES);
  for (const { array, at } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at);
  }
  return bytes.buffer;
}

/**
 * The inverse of {@link packState}; arrays are copies.
 *
 * @throws {CrowdError} for bytes in another format or version
 */
export function unpackState(buffer: ArrayBuffer): State {
  const [magic, version, length] =
    buffer.byteLength < HEADER_BYTES ? [] : new Uint32Array(buffer.slice(0, HEADER_BYTES));
  if (magic !== MAGIC || version !== VERSION) {
    throw createRefusal(buffer);
  }
  try {
    return readState(buffer, length);
  } catch (cause) {
    // Truncated JSON or array.
    throw createRefusal(buffer, cause);
  }
}

function createRefusal({ byteLength }: ArrayBuffer, cause?: unknown): CrowdError {
  return new CrowdError(
    `The ${byteLength} bytes are no saved crowd of this version. Give what \`crowd.save()\` returned, unchanged.`,
    { cause },
  );
}

/** @param length of the JSON, bytes */
function readState(buffer: ArrayBuffer, length: number): State {
  const start = align(HEADER_BYTES + length);
  const text = new TextDecoder().decode(new Uint8Array(buffer, HEADER_BYTES, length));
  return JSON.parse(text, (_name, value: State | PackedArray | PackedNumber): State => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$number' in value) return Number(value.$number);
    if (!('$array' in value)) return value as State;
    const { $array, at, length } = value as PackedArray;
    return new KINDS[$array](buffer, start + at, length).slice();
  }) as State;
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
