import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Answers every message of the parent process with the processor time that this one took, in microseconds. */
export function tellProcessorTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}

/** Microseconds of processor time, in all its threads, that a process took so far. */
export async function processorTimeOf(child: ChildProcess): Promise<number> {
  child.send('processor time');
  const [microseconds] = await once(child, 'message');
  return microseconds as number;
}
