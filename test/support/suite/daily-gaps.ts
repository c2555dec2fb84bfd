/** Declared test. */
export interface DeclaredTest {
  /** Path from the top of the repository. */
  readonly file: string;
  /** Title with those of its groups. */
  readonly title: string;
  readonly isNightly: boolean;
}

/**
 * Where whole files may be left to the night: parts of a page or a package are tested by day, and the example for
 * Babylon.js has to load that library, which takes as long as ten tests.
 */
const WHOLE_FILES_AT_NIGHT = /^test\/(?:(?:e2e|package)\/|browser\/left-handed\.)/;
/**
 * Files that compare what each backend draws with three's own answer or with another one's, and so show that it draws:
 * these try every backend by day. The others try what they are about on one backend by day, and on all each night.
 */
const ALL_BACKENDS_BY_DAY =
  /^test\/browser\/(?:clones|control|heroes|instanced|layers|materials|motion|pictures|placement|recovery|sample-crowd|several-materials)\./;
const BACKEND = /\b(webgpu-webgl2|webgpu|webgl)\b/g;

/**
 * Returns gaps of the daily tests, as sentences: a file whose tests are all left out, or a backend that
 * one of {@link ALL_BACKENDS_BY_DAY} tries at night alone.
 */
export function findDailyGaps(tests: readonly DeclaredTest[]): string[] {
  const gaps: string[] = [];
  for (const file of new Set(tests.map((test) => test.file))) {
    const declared = tests.filter((test) => test.file === file);
    const daily = declared.filter(({ isNightly }) => !isNightly);
    if (daily.length === 0) {
      if (!WHOLE_FILES_AT_NIGHT.test(file)) gaps.push(`${file} has no test without the tag nightly.`);
      continue;
    }
    if (!ALL_BACKENDS_BY_DAY.test(file)) continue;
    const triedDaily = backendsOf(daily);
    for (const backend of backendsOf(declared)) {
      if (!triedDaily.has(backend)) gaps.push(`${file} tries ${backend} only in tests with the tag nightly.`);
    }
  }
  return gaps;
}

function backendsOf(tests: readonly DeclaredTest[]): Set<string> {
  return new Set(tests.flatMap(({ title }) => title.match(BACKEND) ?? []));
}
