/** Maximum number of passes in a frame. */
const MOST_PASSES = 32;
const BYTES_A_TIMESTAMP = 8;
const NANOSECONDS_A_MILLISECOND = 1e6;

type PassKind = 'compute' | 'render';

/** Milliseconds of each pass of a frame, by its name. */
export type PassTimes = Readonly<Record<string, number>>;

/**
 * Times the passes of one frame with the GPU's timestamps, for any engine: adds two timestamps to each pass
 * while the frame is encoded, and restores the API afterwards.
 */
export class PassClock {
  readonly #device: GPUDevice;
  readonly #lastPasses: readonly string[];
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #read: GPUBuffer;

  /** @param lastPasses names of the engine's last render passes; those before draw shadows */
  constructor(device: GPUDevice, lastPasses: readonly string[]) {
    this.#device = device;
    this.#lastPasses = lastPasses;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: MOST_PASSES * 2 });
    const size = MOST_PASSES * 2 * BYTES_A_TIMESTAMP;
    const { COPY_SRC, COPY_DST, QUERY_RESOLVE, MAP_READ } = GPUBufferUsage;
    this.#resolved = device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
    this.#read = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  }

  /** Calls `draw`, which must submit what it encodes. Returns undefined if it encodes no pass. */
  async time(draw: () => void): Promise<PassTimes | undefined> {
    const kinds = this.#stamp(draw);
    if (kinds.length === 0) return undefined;
    const times = await this.#readTimes(kinds.length * 2);
    const sums: Record<string, number> = {};
    for (const [i, name] of namePasses(kinds, this.#lastPasses).entries()) {
      const milliseconds = Number(times[i * 2 + 1] - times[i * 2]) / NANOSECONDS_A_MILLISECOND;
      sums[name] = (sums[name] ?? 0) + milliseconds;
    }
    return sums;
  }

  /** Calls `draw` and returns the passes that it encodes, each with its own timestamps. */
  #stamp(draw: () => void): PassKind[] {
    const kinds: PassKind[] = [];
    const stamped = <T extends object>(kind: PassKind, pass?: T): T => {
      const first = kinds.push(kind) * 2 - 2;
      if (first >= MOST_PASSES * 2) throw new RangeError(`A frame has more than ${MOST_PASSES} passes.`);
      const timestampWrites = {
        querySet: this.#queries,
        beginningOfPassWriteIndex: first,
        endOfPassWriteIndex: first + 1,
      };
      return { ...(pass as T), timestampWrites };
    };
    const { prototype } = GPUCommandEncoder;
    const { beginComputePass, beginRenderPass } = prototype;
    prototype.beginComputePass = function (pass) {
      return beginComputePass.call(this, stamped('compute', pass));
    };
    prototype.beginRenderPass = function (pass) {
      return beginRenderPass.call(this, stamped('render', pass));
    };
    try {
      draw();
    } finally {
      Object.assign(prototype, { beginComputePass, beginRenderPass });
    }
    return kinds;
  }

  async #readTimes(count: number): Promise<BigUint64Array> {
    const bytes = count * BYTES_A_TIMESTAMP;
    const encoder = this.#device.createCommandEncoder();
    encoder.resolveQuerySet(this.#queries, 0, count, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#read, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    await this.#read.mapAsync(GPUMapMode.READ, 0, bytes);
    const times = new BigUint64Array(this.#read.getMappedRange(0, bytes).slice(0));
    this.#read.unmap();
    return times;
  }
}

/** Names render passes from the end: those before the last ones draw shadows. */
export function namePasses(kinds: readonly PassKind[], lastPasses: readonly string[]): string[] {
  let left = kinds.filter((kind) => kind === 'render').length;
  return kinds.map((kind) => {
    if (kind === 'compute') return 'compute';
    return lastPasses[lastPasses.length - left--] ?? 'shadows';
  });
}
