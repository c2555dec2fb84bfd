import type { Bench, Task } from 'tinybench';

/**
 * Milliseconds of a task, and their ratio to those of the bench's first task, which is comparable between
 * machines.
 */
export function tableRow(bench: Bench): (task: Task) => Record<string, string> {
  const [first] = bench.tasks.map(medianOf);
  return (task) => {
    const median = medianOf(task);
    if (median === undefined) return { name: task.name, state: task.result.state };
    return {
      name: task.name,
      'median ms': digits(median),
      'worst ms': digits(worstOf(task)),
      'of the first': first === undefined ? '' : `× ${digits(median / first)}`,
    };
  };
}

function medianOf({ result }: Task): number | undefined {
  return 'latency' in result ? result.latency.p50 : undefined;
}

function worstOf({ result }: Task): number {
  return 'latency' in result ? result.latency.max : Number.NaN;
}

/** Three digits, without an exponent. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
