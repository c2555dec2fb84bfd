import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { WRITTEN_SERVICE } from '../page/service-address.js';
import { toJavaScript } from '../page/to-javascript.js';

/** As `serviceAddress` has it, for a program that must import nothing for it. */
const SERVING = "new URL('..', document.baseURI).href.slice(0, -1)";

const PROGRAM = /\/examples\/[\w-]+\.tsx?$/;

/**
 * Vite: programs of the examples talk to the service that serves their page, not to the address that they have written;
 * and `?javascript` gives a program as text without its types, for pages without a compiler.
 */
export function givePrograms(): Plugin {
  return {
    name: 'programs',
    enforce: 'pre',
    load(id) {
      const [path, query] = id.split('?');
      if (query !== 'javascript') return;
      return `export default ${JSON.stringify(toJavaScript(ts, readFileSync(path, 'utf8')))}`;
    },
    transform: (code, id) => (PROGRAM.test(id) ? code.replace(`'${WRITTEN_SERVICE}'`, SERVING) : null),
  };
}
