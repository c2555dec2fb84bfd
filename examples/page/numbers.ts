import type { Crowd } from 'three-crowd';

/** Writes down what crowds cost, as they count it themselves. */
export function showNumbers(
  list: HTMLElement,
  crowds: Crowd | readonly Crowd[],
  framesPerSecond?: number,
): void {
  const all = [crowds].flat().map(({ stats }) => stats);
  const sum = (count: 'characters' | 'drawCalls' | 'triangles'): string =>
    all.reduce((total, stats) => total + stats[count], 0).toLocaleString('en');
  const each = (name: 'mode' | 'backend'): string => [...new Set(all.map((stats) => stats[name]))].join(', ');
  const numbers: Record<string, string> = {
    Characters: sum('characters'),
    Mode: each('mode'),
    Backend: each('backend'),
    'Draw calls': sum('drawCalls'),
    Triangles: sum('triangles'),
    'Frames a second': framesPerSecond?.toFixed(framesPerSecond < 10 ? 1 : 0) ?? '–',
  };
  list.replaceChildren(
    ...Object.entries(numbers).map(([name, value]) => {
      const entry = document.createElement('div');
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      detail.textContent = value;
      entry.append(term, detail);
      return entry;
    }),
  );
}
