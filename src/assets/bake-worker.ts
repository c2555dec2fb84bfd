import { isBoneTextureError } from '../errors/index.js';
import type { BakeMessage } from './bake-in-worker.js';
import { type BakeJob, runBakeJob } from './bake-job.js';

// A module worker that runs one job. It says `ready` first, so that a refused worker can be told apart.

function post(message: BakeMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.addEventListener('message', ({ data }: MessageEvent<BakeJob>) => {
  try {
    const texture = runBakeJob(data, (fraction) => post({ kind: 'progress', fraction }));
    post({ kind: 'done', texture }, [texture.data.buffer as ArrayBuffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', message, field: isBoneTextureError(error) ? error.field : undefined });
  }
});

post({ kind: 'ready' });
