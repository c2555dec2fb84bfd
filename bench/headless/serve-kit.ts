import { createCrowdService, listen, type RunningServer } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';

/** Serves the sample kit, and the files of a folder below `/examples`. */
export async function serveKit(examples?: string): Promise<RunningServer> {
  const kit = await buildKit();
  const service = await createCrowdService({ kit, examples });
  const server = await listen(service);
  return {
    ...server,
    close: async () => {
      await server.close();
      await service.close();
    },
  };
}
