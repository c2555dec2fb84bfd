type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint8Array | Int8Array;

/** Copies an array to another length, as far as it goes. New entries are `fill`. */
export function resized<Array extends Numbers>(array: Array, length: number, fill = 0): Array {
  const Kind = array.constructor as new (length: number) => Array;
  const copy = new Kind(length).fill(fill) as Array;
  copy.set(array.subarray(0, length));
  return copy;
}
