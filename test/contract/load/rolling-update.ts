import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerAccount } from '../../support/contract/account.js';
import { CrowdCaller } from '../../support/contract/crowd-caller.js';
import { createNextKit } from '../../support/contract/fake-kit.js';
import { findFreePort, startPostgres } from '../../support/contract/postgres.js';
import { createData, startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const CALLERS = 16;
const PAUSE_SECONDS = 5;

/** The two servers behind an nginx are replaced, one after the other, by two with another kit. Needs `nginx`. */
export async function updateBehindNginx({ program, data }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const location = await postgres.createDatabase();
  const { key } = await registerAccount(location, 'studio');
  const ports = await Promise.all([1, 2, 3, 4].map(findFreePort));
  const proxy = await Nginx.start(ports);
  const nextData = await createData(createNextKit());
  const start = (directory: string) =>
    startServer(program, directory, {
      PORT: String(ports.pop()),
      DATABASE_URL: location,
      THREE_CROWD_BASE_URL: proxy.url,
      THREE_CROWD_DRAIN: '2',
    });
  const old = [await start(data), await start(data)];
  let current = [...old];
  const callers = Array.from({ length: CALLERS }, (_, i) => new CrowdCaller(proxy.url, key, `caller-${i}`));
  await pause();
  for (const server of old) {
    current = [...current, await start(nextData)];
    await pause();
    await server.kill('SIGTERM');
    current = current.filter((other) => other !== server);
    await pause();
  }
  await Promise.all(callers.map((caller) => caller.stop()));
  for (const caller of callers) await caller.read(caller.crowds[0]);
  const failures = callers.flatMap((caller) => caller.failures);
  for (const failure of new Set(failures)) console.log(failure);
  for (const server of current) await server.kill();
  await proxy.stop();
  await postgres.stop();
  await rm(nextData, { recursive: true });
  const kits = new Set(callers.flatMap(({ assets }) => [...assets].map((asset) => asset.split('/').at(4))));
  return [
    {
      requests: callers.reduce((sum, { requests }) => sum + requests, 0),
      crowds: callers.reduce((sum, { crowds }) => sum + crowds.length, 0),
      kits: kits.size,
      failures: failures.length,
    },
  ];
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
}

/** An nginx of its own, with the settings of the guide on hosting. It finds out itself which servers there are. */
class Nginx {
  private constructor(
    readonly url: string,
    readonly directory: string,
    readonly process: ChildProcess,
  ) {}

  /** @param ports of all servers that there may be */
  static async start(ports: readonly number[]): Promise<Nginx> {
    const directory = await mkdtemp(join(tmpdir(), 'three-crowd-nginx-'));
    const port = await findFreePort();
    const file = join(directory, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    await writeFile(
      file,
      `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
      events {}
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
        upstream crowds {
          ${ports.map((server) => `server 127.0.0.1:${server} fail_timeout=1s;`).join(' ')}
          keepalive 16;
        }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://crowds;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
          }
        }
      }`,
    );
    const nginx = spawn('nginx', ['-c', file, '-p', directory], { stdio: 'inherit' });
    await once(nginx, 'spawn');
    return new Nginx(`http://127.0.0.1:${port}`, directory, nginx);
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
    await rm(this.directory, { recursive: true });
  }
}
