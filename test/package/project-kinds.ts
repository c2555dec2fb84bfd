/**
 * Makes projects as the guides and the playground describe, with our packages from tarballs and all others from the registry,
 * builds them and opens them in a real browser. Status 1 if one cannot be installed or built, logs to the console or draws no
 * crowd.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Argument } from 'commander';
import { type Browser, chromium, type Page } from 'playwright';
import { PNG } from 'pngjs';
import { commandLine } from '../../bench/command-line.js';
import { characterFile } from '../support/browser/character-file.js';
import { startService } from '../support/e2e/start-service.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import type { LocalServer } from '../support/file-server.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { pack } from '../support/package/pack.js';
import { PROJECT_KINDS, type ProjectKind } from '../support/package/project-kinds.js';
import { serveDirectory } from '../support/package/serve-directory.js';

/** Colours of a picture with people in it; sky and ground alone have fewer than a hundred. */
const FEWEST_COLORS = 300;
const LONGEST_WAIT_MILLISECONDS = 240_000;

interface Outcome {
  readonly installSeconds: number;
  readonly buildSeconds: number;
  /** From the navigation to the first frame with all characters, with a software GPU. */
  readonly drawSeconds: number;
  readonly requests: number;
  readonly characters: number;
  readonly colors: number;
}

const run = promisify(execFile);

/** Runs a program in a directory. @returns seconds it took */
async function runIn(directory: string, command: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  // Next asks for no telemetry, and npm for no tests of another environment.
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: undefined };
  await run(command, args, { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    },
  );
  return (performance.now() - start) / 1000;
}

async function unpack(name: string, directory: string): Promise<void> {
  const target = join(directory, 'node_modules', name.split('@')[0]);
  await mkdir(target, { recursive: true });
  const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', directory]);
  await run('tar', ['-xzf', join(directory, stdout.trim()), '--strip-components=1', '-C', target]);
}

/** Writes, installs and builds a project. */
async function make(
  kind: ProjectKind,
  directory: string,
  service: string,
  tarballs: readonly string[],
  browser: Browser,
): Promise<Pick<Outcome, 'installSeconds' | 'buildSeconds'>> {
  const manifest = JSON.stringify({ name: 'a-project', private: true, type: 'module' });
  const files = { 'package.json': manifest, ...(await kind.files(service, browser)) };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const robot = join(directory, kind.build ? 'public' : '.', 'robot.glb');
  await mkdir(dirname(robot), { recursive: true });
  await writeFile(robot, await characterFile());
  const wanted = kind.server ? tarballs : tarballs.slice(0, 1);
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  const installSeconds = kind.packages
    ? await runIn(directory, 'npm', ['install', ...quiet, ...wanted, ...kind.packages])
    : 0;
  for (const name of kind.unpacked ?? []) await unpack(name, directory);
  const buildSeconds = kind.build ? await runIn(directory, 'npm', kind.build) : 0;
  return { installSeconds, buildSeconds };
}

/** The project's own server. */
async function startServer(directory: string, program: string): Promise<LocalServer> {
  const server: ChildProcess = spawn(process.execPath, [program], { cwd: directory });
  const url = await new Promise<string>((ready, fail) => {
    server.stdout?.on('data', (chunk: Buffer) => ready(chunk.toString().trim()));
    server.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
    server.on('exit', (code) => fail(new Error(`${program} ended with ${code}.`)));
  });
  return { url, close: async () => void server.kill() };
}

/** Keeps the largest number of characters in a scene that was drawn: three sends an event about every new scene. */
function countDrawn(): void {
  const page = globalThis as { drawn?: number; __THREE_DEVTOOLS__?: EventTarget };
  page.drawn = 0;
  page.__THREE_DEVTOOLS__ = new EventTarget();
  page.__THREE_DEVTOOLS__.addEventListener('observe', (event) => {
    const { detail: scene } = event as CustomEvent;
    if (!scene?.isScene) return;
    scene.onAfterRender = () => {
      let characters = 0;
      scene.traverseVisible((object: { isCrowd?: boolean; stats: { characters: number } }) => {
        if (object.isCrowd) characters += object.stats.characters;
      });
      page.drawn = Math.max(page.drawn ?? 0, characters);
    };
  });
}

async function look(
  page: Page,
  kind: ProjectKind,
  url: string,
): Promise<Pick<Outcome, 'characters' | 'drawSeconds'>> {
  await page.addInitScript(countDrawn);
  const start = performance.now();
  await page.goto(url);
  const reached = (least: number): boolean => ((globalThis as { drawn?: number }).drawn ?? 0) >= least;
  await page.waitForFunction(reached, kind.characters, { timeout: LONGEST_WAIT_MILLISECONDS });
  const drawSeconds = (performance.now() - start) / 1000;
  const characters = await page.evaluate(() => (globalThis as { drawn?: number }).drawn ?? 0);
  return { characters, drawSeconds };
}

/** Writes what the page shows. @returns how many colours it has */
async function takePicture(page: Page, path: string): Promise<number> {
  // A page that goes on drawing leaves a software GPU no time for the picture.
  await page.evaluate('globalThis.requestAnimationFrame = () => 0');
  const { data } = PNG.sync.read(await page.screenshot({ path, timeout: LONGEST_WAIT_MILLISECONDS }));
  return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;
}

/** @param onRequest called for each request to the static server */
async function show(kind: ProjectKind, directory: string, onRequest: () => void): Promise<LocalServer> {
  if (kind.server) return startServer(directory, kind.server);
  if (kind.isFile) return { url: pathToFileURL(join(directory, 'index.html')).href, close: async () => {} };
  return serveDirectory(join(directory, kind.served ?? '.'), { onRequest });
}

async function tryKind(
  kind: ProjectKind,
  parent: string,
  service: string,
  tarballs: readonly string[],
  browser: Browser,
): Promise<Outcome> {
  const directory = await mkdtemp(join(parent, 'project-'));
  const made = await make(kind, directory, service, tarballs, browser);
  let requests = 0;
  const site = await show(kind, directory, () => {
    requests += 1;
  });
  const page = await browser.newPage({ viewport: { width: 480, height: 270 } });
  const complaints = watchComplaints(page);
  try {
    const drawn = await look(page, kind, `${site.url}${kind.query ?? ''}`);
    const colors = await takePicture(page, join(parent, `${kind.name}.png`));
    await kind.tryMore?.(page);
    const own = complaints.filter((complaint) => !kind.remarks?.includes(complaint));
    if (own.length > 0) throw new Error(`The console has: ${own.join('\n')}`);
    if (colors < FEWEST_COLORS) throw new Error(`The picture has ${colors} colours.`);
    if (requests > (kind.mostRequests ?? Number.POSITIVE_INFINITY)) throw new Error(`${requests} requests.`);
    return { ...made, ...drawn, requests, colors };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${complaints.join('\n')}`, { cause: error });
  } finally {
    await page.close();
    await site.close();
    if (process.exitCode === undefined) await rm(directory, { recursive: true });
  }
}

const names = PROJECT_KINDS.map(({ name }) => name);
const { args: asked } = commandLine(
  'npm run test:projects --',
  'Makes, builds and opens projects, by default all. Needs the registry and npm run build.',
)
  .addArgument(new Argument('[names...]', 'kinds of projects').choices(names))
  .parse();
const kinds = PROJECT_KINDS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const parent = await mkdtemp(join(tmpdir(), 'three-crowd-kinds-'));
const packages = ['three-crowd', 'three-crowd-server'] as const;
const tarballs = await Promise.all(packages.map(async (name) => (await pack(name, parent)).path));
const service = await startService();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const outcomes: Record<string, Outcome> = {};
try {
  for (const kind of kinds) {
    try {
      const outcome = await tryKind(kind, parent, service.address, tarballs, browser);
      outcomes[kind.name] = outcome;
      console.log(kind.name, outcome);
    } catch (error) {
      process.exitCode = 1;
      console.error(kind.name, error);
    }
  }
  console.table(outcomes);
  console.log(`Pictures are in ${parent}.`);
} finally {
  await browser.close();
  await service.stop();
}
