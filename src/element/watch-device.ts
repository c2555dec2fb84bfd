import { UnsupportedError } from '../index.js';
import type { ViewRenderer } from '../stage/index.js';

const ERROR_FILTERS: readonly GPUErrorFilter[] = ['validation', 'internal', 'out-of-memory'];

/** A renderer of three; `WebGPURenderer` on WebGPU has a device (r187). */
interface Drawing {
  readonly backend?: { readonly device?: GPUDevice };
}

/** Resolves with a message when the renderer loses its device or context. */
export function deviceLoss(renderer: ViewRenderer): Promise<string> {
  return new Promise((resolve) => {
    if ('isWebGPURenderer' in renderer) {
      const report = renderer.onDeviceLost;
      renderer.onDeviceLost = (info) => {
        report.call(renderer, info);
        resolve(info.message);
      };
    } else {
      renderer.domElement.addEventListener(
        'webglcontextlost',
        (event) => resolve((event as WebGLContextEvent).statusMessage),
        { once: true },
      );
    }
  });
}

/**
 * Draws; the promise rejects if the device reports an error, which three (r187) only logs.
 *
 * @throws {UnsupportedError} by the promise, with the device's error
 * @throws what `draw` throws, at once
 */
export function drawChecked({ backend }: Drawing, draw: () => void): Promise<void> {
  const device = backend?.device;
  const filters = device ? ERROR_FILTERS : [];
  for (const filter of filters) device?.pushErrorScope(filter);
  let answers: (Promise<GPUError | null> | undefined)[];
  try {
    draw();
  } finally {
    // A lost device rejects; `deviceLoss` reports it.
    answers = filters.map(() => device?.popErrorScope().catch(() => null));
  }
  return Promise.all(answers).then((errors) => {
    const error = errors.find(Boolean);
    if (!error) return;
    throw new UnsupportedError(
      `This browser's WebGPU device cannot draw the crowd: ${error.message} Use backend="webgl".`,
      { cause: error },
    );
  });
}
