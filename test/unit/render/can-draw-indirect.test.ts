import { expect, test } from 'vitest';
import { canDrawIndirect } from '../../../src/render/webgpu/device.js';

const MIB = 2 ** 20;
const BONES = 41;
/** A matrix of three rows of four floats. */
const BYTES_A_MATRIX = 48;

type Renderer = Parameters<typeof canDrawIndirect>[0];

/** A renderer of which only what is asked for is there. */
function rendererWith({
  features = ['core-features-and-limits', 'indirect-first-instance'],
  limits = {},
}): Renderer {
  const device = {
    features: new Set(features),
    limits: {
      maxStorageBuffersPerShaderStage: 8,
      maxStorageBufferBindingSize: 128 * MIB,
      maxBufferSize: 256 * MIB,
      ...limits,
    },
  };
  return { backend: { isWebGPUBackend: true, device } } as unknown as Renderer;
}

test('a device as WebGPU promises it can, until the palette outgrows a binding', () => {
  const most = Math.floor((128 * MIB) / (BONES * BYTES_A_MATRIX));
  expect(most).toBe(68_200);
  expect(canDrawIndirect(rendererWith({}), most, BONES)).toBe(true);
  expect(canDrawIndirect(rendererWith({}), most + 1, BONES)).toBe(false);
});

test('larger limits hold larger crowds, and the smaller of both counts', () => {
  const limits = { maxStorageBufferBindingSize: 1024 * MIB, maxBufferSize: 256 * MIB };
  const most = Math.floor((256 * MIB) / (BONES * BYTES_A_MATRIX));
  expect(canDrawIndirect(rendererWith({ limits }), most, BONES)).toBe(true);
  expect(canDrawIndirect(rendererWith({ limits }), most + 1, BONES)).toBe(false);
});

test.each([
  ['compatibility devices', { limits: { maxStorageBuffersInVertexStage: 0 } }],
  ['devices without first instances', { features: ['core-features-and-limits'] }],
  ['devices without core features', { features: ['indirect-first-instance'] }],
])('%s cannot', (_, device) => {
  expect(canDrawIndirect(rendererWith(device), 1, BONES)).toBe(false);
});

test('the WebGL2 backend cannot', () => {
  expect(canDrawIndirect({ backend: {} } as unknown as Renderer, 1, BONES)).toBe(false);
});
