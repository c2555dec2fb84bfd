import { expect, onTestFinished, test, vi } from 'vitest';
import { addDecoders } from '../../../src/assets/model/decoders.js';

const target = () => ({ setDRACOLoader: vi.fn(), setKTX2Loader: vi.fn(), setMeshoptDecoder: vi.fn() });

test('a KTX2 decoder that failed is made anew for the next file, and then kept', async () => {
  const init = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The device was lost.'));
  const renderer = { isWebGPURenderer: true, hasFeature: () => false, init };
  const load = async () => {
    const loader = target();
    const json = { extensionsUsed: ['KHR_texture_basisu'] };
    await addDecoders(loader, json, 'file.glb', { ktx2: '/basis', renderer });
    return loader.setKTX2Loader.mock.lastCall?.[0] as unknown;
  };
  await expect(load()).rejects.toThrow('The device was lost.');
  const second = await load();
  expect(second).toMatchObject({ transcoderPath: '/basis/' });
  expect(await load()).toBe(second);
  expect(init).toHaveBeenCalledTimes(2);
});

test('a Draco decoder whose module did not come is requested again for the next file', async () => {
  onTestFinished(() => void vi.doUnmock('three/addons/loaders/DRACOLoader.js'));
  vi.doMock('three/addons/loaders/DRACOLoader.js', () => {
    throw new Error('offline');
  });
  const load = async () => {
    const loader = target();
    const json = { extensionsUsed: ['KHR_draco_mesh_compression'] };
    await addDecoders(loader, json, 'file.glb', { draco: '/draco' });
    return loader.setDRACOLoader.mock.lastCall?.[0] as unknown;
  };
  await expect(load()).rejects.toThrow();
  vi.doUnmock('three/addons/loaders/DRACOLoader.js');
  const second = await load();
  expect(second).toHaveProperty('setDecoderPath');
  expect(await load()).toBe(second);
});
