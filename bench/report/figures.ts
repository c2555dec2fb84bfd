import { growthOf } from '../measure/growth.js';
import type { Entry, Measured } from '../measure/result.js';

/** A published figure, and the runs that verify it. */
export interface Figure {
  readonly id: string;
  /** Queries of the benchmark page. */
  readonly plans: readonly Record<string, string>[];
  find(entries: readonly Entry[]): Finding[];
}

export interface Finding {
  readonly title: string;
  readonly bar: string;
  readonly value: string;
  readonly holds: boolean;
}

type Key = Pick<Entry, 'contender' | 'backend' | 'count'>;
type Quantity = 'frame' | 'script';

const SCRIPT_RUN = {
  contenders: 'three-crowd-varied',
  view: 'street',
  rounds: '6',
  frames: '20',
  budget: '60',
};
const OURS = ['webgpu', 'webgpu-webgl2', 'webgl'] as const;
const MOST_DRAWS = 36;
/** Bytes of one reference: the smallest leak of a frame. */
const REFERENCE = 4;

export const FIGURES: readonly Figure[] = [
  {
    id: 'script',
    plans: [{ ...SCRIPT_RUN, backends: 'webgpu', counts: '150,1000,5000' }],
    find: (entries) =>
      (
        [
          [1000, 1.5],
          [5000, 1.3],
        ] as const
      ).map(([count, bar]) => {
        const own = { contender: 'three-crowd-varied', backend: 'webgpu' } as const;
        const title = `JavaScript a frame, WebGPU, ${count} against 150`;
        return ratio(title, entries, 'script', { ...own, count }, { ...own, count: 150 }, bar);
      }),
  },
  {
    id: 'script-webgl',
    plans: [
      { ...SCRIPT_RUN, backends: 'webgl,webgpu-webgl2', counts: '5000' },
      {
        ...SCRIPT_RUN,
        backends: 'webgl,webgpu-webgl2',
        counts: '150',
        contenders: 'clones',
        view: 'overview',
      },
    ],
    find: (entries) =>
      (['webgl', 'webgpu-webgl2'] as const).map((backend) =>
        ratio(
          `JavaScript a frame, ${backend}, 5,000 culled in a street against clones at 150, all in view`,
          entries,
          'script',
          { contender: 'three-crowd-varied', backend, count: 5000 },
          { contender: 'clones', backend, count: 150 },
          0.1,
        ),
      ),
  },
  {
    id: 'street',
    plans: [
      {
        contenders: 'three-crowd,three-crowd-near',
        counts: '1000',
        view: 'street',
        rounds: '3',
        frames: '4',
      },
    ],
    find: (entries) =>
      OURS.map((backend) =>
        ratio(
          `Frame at 1,000 in a street, ${backend}, tiers and culling on against off`,
          entries,
          'frame',
          { contender: 'three-crowd', backend, count: 1000 },
          { contender: 'three-crowd-near', backend, count: 1000 },
          0.25,
        ),
      ),
  },
  {
    id: 'peers',
    plans: [
      {
        contenders: 'three-crowd-near,clones,instanced-mesh-2,babylon',
        counts: '150',
        rounds: '6',
        frames: '6',
      },
    ],
    find: (entries) =>
      (
        [
          ['clones', 0.5],
          ['instanced-mesh-2', 0.5],
          ['babylon', 0.7],
        ] as const
      ).map(([contender, bar]) => {
        const own = fastest(entries, 'three-crowd-near');
        const other = fastest(entries, contender);
        const title = `Frame at 150, no culling, no far meshes, best backend (${own.backend}), against ${contender} (${other.backend})`;
        return ratio(title, entries, 'frame', own, other, bar);
      }),
  },
  {
    id: 'heap',
    plans: [
      {
        contenders: 'three-crowd-varied',
        counts: '8',
        size: '64x36',
        rounds: '1',
        frames: '3',
        soak: '2000',
      },
    ],
    find: (entries) =>
      entries.map(({ backend, measured }) => {
        const { frames, heaps } = measured?.soak ?? { frames: 1, heaps: [0, Number.NaN, Number.NaN] };
        const growth = growthOf(heaps, frames);
        return {
          title: `Heap growth with each of ${frames * (heaps.length - 1)} frames, ${backend}`,
          bar: `under ${REFERENCE} bytes, which one reference takes`,
          value: `${growth.toFixed(1)} bytes a frame, ${((heaps[heaps.length - 1] - heaps[0]) / 1e6).toFixed(2)} MB in all`,
          holds: growth < REFERENCE,
        };
      }),
  },
  {
    id: 'draws',
    plans: ['overview', 'street', 'close'].map((view) => ({
      contenders: 'three-crowd-varied',
      counts: '150,500,1000,2000,5000',
      view,
      rounds: '1',
      frames: '1',
      budget: '1',
    })),
    find: (entries) => {
      const draws = entries.map(({ measured }) => measured?.draws ?? Number.NaN);
      const most = Math.max(...draws);
      return [
        {
          title:
            'Draw commands of a frame, 150 to 5,000, three views and backends, ground and palette included',
          bar: `at most ${MOST_DRAWS}`,
          value: `${Math.min(...draws)} to ${most}`,
          holds: most <= MOST_DRAWS,
        },
      ];
    },
  },
  {
    id: 'many',
    plans: [{ contenders: 'three-crowd-varied', counts: '20000', view: 'street', rounds: '2', frames: '2' }],
    find: (entries) =>
      entries.map(({ backend, measured, error }) => ({
        title: `20,000 characters, ${backend}`,
        bar: 'runs',
        value: measured ? `${measured.frame.median.toFixed(0)} ms a frame` : `failed: ${error}`,
        holds: measured !== undefined,
      })),
  },
];

function ratio(
  title: string,
  entries: readonly Entry[],
  quantity: Quantity,
  own: Key,
  other: Key,
  bar: number,
): Finding {
  const [mine, theirs] = [medianOf(entries, own, quantity), medianOf(entries, other, quantity)];
  return {
    title,
    bar: `at most ${bar}`,
    value: `${(mine / theirs).toFixed(2)} (${mine.toFixed(2)} against ${theirs.toFixed(2)} ms)`,
    holds: mine / theirs <= bar,
  };
}

function medianOf(entries: readonly Entry[], key: Key, quantity: Quantity): number {
  const entry = entries.find(
    ({ contender, backend, count }) =>
      contender === key.contender && backend === key.backend && count === key.count,
  );
  if (!entry?.measured)
    throw new Error(`No ${quantity} of ${Object.values(key).join(' ')}: ${entry?.error ?? 'not run'}.`);
  return entry.measured[quantity].median;
}

/** Returns the entry of a contender on its fastest backend. */
function fastest(entries: readonly Entry[], id: string): Key {
  const frame = ({ measured }: Entry): number => (measured as Measured).frame.median;
  const [best] = entries
    .filter(({ contender, measured }) => contender === id && measured)
    .sort((a, b) => frame(a) - frame(b));
  if (!best) throw new Error(`${id} was not measured.`);
  return { contender: best.contender, backend: best.backend, count: best.count };
}
