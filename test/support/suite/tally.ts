/** Failed test, as the tally of a run lists it. */
export interface Failure {
  /** Path of the file, from the top of the repository. */
  readonly file: string;
  /** Title with those of its groups; undefined if the whole file failed. */
  readonly title?: string | undefined;
  readonly reason: string;
}

/** Result of a script, or of several together. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Lines that begin with `failed: `. */
  readonly failures: readonly string[];
}

const FAILED_TEST = /^failed: (\S+\.test\.ts)(?: > (.*?))?\t/;

/** The line for a failure. A tab separates its name from the reason. */
export function writeFailure({ file, title, reason }: Failure): string {
  return `failed: ${title === undefined ? file : `${file} > ${title}`}\t${reason.split('\n', 1)[0]}`;
}

/** Reads the tally at the end of a script's output. A script that fails without a failed test counts as one failure. */
export function readTally(script: string, code: number | null, text: string): Tally {
  const [, passed = 0, failed = 0] = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  if (code !== 0 && Number(failed) === 0) {
    return { passed: Number(passed), failed: 1, failures: [`failed: npm run ${script}`] };
  }
  return { passed: Number(passed), failed: Number(failed), failures: text.match(/^failed: .*$/gm) ?? [] };
}

/** Name of the failed test in a line, and arguments that make Vitest run it alone; undefined for other failures. */
export function readFailure(line: string): { name: string; args: readonly string[] } | undefined {
  const [, file, title] = FAILED_TEST.exec(line) ?? [];
  if (!file) return undefined;
  if (title === undefined) return { name: file, args: [file] };
  // Vitest joins titles of groups and tests by a space, the tally by ` > `.
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', ' (> )?');
  return { name: `${file} > ${title}`, args: [file, '--testNamePattern', `^${pattern}$`] };
}
