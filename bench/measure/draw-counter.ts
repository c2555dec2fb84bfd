/** GPU commands of one frame, in all passes. */
export interface DrawCount {
  /** Draw commands. */
  readonly draws: number;
  /** Undefined if the GPU computes the count. */
  readonly triangles: number | undefined;
}

/** Reads the number of vertices, in all instances, from the arguments of a draw call; undefined if the GPU computes it. */
type Amount = (args: readonly number[]) => number | undefined;

const WEBGL: Record<string, Amount> = {
  drawArrays: ([, , count]) => count,
  drawElements: ([, count]) => count,
  drawArraysInstanced: ([, , count, instances]) => count * instances,
  drawElementsInstanced: ([, count, , , instances]) => count * instances,
};

const WEBGPU: Record<string, Amount> = {
  draw: ([count, instances = 1]) => count * instances,
  drawIndexed: ([count, instances = 1]) => count * instances,
  drawIndirect: () => undefined,
  drawIndexedIndirect: () => undefined,
};

type Methods = Record<string, (...args: never[]) => unknown>;

interface Tally {
  draws: number;
  vertices: number;
  hasUnknown: boolean;
}

const empty = (): Tally => ({ draws: 0, vertices: 0, hasUnknown: false });

/**
 * Counts draw commands at the browser's API, which all engines call. Each draw of a multi-draw counts.
 *
 * Create it before the engines, since some record commands once and replay them. {@link remove} restores the
 * API before anything is timed.
 */
export class DrawCounter {
  readonly #restore: (() => void)[] = [];
  readonly #bundles = new WeakMap<object, Tally>();
  readonly #recording = new WeakMap<object, Tally>();
  #frame = empty();

  constructor() {
    if ('WebGL2RenderingContext' in globalThis) {
      this.#count(WebGL2RenderingContext.prototype, WEBGL);
      this.#countMultiDraw();
    }
    if ('GPURenderPassEncoder' in globalThis) {
      this.#count(GPURenderPassEncoder.prototype, WEBGPU);
      this.#countBundles();
    }
  }

  /** Starts a frame. */
  reset(): void {
    this.#frame = empty();
  }

  read(): DrawCount {
    const { draws, vertices, hasUnknown } = this.#frame;
    return { draws, triangles: hasUnknown ? undefined : vertices / 3 };
  }

  remove(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #count(
    prototype: object,
    methods: Record<string, Amount>,
    tallyOf: (self: object) => Tally = () => this.#frame,
  ): void {
    for (const [name, amount] of Object.entries(methods)) {
      this.#replace(
        prototype,
        name,
        (original) =>
          function (this: object, ...args: never[]) {
            const tally = tallyOf(this);
            const vertices = amount(args);
            tally.draws += 1;
            if (vertices === undefined) tally.hasUnknown = true;
            else tally.vertices += vertices;
            return original.apply(this, args);
          },
      );
    }
  }

  /** The extension's prototype has no global name. */
  #countMultiDraw(): void {
    const context = document.createElement('canvas').getContext('webgl2');
    const extension = context?.getExtension('WEBGL_multi_draw');
    if (!extension) return;
    const frame = (): Tally => this.#frame;
    this.#replace(
      Object.getPrototypeOf(extension),
      'multiDrawElementsWEBGL',
      (original) =>
        function (this: object, ...args: never[]) {
          const [, counts, offset, , , , draws] = args as unknown as [
            number,
            Int32Array,
            number,
            number,
            unknown,
            number,
            number,
          ];
          for (let i = 0; i < draws; i++) frame().vertices += counts[offset + i];
          frame().draws += draws;
          return original.apply(this, args);
        },
    );
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #countBundles(): void {
    const recordingOf = (encoder: object): Tally => {
      const tally = this.#recording.get(encoder) ?? empty();
      this.#recording.set(encoder, tally);
      return tally;
    };
    this.#count(GPURenderBundleEncoder.prototype, WEBGPU, recordingOf);
    const bundles = this.#bundles;
    this.#replace(
      GPURenderBundleEncoder.prototype,
      'finish',
      (original) =>
        function (this: object, ...args: never[]) {
          const bundle = original.apply(this, args) as object;
          bundles.set(bundle, recordingOf(this));
          return bundle;
        },
    );
    const frame = (): Tally => this.#frame;
    this.#replace(
      GPURenderPassEncoder.prototype,
      'executeBundles',
      (original) =>
        function (this: object, ...args: never[]) {
          for (const bundle of args[0] as Iterable<object>) {
            const tally = bundles.get(bundle) ?? empty();
            frame().draws += tally.draws;
            frame().vertices += tally.vertices;
            frame().hasUnknown ||= tally.hasUnknown;
          }
          return original.apply(this, args);
        },
    );
  }

  #replace(prototype: object, name: string, wrap: (original: Methods[string]) => Methods[string]): void {
    const methods = prototype as Methods;
    const original = methods[name];
    methods[name] = wrap(original);
    this.#restore.push(() => {
      methods[name] = original;
    });
  }
}
