import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';

/** Downloads and starts meshoptimizer's simplifier; rejects where WebAssembly is refused, such as by a content security policy. */
export async function loadSimplifier(): Promise<typeof MeshoptSimplifier> {
  const { MeshoptSimplifier: simplifier } = await import('meshoptimizer/simplifier');
  await simplifier.ready;
  return simplifier;
}
