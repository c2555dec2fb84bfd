/** The part of three's renderers that this module uses. */
interface Renderer {
  readonly backend?: { readonly device?: GPUDevice };
  getContext?(): WebGL2RenderingContext;
}

/**
 * Waits in a page until the GPU has finished all submitted work. A frame is submitted before it is drawn: a
 * software GPU may need seconds for it.
 *
 * Pass it to the page as text: it uses nothing from outside itself.
 *
 * @returns milliseconds since 1970
 */
export async function waitForGpu({ backend, getContext }: Renderer): Promise<number> {
  if (backend?.device) {
    await backend.device.queue.onSubmittedWorkDone();
  } else if (getContext) {
    const gl = getContext();
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) as WebGLSync;
    gl.flush();
    while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED)
      await new Promise((done) => setTimeout(done, 4));
  }
  return performance.timeOrigin + performance.now();
}
