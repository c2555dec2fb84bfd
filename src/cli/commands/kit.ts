import { parseArgs } from 'node:util';
import { writeKit } from '../../kit/index.js';
import { checkUsage } from '../check-usage.js';
import type { Command } from '../command.js';
import { reportProgress } from '../progress.js';
import { UsageError } from '../usage-error.js';

export const kit: Command = {
  summary: 'write the sample kit: models, clips and bone texture',
  help: `Usage: three-crowd-server kit --out <directory>

Writes the sample kit: the master GLB and its version for far away, the rest pose, the clips, the catalogue of parts
and the bone texture.

  --out <directory>  where to; it is made where it is missing`,
  async run(args, terminal) {
    const { values } = checkUsage(() => parseArgs({ args: [...args], options: { out: { type: 'string' } } }));
    if (!values.out) throw new UsageError('Say where to with --out <directory>.');
    await writeKit(values.out, { onProgress: reportProgress('Making the sample kit', terminal) });
    terminal.print(`The sample kit is in ${values.out}`);
  },
};
