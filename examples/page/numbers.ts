import type { Crowd } from 'three-crowd';

/**
 * Lists the cost of crowds.
 *
 * @param frame measured by the renderer: triangles that it drew, and frames a second. Omitted until they are known
 */
export function showNumbers(
  list: HTMLElement,
  crowds: Crowd | readonly Crowd[],
  frame: { readonly triangles?: number | undefined; readonly framesPerSecond?: number | undefined } = {},
): void {
  const { triangles, framesPerSecond } = frame;
  const all = [crowds].flat().map(({ stats }) => stats);
  const sum = (count: 'characters' | 'drawCalls'): string =>
    all.reduce((total, stats) => total + stats[count], 0).toLocaleString('en');
  const each = (name: 'mode' | 'backend'): string => [...new Set(all.map((stats) => stats[name]))].join(', ');
  const numbers: Record<string, string> = {
    Characters: sum('characters'),
    Mode: each('mode'),
    Backend: each('backend'),
    'Draw calls': sum('drawCalls'),
    ...(triangles ? { 'Triangles drawn': triangles.toLocaleString('en') } : {}),
    ...(framesPerSecond ? { 'Frames a second': framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0) } : {}),
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
