/** A bare Node server that gives the files of a directory from memory, in a process of its own: `bare-server.ts <files>`. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tellProcessorTime } from './processor-time.js';

const [directory] = process.argv.slice(2);
const files = new Map(
  readdirSync(directory).map((name) => [`/${name}`, readFileSync(join(directory, name))]),
);
const server = createServer((request, response) => {
  const body = files.get(request.url ?? '') ?? Buffer.from('none');
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
tellProcessorTime();
