import type { Content } from './content/content.js';
import { VERSION } from './version.js';

/** A name that a bundler made from the content, such as `chunk-2NGYI7TF.js` or `assets/main-Bx3_q-1Z.css`. */
const NAMED_BY_CONTENT = /-[\w-]{8}\.\w+$/;

/**
 * What other servers give too, by the paths of their addresses: scripts under their version's address, which pages may
 * keep for ever, and what scripts and pages load in turn. Whatever lies at an address that stays the same, each server
 * gives of its own version.
 */
export function listPublished({
  examples,
  sdk,
}: Record<'examples' | 'sdk', ReadonlyMap<string, Content>>): Map<string, Content> {
  const listed = new Map<string, Content>();
  for (const [name, content] of sdk) {
    listed.set(`sdk/${VERSION}/${name}`, content);
    if (NAMED_BY_CONTENT.test(name)) listed.set(`sdk/${name}`, content);
  }
  for (const [name, content] of examples) {
    if (NAMED_BY_CONTENT.test(name)) listed.set(`examples/${name}`, content);
  }
  return listed;
}
