/**
 * Writes the gallery, and beside it what a service answers to it, as files that any static host can serve:
 * `tsx .ci/write-gallery.ts DIRECTORY`, after `npm run build`. Sample crowds are read there, and nothing is saved.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildKit } from '../../src/kit/index.js';
import { createCrowdService, SAMPLE_CROWDS, SAMPLE_KEY } from '../../src/server/index.js';

const BUILT = resolve(import.meta.dirname, '../../src/server/dist');
/** The path that the site is hosted under, with slashes at both ends, as for the site itself. */
const BASE = process.env['SITE_BASE'] ?? '/';
/** Stands for the host's name, which nobody knows yet. */
const NOWHERE = 'http://service.invalid';

const [directory] = process.argv.slice(2);

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
// Programs in the playground run in a frame without an origin, to which every file is one of another site. GitHub Pages
// sends this by itself; Netlify and Cloudflare Pages read it here.
write('_headers', '/*\n  Access-Control-Allow-Origin: *\n');
cpSync(join(BUILT, 'examples'), join(directory, 'examples'), { recursive: true });
cpSync(join(BUILT, 'sdk'), join(directory, 'sdk'), { recursive: true });

/**
 * In the playground's frame a request with a key asks the host for leave first, which static hosts do not answer. Files need
 * no key.
 */
const WITHOUT_KEY = `<script>
  globalThis.fetch = ((ask) => (input, init) => {
    const request = new Request(input, init);
    request.headers.delete('authorization');
    return ask(request);
  })(fetch);
</script>`;
/** What pages do not offer where nothing can be saved, they know by this. */
const OF_FILES = '<meta name="crowd-service" content="files">';

function addToHead(path: string, markup: string): void {
  const page = readFileSync(join(directory, path), 'utf8');
  write(path, page.replace('</title>', `</title>\n    ${markup}`));
}

addToHead('examples/playground/run.html', WITHOUT_KEY);
for (const name of readdirSync(join(directory, 'examples')).filter((file) => file.endsWith('.html'))) {
  addToHead(`examples/${name}`, OF_FILES);
}
