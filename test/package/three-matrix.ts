/**
 * Draws a crowd with releases of three, on every backend in a real browser, and compares with the newest release:
 * `npm run test:three-matrix`, or with the releases as arguments: `npm run test:three-matrix -- 0.170.0 0.187.0`.
 *
 * Needs the registry, and the package as built. Ends with exit code 1 where a release is refused that should draw, draws
 * that should be refused, or draws another picture.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright';
import type { BackendName } from '../../src/index.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { ROOT } from '../support/package/pack.js';
import type { Drawn } from '../support/package/three-page.js';

/** The oldest of each backend, those beside which something of three changed, and the newest; `next` where there is one. */
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
 * How much of what the crowd and its shadows change in a picture may be another change than with the newest release.
 * Releases light and filter shadows a little differently; a crowd without shadows is 0.5 off, one in another place 1.5.
 */
const MOST_DIFFERENCE = 0.25;

const run = promisify(execFile);

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

/** The page's script with one release inside, as a bundler of a user would make it: WebGPU half included. */
async function bundlePage(three: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test/support/package/three-page.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    alias: {
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

/** What a release draws on a backend; a text where it is refused or fails. */
async function drawWith(browser: Browser, script: string, backend: BackendName): Promise<Drawn | string> {
  const page = await browser.newPage();
  try {
    // A page has WebGPU on a secure origin alone.
    await page.route('http://localhost/**', (route) =>
      route.fulfill(
        route.request().url().endsWith('.js')
          ? { contentType: 'text/javascript', body: script }
          : {
              contentType: 'text/html',
              body: '<!doctype html><script type="module" src="page.js"></script>',
            },
      ),
    );
    await page.goto('http://localhost/index.html');
    await page.waitForFunction(() => 'drawCrowd' in globalThis);
    return await page.evaluate((name) => globalThis.drawCrowd(name), backend);
  } catch (error) {
    return `failed: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    await page.close();
  }
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
  const isSupported = Number(release.split('.')[1]) >= OLDEST[backend];
  if (typeof drawn === 'string') {
    const isRefusal = drawn.startsWith(`three is 0.${release.split('.')[1]}, `);
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

const asked = process.argv.slice(2);
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
      const drawn = await drawWith(browser, script, backend);
      if (release === latest && typeof drawn !== 'string') newest.set(backend, drawn);
      const reference = newest.get(backend);
      if (!reference) throw new Error(`three ${latest}, ${backend}: ${drawn}`);
      const fault = judge(backend, release, drawn, reference);
      if (fault !== '') failures += 1;
      const most = typeof drawn === 'string' ? 'refused' : mostDifference(drawn, reference);
      console.log(`${release.padEnd(10)}${backend.padEnd(15)}${fault || `ok, ${most}`}`);
    }
  }
} finally {
  await browser.close();
  await rm(directory, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function mostDifference(drawn: Drawn, reference: Drawn): string {
  const most = Math.max(...namesOf(reference).map((name) => differenceOf(drawn, reference, name)));
  return `at most ${most.toFixed(3)} off`;
}

/** The pictures with a crowd in them. */
function namesOf({ pictures }: Drawn): string[] {
  return Object.keys(pictures).filter((name) => name !== 'nobody');
}
