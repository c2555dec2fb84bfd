import { createServer } from 'vite';
import config from '../vite.config.js';

export interface LoadedModule<T> {
  readonly module: T;
  /** Stops the loader. Modules cannot be imported through it afterwards. */
  close(): Promise<void>;
}

/** Loads a module into Node as the page's build would: shaders as text, the package from source. */
export async function loadModule<T>(file: string): Promise<LoadedModule<T>> {
  const server = await createServer({
    ...config,
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  return { module: (await server.ssrLoadModule(file)) as T, close: () => server.close() };
}
