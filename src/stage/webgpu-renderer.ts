// A file of its own, so that `import()` of it loads this name alone and not all of `three/webgpu`.
export { WebGPURenderer } from 'three/webgpu';

/**
 * Limits of a device with the largest buffers that the adapter allows. By default, they hold the poses of 62,000 characters.
 */
export async function bufferLimits(): Promise<Record<string, number>> {
  // The same options as three's own request (r187), since another adapter may have larger limits.
  const adapter = await navigator.gpu.requestAdapter({ featureLevel: 'compatibility' });
  if (!adapter) return {};
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return { maxBufferSize, maxStorageBufferBindingSize };
}
