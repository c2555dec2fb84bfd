/** The service of the benchmark, in a process of its own: `server.ts <kit> <data>`. */
import { createCrowdService, listen, openStorage } from 'three-crowd-server';
import { tellProcessorTime } from './processor-time.js';

const [kit, database] = process.argv.slice(2);
const service = await createCrowdService({ kit, storage: await openStorage({ location: database }) });
const { url } = await listen(service);
process.send?.(url);
tellProcessorTime();
