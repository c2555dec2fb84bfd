// A file of its own, so that `import()` takes this in place of all of `three/webgpu`.
export { WebGPURenderer } from 'three/webgpu';

/**
 * As large buffers as the adapter allows: the poses of more than 68,000 characters do not fit into those that a device has
 * where nothing is asked for.
 */
export async function bufferLimits(): Promise<Record<string, number>> {
  // With the options of three's own request (r187): no device has more than its adapter, and others may have more.
  const adapter = await navigator.gpu.requestAdapter({ featureLevel: 'compatibility' });
  if (!adapter) return {};
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return { maxBufferSize, maxStorageBufferBindingSize };
}
