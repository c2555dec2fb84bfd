type Method = (this: object, ...args: never[]) => unknown;

/** Number of uploads so far and their bytes: to the tables of a crowd, and to other buffers and textures. */
export const UPLOADED = { uploads: 0, bytes: 0 };

/** Counts the page's uploads from now on. Call it before a renderer is created. */
export function countUploads(): void {
  for (const [owner, methods] of Object.entries(UPLOADS)) {
    for (const [name, bytes] of Object.entries(methods)) {
      replaceMethod(
        owner,
        name,
        (method) =>
          function (...args) {
            UPLOADED.uploads += 1;
            UPLOADED.bytes += bytes(args);
            return method.apply(this, args);
          },
      );
    }
  }
}

/**
 * Sets the count of all draws and dispatches to 0. The page's GPU calls stay the same, and the GPU has
 * nothing to do: a software GPU would use both cores for seconds in each frame. Call it before a renderer is
 * created.
 */
export function emptyDraws(): void {
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    // The count is the second argument for elements, the third for arrays.
    const at = name.startsWith('drawElements') ? 1 : 2;
    replaceMethod('WebGL2RenderingContext', name, (method) => withArgument(method, at, 0));
  }
  for (const name of ['draw', 'drawIndexed']) {
    replaceMethod('GPURenderPassEncoder', name, (method) => withArgument(method, 0, 0));
  }
  replaceMethod('GPUComputePassEncoder', 'dispatchWorkgroups', (method) => withArgument(method, 0, 0));
  replaceMethod(
    'GPURenderPassEncoder',
    'drawIndexedIndirect',
    () =>
      function (this: { drawIndexed?(count: number): void }) {
        this.drawIndexed?.(0);
      },
  );
  replaceMethod(
    'GPUComputePassEncoder',
    'dispatchWorkgroupsIndirect',
    () =>
      function (this: { dispatchWorkgroups?(count: number): void }) {
        this.dispatchWorkgroups?.(0);
      },
  );
}

function withArgument(method: Method, at: number, value: number): Method {
  return function (...args) {
    const changed: unknown[] = args;
    changed[at] = value;
    return method.apply(this, args);
  };
}

function replaceMethod(owner: string, name: string, replace: (method: Method) => Method): void {
  const { prototype } = (globalThis as unknown as Record<string, { prototype: Record<string, Method> }>)[
    owner
  ];
  const method = prototype[name];
  if (!method) throw new Error(`This browser's ${owner} has no ${name}.`);
  prototype[name] = replace(method);
}

/** Returns the bytes of each upload call, as three (r187) calls it. */
const UPLOADS: Readonly<Record<string, Readonly<Record<string, (args: readonly unknown[]) => number>>>> = {
  GPUQueue: {
    writeBuffer: ([, , data, first = 0, count]) => {
      const { byteLength, BYTES_PER_ELEMENT = 1 } = data as Uint8Array;
      return typeof count === 'number' ? count * BYTES_PER_ELEMENT : byteLength - Number(first);
    },
  },
  WebGL2RenderingContext: {
    bufferSubData: ([, , data, , count]) => {
      const { byteLength, BYTES_PER_ELEMENT = 1 } = data as Uint8Array;
      return typeof count === 'number' ? count * BYTES_PER_ELEMENT : byteLength;
    },
    // Texels of all tables have 16 bytes.
    texSubImage2D: ([, , , , width, height]) => 16 * Number(width) * Number(height),
  },
};
