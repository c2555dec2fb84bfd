import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of a tick, in which Linux counts. */
const TICK = 10_000;

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Processor time of child processes that have ended. */
  readonly ended: number;
}

/** Microseconds of processor time that a process and its children took so far, as Linux counts them. */
export function processorTimeOf(pid: number): number {
  const times = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readTimes(name)]),
  );
  const sum = (of: number): number => {
    const { own = 0, ended = 0 } = times.get(of) ?? {};
    const children = [...times].filter(([, child]) => child?.parent === of);
    return children.reduce((total, [child]) => total + sum(child), own + ended);
  };
  return sum(pid) * TICK;
}

/** Undefined for a process that has just ended. */
function readTimes(pid: string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in brackets, and may hold anything; these are the 4th and the 14th to 17th.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1], own: fields[11] + fields[12], ended: fields[13] + fields[14] };
  } catch {
    return undefined;
  }
}
