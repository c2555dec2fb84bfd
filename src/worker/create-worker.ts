/** Milliseconds after which the line that starts a worker of another origin is freed. */
const REVOKE_MILLISECONDS = 60_000;
/** Milliseconds that a worker may take to start. */
const START_LIMIT = 10_000;

/**
 * Starts a worker; undefined where the page lets none start.
 *
 * @param create makes the worker: bundlers look for `new Worker(new URL('./name.js', import.meta.url), { type: 'module' })`
 * @param name of the worker's file, to start it from another origin, too: a content security policy has to allow `worker-src blob:`
 * @param moduleAddress of a module in the same folder; empty in the classic script, which is one file and cannot name another
 */
export function createWorker(create: () => Worker, name = '', moduleAddress = ''): Worker | undefined {
  try {
    return create();
  } catch {
    return moduleAddress === ''
      ? undefined
      : createWorkerOfOtherOrigin(moduleAddress.replace(/[^/]*$/, name));
  }
}

/** True once a worker has sent `{ kind: 'ready' }`; false for one that sends anything else, fails or does not start in time. */
export function untilReady(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReady: boolean): void => {
      clearTimeout(timer);
      resolve(isReady);
    };
    const timer = setTimeout(settle, START_LIMIT, false);
    worker.addEventListener('message', ({ data }) => settle(data.kind === 'ready'), { once: true });
    worker.addEventListener('error', () => settle(false), { once: true });
  });
}

/**
 * A page may not start a worker from a file of another origin, such as the service's `/sdk/`, but it may start one from a
 * line of its own that imports that file.
 */
function createWorkerOfOtherOrigin(file: string): Worker | undefined {
  const address = JSON.stringify(file);
  // A page from the disk has no origin. Chromium starts a script for it, but no module.
  const isModule = globalThis.origin !== 'null';
  const text = isModule ? `import ${address};` : importLater(address);
  const script = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return new Worker(script, { type: isModule ? 'module' : 'classic' });
  } catch {
    return undefined;
  } finally {
    // The worker has begun to fetch it by then.
    setTimeout(() => URL.revokeObjectURL(script), REVOKE_MILLISECONDS);
  }
}

/** A script that imports a module, and keeps what it is sent until that is there; it throws where the module is not. */
const importLater = (address: string): string => `const early = [];
const keep = ({ data }) => early.push(data);
addEventListener('message', keep);
import(${address}).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));`;
