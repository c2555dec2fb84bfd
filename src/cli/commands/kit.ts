import { Command } from 'commander';
import { writeKit } from '../../kit/index.js';
import { nonEmpty } from '../program/parse-options.js';
import { showProgress } from '../program/show-progress.js';
import type { Terminal } from '../program/terminal.js';

export function createKit(terminal: Terminal): Command {
  return new Command('kit')
    .summary('write the sample kit: models, clips and bone texture')
    .description(
      'Writes the sample kit: the master GLB and its version for far away, the rest pose, the clips, the catalogue of ' +
        'parts and the bone texture.',
    )
    .requiredOption('--out <directory>', 'output directory; created if it does not exist', nonEmpty)
    .action(async ({ out }: { out: string }) => {
      await showProgress('Making the sample kit', terminal, (onProgress) => writeKit(out, { onProgress }));
      terminal.print(`The sample kit is in ${out}`);
    });
}
