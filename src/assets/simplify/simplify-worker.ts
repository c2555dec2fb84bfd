import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { SimplifyMessage } from './simplify-in-worker.js';
import { runSimplifyJob, type SimplifyJob } from './simplify-job.js';

// A module worker that simplifies meshes. It sends `ready` once WebAssembly has started, which a page's policy can forbid.

function post(message: SimplifyMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.addEventListener('message', ({ data }: MessageEvent<readonly SimplifyJob[]>) => {
  const results = data.map((job) => runSimplifyJob(job, MeshoptSimplifier));
  const arrays = results
    .flatMap((result) => ('failure' in result ? [] : result))
    .flatMap((mesh) => [mesh.indices, mesh.vertices, mesh.positions, ...Object.values(mesh.seen)]);
  post(
    { kind: 'done', results },
    arrays.map(({ buffer }) => buffer),
  );
});

MeshoptSimplifier.ready.then(
  () => post({ kind: 'ready' }),
  () => post({ kind: 'refused' }),
);
