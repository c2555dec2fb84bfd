/** Of all uploads since {@link resetUploads}: to the tables of a crowd and to other buffers and textures. */
export interface Uploads {
  readonly uploads: number;
  readonly uploadedBytes: number;
}

type Method = (this: object, ...args: never[]) => unknown;

let uploads = 0;
let uploadedBytes = 0;

export function resetUploads(): void {
  uploads = uploadedBytes = 0;
}

export function uploadsMade(): Uploads {
  return { uploads, uploadedBytes };
}

/** Counts the uploads that the page makes from now on. To be called before a renderer is made. */
export function countUploads(): void {
  for (const [owner, methods] of Object.entries(UPLOADS)) {
    for (const [name, bytes] of Object.entries(methods)) {
      replaceMethod(
        owner,
        name,
        (method) =>
          function (...args) {
            uploads += 1;
            uploadedBytes += bytes(args);
            return method.apply(this, args);
          },
      );
    }
  }
}

/**
 * Makes every draw and dispatch from now on with a count of 0: the page calls the GPU as ever, which has nothing to do. A
 * software GPU would take both cores for seconds a frame, and the page's thread wait for them. To be called before a renderer
 * is made.
 */
export function emptyDraws(): void {
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    // The count comes second where elements are drawn, and third where arrays are.
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

/** Bytes of each call that uploads, as three (r187) calls it. */
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
    // Texels of 16 bytes, as all tables have.
    texSubImage2D: ([, , , , width, height]) => 16 * Number(width) * Number(height),
  },
};
