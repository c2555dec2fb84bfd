import type { Camera, Object3D, RenderTarget, Scene, WebGPURenderer } from 'three/webgpu';

/** Draws without a clear and without a trace: a crowd is updated in the middle of its user's frame. */
export function renderInto(
  renderer: WebGPURenderer,
  target: RenderTarget,
  object: Object3D,
  camera: Camera,
): void {
  const previous = renderer.getRenderTarget();
  const face = renderer.getActiveCubeFace();
  const level = renderer.getActiveMipmapLevel();
  const mrt = renderer.getMRT();
  const { autoClear, xr } = renderer;
  const xrEnabled = xr.enabled;
  renderer.autoClear = false;
  xr.enabled = false;
  renderer.setMRT(null);
  renderer.setRenderTarget(target);
  renderer.render(object as Scene, camera);
  renderer.setRenderTarget(previous, face, level);
  renderer.setMRT(mrt);
  renderer.autoClear = autoClear;
  xr.enabled = xrEnabled;
}
