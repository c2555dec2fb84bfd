import { ENCODINGS, type Encoding } from './content.js';

/** Headers that were read before: few programs ask, and each always says the same. */
const known = new Map<string, Encoding | undefined>();
const MOST_KNOWN = 64;
const LONGEST_KNOWN = 128;

/** The coding to answer with: the first of ours that `Accept-Encoding` allows; undefined for none. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  if (known.has(header)) return known.get(header);
  const encoding = readHeader(header);
  if (known.size < MOST_KNOWN && header.length <= LONGEST_KNOWN) known.set(header, encoding);
  return encoding;
}

function readHeader(header: string): Encoding | undefined {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name) qualities.set(name, quality === undefined ? 1 : Number(quality));
  }
  return ENCODINGS.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0);
}
