import type { TestProject } from 'vitest/node';
import { buildKit } from '../../src/kit/index.js';
import { createCrowdService, listen, SAMPLE_KEY } from '../../src/server/index.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the reference service with the sample kit. */
    baseUrl: string;
    /** A key that reads the sample crowds. */
    sampleKey: string;
  }
}

/** The reference service, with the real kit, for the tests that run in a browser. */
export default async function serveKit({ provide }: TestProject): Promise<() => Promise<void>> {
  const service = await createCrowdService({ kit: await buildKit() });
  const server = await listen(service);
  provide('baseUrl', server.url);
  provide('sampleKey', SAMPLE_KEY);
  return async () => {
    await server.close();
    await service.close();
  };
}
