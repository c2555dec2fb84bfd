import { PassClock, type PassTimes } from './pass-clock.js';

/** GPU functions that measuring uses, independent of the API. */
export interface BrowserGpu {
  /** GPU and driver. */
  readonly adapter: string;
  /** Resolves when the GPU has finished all submitted work. */
  finish(): Promise<void>;
  /** Returns the GPU time of each pass that `draw` submits, milliseconds; absent if the GPU has no timer. */
  time?(draw: () => void): Promise<PassTimes | undefined>;
}

/** Waits for the GPU by reading a pixel, which is available only after the frame. */
export function gpuOfWebGL(gl: WebGL2RenderingContext): BrowserGpu {
  const pixel = new Uint8Array(4);
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const finish = async (): Promise<void> => {
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    if (gl.isContextLost()) throw new Error('The WebGL context was lost.');
  };
  return {
    adapter: String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)),
    finish,
    ...timerOfWebGL(gl, finish),
  };
}

/** The constants of `EXT_disjoint_timer_query_webgl2`, which the DOM's types lack. */
interface TimerQueries {
  readonly TIME_ELAPSED_EXT: number;
  readonly GPU_DISJOINT_EXT: number;
}

const TIMEOUT_MILLISECONDS = 2000;

function timerOfWebGL(gl: WebGL2RenderingContext, finish: () => Promise<void>): Pick<BrowserGpu, 'time'> {
  const timer = gl.getExtension('EXT_disjoint_timer_query_webgl2') as TimerQueries | null;
  if (!timer) return {};
  return {
    time: async (draw) => {
      const query = gl.createQuery();
      gl.beginQuery(timer.TIME_ELAPSED_EXT, query);
      draw();
      gl.endQuery(timer.TIME_ELAPSED_EXT);
      await finish();
      const isThere = await waitUntil(() => gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE) === true);
      const isSound = isThere && gl.getParameter(timer.GPU_DISJOINT_EXT) !== true;
      const nanoseconds = isSound ? (gl.getQueryParameter(query, gl.QUERY_RESULT) as number) : undefined;
      gl.deleteQuery(query);
      return nanoseconds === undefined ? undefined : { frame: nanoseconds / 1e6 };
    },
  };
}

/** Waits from task to task: results of queries appear only between tasks. */
async function waitUntil(isDone: () => boolean): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  while (!isDone()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return true;
}

/** @param lastPasses names of the engine's last render passes */
export function gpuOfWebGPU(
  device: GPUDevice & { readonly adapterInfo?: GPUAdapterInfo },
  lastPasses: readonly string[],
): BrowserGpu {
  let loss: string | undefined;
  void device.lost.then(({ message }) => {
    loss = message || 'no reason was given';
  });
  const clock = device.features.has('timestamp-query') ? new PassClock(device, lastPasses) : undefined;
  return {
    adapter: describeAdapter(device.adapterInfo),
    finish: async () => {
      await device.queue.onSubmittedWorkDone();
      if (loss !== undefined) throw new Error(`The GPU device was lost: ${loss}.`);
    },
    ...(clock ? { time: (draw: () => void) => clock.time(draw) } : {}),
  };
}

function describeAdapter(info: GPUAdapterInfo | undefined): string {
  const words = [info?.vendor, info?.architecture, info?.device, info?.description];
  return words.filter(Boolean).join(' ') || 'unnamed GPU';
}
