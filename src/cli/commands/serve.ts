import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createCrowdService,
  listen,
  type RunningServer,
  SAMPLE_CROWDS,
  SAMPLE_KEY,
} from '../../server/index.js';
import { cacheKit } from '../cache-kit.js';
import { checkUsage, parseInteger } from '../check-usage.js';
import type { Command } from '../command.js';
import type { Terminal } from '../terminal.js';

const DEFAULT_PORT = '8787';

export const serve: Command = {
  summary: 'run the crowd service with its sample crowds',
  help: `Usage: three-crowd serve [options]

Runs the crowd service until it is stopped with Ctrl+C or SIGTERM. The first start makes the sample kit.

  --port <number>     port to listen on, 0 for a free one (default: PORT, else ${DEFAULT_PORT})
  --host <name>       interface to listen on (default: 127.0.0.1, this machine alone)
  --data <directory>  where the kit is kept (default: .three-crowd)
  --base-url <url>    address under which callers reach the service, where it differs from what
                      they ask for, such as behind a proxy (default: THREE_CROWD_BASE_URL)`,
  async run(args, terminal) {
    const { values } = checkUsage(() =>
      parseArgs({
        args: [...args],
        options: {
          port: { type: 'string', default: terminal.environment['PORT'] || DEFAULT_PORT },
          host: { type: 'string', default: '127.0.0.1' },
          data: { type: 'string', default: '.three-crowd' },
          'base-url': { type: 'string' },
        },
      }),
    );
    const port = parseInteger(values.port, 'The port (--port or PORT)', 0, 65_535);
    const service = await createCrowdService({
      kit: await cacheKit(values.data, terminal),
      baseUrl: values['base-url'] ?? (terminal.environment['THREE_CROWD_BASE_URL'] || undefined),
      examples: besideTheProgram('examples/', terminal),
      sdk: besideTheProgram('sdk/', terminal),
      logger: { error: (...parts: unknown[]) => terminal.complain(parts.map(String).join(' ')) },
    });
    const server = await listen(service, { port, host: values.host }).catch((cause: unknown) => {
      throw explainListenError(cause, values.host, port);
    });
    const stopped = terminal.stopped();
    announce(server, terminal);
    await stopped;
    await server.close();
    await service.close();
  },
};

function announce({ url }: RunningServer, { print }: Terminal): void {
  print(`three-crowd ready at ${url}`);
  print('');
  print('Sample crowds');
  for (const { id, name, recipe } of SAMPLE_CROWDS) {
    print(`  ${id}  ${String(recipe.size).padStart(5)}  ${name}`);
  }
  print('Sample key');
  print(`  ${SAMPLE_KEY}`);
  print('Stop with Ctrl+C');
}

function besideTheProgram(name: string, { home }: Terminal): string | undefined {
  const directory = fileURLToPath(new URL(name, home));
  return existsSync(directory) ? directory : undefined;
}

function explainListenError(cause: unknown, host: string, port: number): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use. Give another with --port, or 0 for any that is free.`, {
      cause,
    });
  }
  if (code === 'EACCES') return new Error(`Port ${port} needs more rights than this process has.`, { cause });
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new Error(`${host} is no interface of this machine.`, { cause });
  }
  return cause;
}
