import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { programOfRun } from './program-of-run.js';
import { createData, type ServerProcess, startServer } from './server-process.js';

/** Starts server processes on one data directory, which has a kit. */
export interface TestServers {
  readonly data: string;
  /** Address of the SQLite database in the directory. */
  readonly location: string;
  /** @param limits shell commands that run before the server, such as `ulimit -n 1024` */
  start(
    environment?: Readonly<Record<string, string>>,
    limits?: string,
    args?: readonly string[],
  ): Promise<ServerProcess>;
}

/** Servers and directory end with each test, or with the file. */
export function testServers(per: 'test' | 'file' = 'test'): TestServers {
  const program = programOfRun();
  let data = '';
  const started: ServerProcess[] = [];
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    data = await createData();
  });
  after(async () => {
    await Promise.all(started.splice(0).map((server) => server.kill()));
    await rm(data, { recursive: true });
  });
  return {
    get data() {
      return data;
    },
    get location() {
      return join(data, 'crowds.db');
    },
    async start(environment, limits, args) {
      const server = await startServer(program, data, environment, limits, args);
      started.push(server);
      return server;
    },
  };
}
