import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer, type ServerOptions } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../../test/support/find-browser.js';
import { serveKit } from './serve-kit.js';

/** Timeout of a page, which compiles shaders on a software GPU. */
const TIMEOUT_MILLISECONDS = 120_000;

/** Pages of this folder, served from their source, and a service with the sample kit. */
export interface SourcePages {
  /** Address of the service. */
  readonly service: string;
  /** Opens a page of one module, such as `walking/page.ts`, and waits until it is ready. */
  open(module: string): Promise<Page>;
  close(): Promise<void>;
}

/** Starts both servers, and a browser with a software GPU. */
export async function serveSourcePages(headers: ServerOptions['headers'] = {}): Promise<SourcePages> {
  const service = await serveKit();
  const pages = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, headers },
  });
  await pages.listen();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  return {
    service: service.url,
    open: async (module) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(TIMEOUT_MILLISECONDS);
      page.on('pageerror', (error) => console.error(error));
      await page.goto(`${pages.resolvedUrls?.local[0]}source.html?${module}`);
      await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
      return page;
    },
    close: async () => {
      await browser.close();
      await pages.close();
      await service.close();
    },
  };
}
