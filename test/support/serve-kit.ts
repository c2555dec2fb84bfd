import type { TestProject } from 'vitest/node';
import { createCrowdService, listen, SAMPLE_KEY } from '../../src/server/index.js';
import { ASSET_VARIANTS } from './asset-variants.js';
import { CROWD_VARIANTS } from './crowd-variants.js';
import { readKit } from './kit-of-run.js';
import { STRICT_CROWD_ID, STRICT_KEY } from './plain-answers.js';
import { startStrictService } from './strict-service.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the reference service with the sample kit. */
    baseUrl: string;
    /** A key that reads the sample crowds. */
    sampleKey: string;
    /** The strict service with the same kit: the address that the name of a variant follows, a key, and its crowd. */
    strict: { readonly url: string; readonly apiKey: string; readonly crowdId: string };
  }
}

/** The reference service and the strict one, with the real kit, for the tests that run in a browser; after kit-of-run. */
export default async function serveKit({ provide }: TestProject): Promise<() => Promise<void>> {
  const kit = await readKit();
  const service = await createCrowdService({ kit });
  const server = await listen(service);
  const strict = await startStrictService({
    variants: [...CROWD_VARIANTS, ...ASSET_VARIANTS],
    files: new Map([...kit, ['bone-texture.json', withoutRetarget(kit.get('bone-texture.json')!)]]),
  });
  provide('baseUrl', server.url);
  provide('sampleKey', SAMPLE_KEY);
  provide('strict', {
    url: new URL('..', strict.baseUrl()).href,
    apiKey: STRICT_KEY,
    crowdId: STRICT_CROWD_ID,
  });
  return async () => {
    await strict.close();
    await server.close();
    await service.close();
  };
}

/** The manifest as the interface has it, without our field that lets a page bake the texture from the clips. */
function withoutRetarget(manifest: Uint8Array): Uint8Array {
  const { retarget: _, ...fields } = JSON.parse(new TextDecoder().decode(manifest));
  return new TextEncoder().encode(JSON.stringify(fields));
}
