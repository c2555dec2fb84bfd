import type { Compiler } from './messages.js';

type Answer = { readonly id: number; readonly value?: never; readonly error?: string };

/** Starts TypeScript in a worker, so that the page does not wait for it. */
export function startCompiler(): Compiler {
  const worker = new Worker(new URL('./compiler-worker.ts', import.meta.url), { type: 'module' });
  void fetchTypes().then((types) => worker.postMessage({ types }));
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  worker.addEventListener('message', ({ data: { id, value, error } }: MessageEvent<Answer>) => {
    if (error === undefined) waiting.get(id)?.resolve(value as never);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  const call =
    (name: keyof Compiler) =>
    (...values: readonly unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        worker.postMessage({ id: calls, name, values });
      });
  return {
    compile: call('compile'),
    toJavaScript: call('toJavaScript'),
    findProblems: call('findProblems'),
    suggest: call('suggest'),
    explain: call('explain'),
  };
}

async function fetchTypes(): Promise<string> {
  const answer = await fetch(new URL('./playground/types.json', document.baseURI));
  if (!answer.ok)
    throw new Error(`${answer.url} answered ${answer.status}: without it, the editor knows no types.`);
  return answer.text();
}
