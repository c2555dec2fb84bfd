/** The service of the benchmark, in a process of its own: `server.ts <kit> <data> <static files>`. */
import { createCrowdService, listen, openStorage } from 'three-crowd-server';

const [kit, database, examples] = process.argv.slice(2);
const service = await createCrowdService({
  kit,
  examples,
  storage: await openStorage({ location: database }),
});
const { url } = await listen(service);
process.send?.(url);
