import type { BackendName } from 'three-crowd';
import type { Plan } from '../measure/result.js';
import { VIEWS, type View } from '../scenes/stage.js';

export const COUNTS = [150, 300, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000] as const;
export const BACKENDS = ['webgpu', 'webgpu-webgl2', 'webgl'] as const satisfies readonly BackendName[];

/** Plan of the page without a query. */
export const DEFAULT_PLAN: Plan = {
  counts: [150, 500],
  contenders: ['all'],
  backends: BACKENDS,
  view: 'overview',
  shadows: false,
  width: 640,
  height: 360,
  rounds: 5,
  frames: 20,
  budget: 20,
  soak: 0,
};

/** Returns the plan of a query. Throws for an unknown value, naming the known ones. */
export function readPlan(query: URLSearchParams): Plan {
  const list = <T>(name: string, values: readonly T[], parse: (text: string) => T): readonly T[] => {
    const text = query.get(name);
    return text ? text.split(',').map(parse) : values;
  };
  const number = (name: string, value: number): number => positive(name, query.get(name) ?? String(value));
  const [width, height] = readSize(query.get('size') ?? `${DEFAULT_PLAN.width}x${DEFAULT_PLAN.height}`);
  return {
    counts: list('counts', DEFAULT_PLAN.counts, (text) => positive('counts', text)),
    contenders: list('contenders', DEFAULT_PLAN.contenders, String),
    backends: list('backends', DEFAULT_PLAN.backends, (text) => oneOf('backends', text, BACKENDS)),
    view: oneOf<View>('view', query.get('view') ?? DEFAULT_PLAN.view, VIEWS),
    shadows: query.get('shadows') === '1',
    width,
    height,
    rounds: number('rounds', DEFAULT_PLAN.rounds),
    frames: number('frames', DEFAULT_PLAN.frames),
    budget: number('budget', DEFAULT_PLAN.budget),
    soak: query.has('soak') ? number('soak', 0) : DEFAULT_PLAN.soak,
  };
}

/** Inverse of {@link readPlan}. */
export function writePlan({
  counts,
  contenders,
  backends,
  view,
  shadows,
  width,
  height,
  rounds,
  frames,
  budget,
  soak,
}: Plan): string {
  return new URLSearchParams({
    counts: counts.join(),
    contenders: contenders.join(),
    backends: backends.join(),
    view,
    shadows: shadows ? '1' : '0',
    size: `${width}x${height}`,
    rounds: String(rounds),
    frames: String(frames),
    budget: String(budget),
    ...(soak > 0 ? { soak: String(soak) } : {}),
  })
    .toString()
    .replaceAll('%2C', ',');
}

/** Members of `all` that the plan names, in the order of `all`. Throws for an unknown name. */
export function chosen<T extends { readonly id: string }>(
  names: readonly string[],
  all: readonly T[],
): readonly T[] {
  if (names.includes('all')) return all;
  for (const name of names)
    oneOf(
      'contenders',
      name,
      all.map(({ id }) => id),
    );
  return all.filter(({ id }) => names.includes(id));
}

function readSize(text: string): [width: number, height: number] {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (width === undefined) throw new RangeError(`size must be such as 640x360, not "${text}".`);
  return [positive('size', width), positive('size', height)];
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name} must be a whole number above 0, not "${text}".`);
}

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new RangeError(`${name} has no "${text}"; it has ${values.join(', ')}.`);
}
