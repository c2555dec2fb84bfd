/** Lines of one metric: comments and values. */
interface Family {
  readonly comments: string[];
  readonly values: string[];
}

const VALUE = /^(\w+)(?:\{(.*)\})? (.*)$/;

/**
 * Merges the metrics of several processes. Each value gets the label `worker`, since a counter that came from another process
 * each time would jump.
 *
 * @param texts in the text format of Prometheus (version 0.0.4), by the name of the process
 */
export function mergeMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>();
  for (const [worker, text] of texts) {
    let family: Family = { comments: [], values: [] };
    for (const line of text.split('\n')) {
      const [mark, kind, name] = line.split(' ');
      if (mark === '#') {
        const known = families.get(name);
        family = known ?? { comments: [], values: [] };
        families.set(name, family);
        if (!family.comments.some((comment) => comment.startsWith(`# ${kind} `))) family.comments.push(line);
        continue;
      }
      const [, metric, labels, value] = VALUE.exec(line) ?? [];
      if (metric === undefined) continue;
      family.values.push(`${metric}{worker="${worker}"${labels ? `,${labels}` : ''}} ${value}`);
    }
  }
  const lines = [...families.values()].flatMap(({ comments, values }) => [...comments, ...values]);
  return `${lines.join('\n')}\n`;
}
