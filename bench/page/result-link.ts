import { z } from 'zod/mini';
import { withoutPictures } from '../measure/fill-result.js';
import type { Result } from '../measure/result.js';
import { VIEWS } from '../scenes/stage.js';
import { BACKENDS } from './plan.js';

/** Start of the fragment, which is not sent to servers. */
const MARK = '#result=';

const backend = z.enum(BACKENDS);
const measure = z.object({ median: z.number(), spread: z.number(), samples: z.number() });
const measured = z.object({
  frame: measure,
  script: measure,
  gpu: z.exactOptional(measure),
  passes: z.exactOptional(z.record(z.string(), measure)),
  draws: z.number(),
  triangles: z.exactOptional(z.number()),
  load: z.number(),
  heap: z.exactOptional(z.number()),
  soak: z.exactOptional(z.object({ frames: z.number(), heaps: z.array(z.number()) })),
});
const entry = z.object({
  contender: z.string(),
  title: z.string(),
  version: z.string(),
  backend,
  count: z.number(),
  error: z.exactOptional(z.string()),
  measured: z.exactOptional(measured),
});
const plan = z.object({
  counts: z.array(z.number()),
  contenders: z.array(z.string()),
  backends: z.array(backend),
  view: z.enum(VIEWS),
  shadows: z.boolean(),
  width: z.number(),
  height: z.number(),
  rounds: z.number(),
  frames: z.number(),
  budget: z.number(),
  soak: z.number(),
});
/** Links are untrusted: only the fields of a run are read, and no pictures. */
const schema = z.object({
  format: z.literal(1),
  date: z.string(),
  browser: z.string(),
  adapters: z.partialRecord(backend, z.string()),
  processors: z.number(),
  plan,
  entries: z.array(entry),
  isComplete: z.boolean(),
});

/** Returns the fragment of a link that shows a result, without pictures. */
export async function writeResultLink(result: Result): Promise<string> {
  const text = new Blob([JSON.stringify(withoutPictures(result))]).stream();
  const bytes = await new Response(text.pipeThrough(new CompressionStream('deflate-raw'))).bytes();
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return MARK + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the result of a fragment that {@link writeResultLink} wrote; undefined for any other. */
export async function readResultLink(hash: string): Promise<Result | undefined> {
  if (!hash.startsWith(MARK)) return undefined;
  try {
    const base64 = hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return schema.parse(await new Response(text).json());
  } catch (cause) {
    throw new Error(
      'The result in this address cannot be read. Was the address cut off where it was copied?',
      { cause },
    );
  }
}
