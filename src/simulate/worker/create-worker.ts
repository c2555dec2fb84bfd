/** Milliseconds after which the line that starts a worker of another origin is freed. */
const REVOKE_MILLISECONDS = 60_000;

/** The file of this module; empty in the classic script, which is one file and cannot name another. */
export const MODULE_ADDRESS = import.meta.url;

/** Starts the worker; undefined where the page lets none start. */
export function createWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./simulation-worker.js', import.meta.url), { type: 'module' });
  } catch {
    return createWorkerOfOtherOrigin();
  }
}

/**
 * A page may not start a worker from a file of another origin, such as the service's `/sdk/`, but it may start one from a
 * line of its own that imports that file.
 */
function createWorkerOfOtherOrigin(): Worker | undefined {
  const address = JSON.stringify(MODULE_ADDRESS.replace(/[^/]*$/, 'simulation-worker.js'));
  // A page from the disk has no origin. Chromium starts a script for it, but no module.
  const isModule = globalThis.origin !== 'null';
  const text = isModule ? `import ${address};` : importLater(address);
  const file = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return new Worker(file, { type: isModule ? 'module' : 'classic' });
  } catch {
    return undefined;
  } finally {
    // The worker has begun to fetch it by then.
    setTimeout(() => URL.revokeObjectURL(file), REVOKE_MILLISECONDS);
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
