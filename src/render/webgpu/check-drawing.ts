import { type Object3D, PerspectiveCamera, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { UnsupportedError } from '../../errors/index.js';
import { renderInto } from './render-into.js';

/**
 * Draws a crowd once into a target of one pixel, and throws where the device refuses: three only logs a pipeline that
 * fails, and the crowd would be invisible for no reason that a program could see.
 *
 * @throws {UnsupportedError} with what the device says
 */
export async function checkDrawing(
  renderer: WebGPURenderer,
  crowd: Object3D,
  pose: () => void,
): Promise<void> {
  const { device } = renderer.backend as { device?: GPUDevice };
  if (!device) return;
  const target = new RenderTarget(1, 1);
  const camera = new PerspectiveCamera();
  camera.layers.enableAll();
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  device.pushErrorScope('out-of-memory');
  pose();
  renderInto(renderer, target, crowd, camera);
  const errors = await Promise.all([device.popErrorScope(), device.popErrorScope(), device.popErrorScope()]);
  target.dispose();
  const error = errors.find((found) => found !== null);
  if (!error) return;
  throw new UnsupportedError(
    `This WebGPU device cannot draw the crowd: ${error.message} Draw it with WebGLRenderer, or mend the material that ` +
      'the message names.',
    { cause: error },
  );
}
