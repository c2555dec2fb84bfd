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
  const file = URL.createObjectURL(new Blob([`import ${address};`], { type: 'text/javascript' }));
  try {
    return new Worker(file, { type: 'module' });
  } catch {
    return undefined;
  } finally {
    // The worker has begun to fetch it by then.
    setTimeout(() => URL.revokeObjectURL(file), REVOKE_MILLISECONDS);
  }
}
