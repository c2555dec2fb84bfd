import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import list from '../../examples/examples.json' with { type: 'json' };

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

/** An example whose source is a whole program. */
export interface ExampleProgram {
  readonly name: string;
  /** `ts`, or `tsx` for a program of React. */
  readonly ending: string;
  /** Source as shown, except for the address of the service. */
  readonly source: string;
}

/** Every example that is a program of TypeScript to copy. */
export const PROGRAMS: readonly ExampleProgram[] = list
  .filter(({ isTool }) => !isTool)
  .flatMap(({ name }) =>
    ['ts', 'tsx'].flatMap((ending) => {
      const path = join(EXAMPLES, `${name}.${ending}`);
      return existsSync(path) ? [{ name, ending, source: readFileSync(path, 'utf8') }] : [];
    }),
  );
