import { ENCODINGS, type Encoding } from './content.js';

/** The coding to answer with: the first of ours that `Accept-Encoding` allows; undefined for none. */
export function chooseEncoding(header: string | null): Encoding | undefined {
  if (header === null) return undefined;
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name) qualities.set(name, quality === undefined ? 1 : Number(quality));
  }
  return ENCODINGS.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0);
}
