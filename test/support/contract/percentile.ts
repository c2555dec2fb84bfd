import { Worker } from 'node:worker_threads';

/** The value that a share of all values does not exceed (nearest rank). @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Median, 99th percentile and maximum, to a tenth. */
export function describeTimes(times: readonly number[]): { p50: number; p99: number; max: number } {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => Math.round(percentile(times, share) * 10) / 10);
  return { p50, p99, max };
}

/** Milliseconds that each of many requests took, one after the other, while some work goes on. */
export async function timeWhile(work: Promise<unknown>, request: () => Promise<Response>): Promise<number[]> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const started = performance.now();
    await (await request()).arrayBuffer();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await watched;
  return times;
}

/** Asks for an address in a loop, on a thread of its own, so that work of the test itself does not count. */
const PROBE = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const times = [];
let isStopped = false;
parentPort.once('message', () => { isStopped = true; });
const ask = () => new Promise((resolve, reject) => {
  get(workerData.url, { agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error('status ' + response.statusCode));
    response.resume().on('end', resolve);
  }).on('error', reject);
});
(async () => {
  while (!isStopped || times.length < workerData.least) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  parentPort.postMessage(times);
})();`;

/**
 * Milliseconds that a bystander's requests took while some work went on. Each has to be answered with 200.
 *
 * @param least how many requests it makes at least, however long that takes
 */
export async function timeBystander(
  url: string,
  least: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const probe = new Worker(PROBE, { eval: true, workerData: { url, least } });
  const times = new Promise<number[]>((resolve, reject) => {
    probe.once('message', resolve);
    probe.once('error', reject);
  });
  times.catch(() => {});
  await work();
  probe.postMessage('stop');
  return times.finally(() => probe.terminate());
}
