/** The part of three's renderers that this module uses. */
interface Renderer {
  readonly backend?: { readonly device?: GPUDevice };
  getContext?(): WebGL2RenderingContext;
}

/**
 * Waits in a page until its GPU has done all that it has been told to, and gives the time, milliseconds since 1970. Pages
 * are told of a frame when it is handed over: a GPU that the processor emulates may take seconds for it then.
 *
 * To be written into a page as a text: it uses nothing from outside itself.
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
