/** Writes the gallery and the answers of a service for its sample crowds as files, for static hosts. Nothing can be saved there. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandLine } from '../../bench/command-line.js';
import { buildKit } from '../../src/kit/index.js';
import { createCrowdService, SAMPLE_CROWDS, SAMPLE_KEY } from '../../src/server/index.js';

const BUILT = resolve(import.meta.dirname, '../../src/server/dist');
/** Path of the site on its host, with slashes at both ends. */
const BASE = process.env['SITE_BASE'] ?? '/';
/** Placeholder for the host, which is unknown when the site is built. */
const NOWHERE = 'http://service.invalid';

const [directory] = commandLine(
  'npx tsx examples/site/write-gallery.ts',
  'Writes the gallery for a static host. Needs npm run build. SITE_BASE is the path on the host.',
)
  .argument('<directory>')
  .parse().args;

function write(path: string, content: string | Uint8Array): void {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const kit = await buildKit();
const service = await createCrowdService({ kit });
const assetFolders = new Set<string>();
for (const { id } of SAMPLE_CROWDS) {
  const answer = await service.fetch(
    new Request(`${NOWHERE}/v1/crowd/${id}`, { headers: { Authorization: `Bearer ${SAMPLE_KEY}` } }),
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status} for ${id}: ${text}`);
  for (const [, folder] of text.matchAll(/\/(assets\/[^/"]+)\//g)) assetFolders.add(folder);
  write(`v1/crowd/${id}`, text.replaceAll(`${NOWHERE}/`, BASE));
}
await service.close();
for (const folder of assetFolders) for (const [name, bytes] of kit) write(`${folder}/${name}`, bytes);
// The playground's frame has no origin, so its requests are cross-origin. GitHub Pages sends this header by itself; Netlify and
// Cloudflare Pages read it from this file.
write('_headers', '/*\n  Access-Control-Allow-Origin: *\n');
cpSync(join(BUILT, 'examples'), join(directory, 'examples'), { recursive: true });
cpSync(join(BUILT, 'sdk'), join(directory, 'sdk'), { recursive: true });

/** Removes the key from requests of the playground, since static hosts do not answer the preflight request that it causes. */
const WITHOUT_KEY = `<script>
  globalThis.fetch = ((ask) => (input, init) => {
    const request = new Request(input, init);
    request.headers.delete('authorization');
    return ask(request);
  })(fetch);
</script>`;
/** Makes pages hide controls that save. */
const OF_FILES = '<meta name="crowd-service" content="files">';

function addToHead(path: string, markup: string): void {
  const page = readFileSync(join(directory, path), 'utf8');
  write(path, page.replace('</title>', `</title>\n    ${markup}`));
}

addToHead('examples/playground/run.html', WITHOUT_KEY);
for (const name of readdirSync(join(directory, 'examples')).filter((file) => file.endsWith('.html'))) {
  addToHead(`examples/${name}`, OF_FILES);
}
