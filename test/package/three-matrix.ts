/**
 * Draws a crowd with releases of three, on every backend and in a `<crowd-view>`, in a real browser, and compares the pictures
 * with the newest release's. Status 1 if a supported release fails, an unsupported one draws, or a picture differs.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Argument, InvalidArgumentError } from 'commander';
import { build } from 'esbuild';
import { type Browser, chromium, type Page, type Request } from 'playwright';
import { createCrowdService, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
import { commandLine } from '../../bench/command-line.js';
import type { BackendName } from '../../src/index.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { ROOT } from '../support/package/pack.js';
import type { Drawn } from '../support/package/three-page.js';

/** Releases to test: the oldest supported one of each backend, and those that changed something the package uses. */
const RELEASES = [
  '0.170.0',
  '0.176.0',
  '0.177.0',
  '0.180.0',
  '0.181.2',
  '0.182.0',
  '0.184.0',
  '0.185.1',
  '0.186.1',
];
const OLDEST: Readonly<Record<BackendName, number>> = { webgl: 170, webgpu: 181, 'webgpu-webgl2': 181 };
const BACKENDS = Object.keys(OLDEST) as BackendName[];

/**
 * Accepted difference from the newest release's picture, as a share of what the crowd and its shadows change in it. Lighting
 * and shadow filters differ slightly between releases. Without shadows the difference is 0.5, at another place 1.5.
 */
const MOST_DIFFERENCE = 0.25;

const PAGE = '<!doctype html><body><script type="module" src="page.js"></script></body>';

const run = promisify(execFile);

function parseRelease(text: string): string {
  if (!/^(\d+\.\d+\.\d+|next|latest)$/.test(text))
    throw new InvalidArgumentError('It is no release of three.');
  return text;
}

/** The release with that name or tag; undefined where the registry has none. */
async function findRelease(name: string): Promise<string | undefined> {
  const { stdout } = await run('npm', ['view', `three@${name}`, 'version']).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

/** Downloads a release of three. @returns its directory */
async function unpack(release: string, directory: string): Promise<string> {
  const target = join(directory, `three-${release}`);
  await mkdir(target);
  await run('npm', ['pack', `three@${release}`, '--silent', '--pack-destination', target]);
  const parts = ['package/package.json', 'package/build', 'package/examples/jsm'];
  await run('tar', [
    '-xzf',
    join(target, `three-${release}.tgz`),
    '--strip-components=1',
    '-C',
    target,
    ...parts,
  ]);
  return target;
}

/** Bundles the page's script with one release of three, WebGPU included. */
async function bundlePage(three: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test/support/package/three-page.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    alias: {
      'three-crowd/element': join(ROOT, 'dist/element.js'),
      'three-crowd': join(ROOT, 'dist/index.js'),
      'three/webgpu': join(three, 'build/three.webgpu.js'),
      'three/tsl': tslOf(three),
      'three/addons': join(three, 'examples/jsm'),
      three: join(three, 'build/three.module.js'),
    },
    tsconfigRaw: {},
  });
  return outputFiles[0].text;
}

/** Where nodes for shaders are; before 0.171 they are in the file of the renderer. */
function tslOf(three: string): string {
  const file = join(three, 'build/three.tsl.js');
  return existsSync(file) ? file : join(three, 'build/three.webgpu.js');
}

/** What a page with one release answers; a text where it is refused or fails. */
async function askPage<T>(
  browser: Browser,
  script: string,
  ask: (page: Page) => Promise<T>,
): Promise<T | string> {
  const page = await browser.newPage();
  try {
    // A page has WebGPU on a secure origin alone.
    await page.route('http://localhost/**', async (route) => {
      const url = route.request().url();
      if (url.endsWith('/page.js')) await route.fulfill({ contentType: 'text/javascript', body: script });
      else if (url.endsWith('/index.html')) await route.fulfill({ contentType: 'text/html', body: PAGE });
      else await route.fulfill(await askService(route.request()));
    });
    await page.goto('http://localhost/index.html');
    await page.waitForFunction(() => 'drawCrowd' in globalThis);
    return await ask(page);
  } catch (error) {
    return `failed: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    await page.close();
  }
}

/** The answer of the reference service in this process. */
async function askService(request: Request): Promise<{ status: number; body: Buffer; contentType: string }> {
  const response = await service.fetch(
    new globalThis.Request(request.url(), { method: request.method(), headers: await request.allHeaders() }),
  );
  return {
    status: response.status,
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  };
}

/** What is wrong with the view of a release; nothing where it draws with the best backend that the release has. */
async function judgeView(browser: Browser, script: string, release: string): Promise<string> {
  const { crowds } = (await (
    await service.fetch(new globalThis.Request('http://localhost/sample.json'))
  ).json()) as {
    crowds: readonly { crowd_id: string }[];
  };
  const [{ crowd_id }] = crowds;
  const shown = await askPage(browser, script, (page) =>
    page.evaluate(([crowd, key]) => globalThis.showView(crowd, key), [crowd_id, SAMPLE_KEY] as const),
  );
  const expected = minorOf(release) >= OLDEST.webgpu ? 'webgpu' : 'webgl';
  return shown === expected ? '' : `the view draws with "${shown}" instead of ${expected}`;
}

/** 187 for 0.187.0. */
function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}

/**
 * How another crowd a release draws than the newest does: the sum of all differences over the sum of what the crowd
 * changes. Each picture is compared with one of the same release that shows nobody, since releases light the rest of the
 * scene differently too.
 */
function differenceOf(drawn: Drawn, newest: Drawn, name: string): number {
  const bytes = (picture: string): Buffer => Buffer.from(picture, 'base64');
  const [picture, empty] = [bytes(drawn.pictures[name]), bytes(drawn.pictures['nobody'])];
  const [expected, expectedEmpty] = [bytes(newest.pictures[name]), bytes(newest.pictures['nobody'])];
  let differences = 0;
  let changes = 0;
  for (let i = 0; i < expected.length; i++) {
    const change = expected[i] - expectedEmpty[i];
    differences += Math.abs(picture[i] - empty[i] - change);
    changes += Math.abs(change);
  }
  if (changes < expected.length)
    throw new Error(`The picture "${name}" hardly shows anybody: there is nothing to compare.`);
  return differences / changes;
}

/** What is wrong with what a release drew; nothing where all is well. @param newest what the newest release drew */
function judge(backend: BackendName, release: string, drawn: Drawn | string, newest: Drawn): string {
  const isSupported = minorOf(release) >= OLDEST[backend];
  if (typeof drawn === 'string') {
    const isRefusal = drawn.startsWith(`three is 0.${minorOf(release)}, `);
    return !isSupported && isRefusal ? '' : drawn;
  }
  if (!isSupported) return 'draws, and should be refused';
  for (const [name, numbers] of Object.entries(newest.numbers)) {
    if (numbers.some((number, i) => Math.abs(number - drawn.numbers[name][i]) > 1e-4))
      return `another ${name}`;
  }
  for (const name of namesOf(newest)) {
    const difference = differenceOf(drawn, newest, name);
    if (difference > MOST_DIFFERENCE) return `"${name}" is another picture: ${difference.toFixed(2)} off`;
  }
  return '';
}

const { args: asked } = commandLine(
  'npm run test:three-matrix --',
  'Draws with releases of three and compares the pictures. Needs the registry and npm run build.',
)
  .addArgument(new Argument('[releases...]', 'releases, such as 0.170.0').argParser(parseRelease))
  .parse();
const service = await createCrowdService({ kit: await buildKit() });
const latest = (await findRelease('latest')) as string;
const others = asked.length > 0 ? asked : [...RELEASES, 'next'];
const found = await Promise.all(others.map(findRelease));
const releases = [...new Set([latest, ...found])].filter((release) => release !== undefined);
const directory = await mkdtemp(join(tmpdir(), 'three-matrix-'));
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const newest = new Map<BackendName, Drawn>();
let failures = 0;
try {
  for (const release of releases) {
    const script = await unpack(release, directory).then(bundlePage);
    for (const backend of BACKENDS) {
      const drawn = await askPage(browser, script, (page) =>
        page.evaluate((name) => globalThis.drawCrowd(name), backend),
      );
      if (release === latest && typeof drawn !== 'string') newest.set(backend, drawn);
      const reference = newest.get(backend);
      if (!reference) throw new Error(`three ${latest}, ${backend}: ${drawn}`);
      const fault = judge(backend, release, drawn, reference);
      if (fault !== '') failures += 1;
      const most = typeof drawn === 'string' ? 'refused' : mostDifference(drawn, reference);
      console.log(`${release.padEnd(10)}${backend.padEnd(15)}${fault || `ok, ${most}`}`);
    }
    const fault = await judgeView(browser, script, release);
    if (fault !== '') failures += 1;
    console.log(`${release.padEnd(10)}${'crowd-view'.padEnd(15)}${fault || 'ok'}`);
  }
} finally {
  await browser.close();
  await service.close();
  await rm(directory, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function mostDifference(drawn: Drawn, reference: Drawn): string {
  const most = Math.max(...namesOf(reference).map((name) => differenceOf(drawn, reference, name)));
  return `at most ${most.toFixed(3)} off`;
}

/** Names of the pictures with a crowd. */
function namesOf({ pictures }: Drawn): string[] {
  return Object.keys(pictures).filter((name) => name !== 'nobody');
}
