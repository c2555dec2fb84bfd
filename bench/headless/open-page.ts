import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../../test/support/find-browser.js';
import type { Plan, Result } from '../measure/result.js';
import { writePlan } from '../page/plan.js';
import { serveKit } from './serve-kit.js';

/** Lets the page measure its heap. */
const MEMORY_FLAGS = ['--enable-precise-memory-info', '--js-flags=--expose-gc'];
/** Timeout of a run: with a software GPU, frames of large crowds take minutes. */
const TIMEOUT_MILLISECONDS = 3_600_000;

export interface OpenPage {
  readonly page: Page;
  /** Address of the benchmark page, without a query. */
  readonly url: string;
  close(): Promise<void>;
}

interface OpenOptions {
  /** Draws on the machine's GPU instead of the software GPU of the tests. @default false */
  readonly gpu?: boolean;
  /** Source folder of the package. @default this checkout's */
  readonly source?: string;
}

/** Builds the benchmark page, serves it with the sample kit, and opens a browser for it. */
export async function openPage({ gpu = false, source }: OpenOptions = {}): Promise<OpenPage> {
  if (source) process.env['THREE_CROWD_SOURCE'] = source;
  else delete process.env['THREE_CROWD_SOURCE'];
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-bench-'));
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(directory, 'bench') },
  });
  const server = await serveKit(directory);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...(gpu ? GPU_FLAGS : BROWSER_FLAGS), ...MEMORY_FLAGS],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  page.on('pageerror', (error) => console.error(error));
  return {
    page,
    url: `${server.url}/examples/bench/index.html`,
    close: async () => {
      await browser.close();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Runs a plan in the page and returns the result. */
export async function measure({ page, url }: OpenPage, plan: Plan): Promise<Result> {
  await page.goto(`${url}?auto=1&${writePlan(plan)}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  const json = (await page.locator('#json').textContent()) ?? '';
  if (json === '')
    throw new Error(`The page measured nothing: ${await page.locator('#status').textContent()}`);
  return JSON.parse(json) as Result;
}

const GPU_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--ignore-gpu-blocklist',
];
