/** What JavaScript hands work to the GPU by. */
const INTERFACES = [
  'WebGL2RenderingContext',
  'GPUAdapter',
  'GPUBuffer',
  'GPUCanvasContext',
  'GPUCommandEncoder',
  'GPUComputePassEncoder',
  'GPUDevice',
  'GPUQueue',
  'GPURenderPassEncoder',
  'GPUTexture',
] as const;

/** Of all calls to the GPU since {@link resetGpuCalls}. */
export interface GpuCalls {
  /** Milliseconds within them: copying what they are given, and waiting for the GPU's process to take it. */
  readonly milliseconds: number;
  /** Uploads to the tables of a crowd and to other buffers and textures, and their bytes. */
  readonly uploads: number;
  readonly uploadedBytes: number;
}

type Method = (this: object, ...args: never[]) => unknown;

let milliseconds = 0;
let uploads = 0;
let uploadedBytes = 0;

/** Times every call to the GPU that the page makes from now on. To be called before a renderer is made. */
export function timeGpuCalls(): void {
  for (const name of INTERFACES) {
    const { prototype } = (globalThis as unknown as Record<string, { prototype: object }>)[name];
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const { value } = descriptor as TypedPropertyDescriptor<Method>;
      if (key === 'constructor' || typeof value !== 'function') continue;
      Object.defineProperty(prototype, key, { ...descriptor, value: timed(key, value) });
    }
  }
}

export function resetGpuCalls(): void {
  milliseconds = uploads = uploadedBytes = 0;
}

export function gpuCalls(): GpuCalls {
  return { milliseconds, uploads, uploadedBytes };
}

function timed(name: string, method: Method): Method {
  const bytes = UPLOADS[name];
  return function (...args) {
    if (bytes) {
      uploads += 1;
      uploadedBytes += bytes(args);
    }
    const start = performance.now();
    const result = method.apply(this, args);
    milliseconds += performance.now() - start;
    return result;
  };
}

/** Bytes of each call that uploads, as three (r187) calls it. */
const UPLOADS: Readonly<Record<string, (args: readonly unknown[]) => number>> = {
  writeBuffer: ([, , data, first = 0, count]) => {
    const { byteLength, BYTES_PER_ELEMENT = 1 } = data as Uint8Array;
    return typeof count === 'number' ? count * BYTES_PER_ELEMENT : byteLength - Number(first);
  },
  bufferSubData: ([, , data, , count]) => {
    const { byteLength, BYTES_PER_ELEMENT = 1 } = data as Uint8Array;
    return typeof count === 'number' ? count * BYTES_PER_ELEMENT : byteLength;
  },
  // Texels of 16 bytes, as all tables have.
  texSubImage2D: ([, , , , width, height]) => 16 * Number(width) * Number(height),
};
