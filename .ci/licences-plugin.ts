import type { Plugin, Rolldown } from 'vite';
import { LICENCES_FILE, Licences } from './licences.js';

/**
 * Vite plugins that give every built script the licences of what is bundled into it: one for the pages, and one for
 * the workers, which Vite bundles apart and before the pages.
 */
export function carryLicences(): {
  readonly licences: Licences;
  readonly pages: Plugin;
  readonly workers: Plugin;
} {
  const licences = new Licences();
  return {
    licences,
    pages: {
      name: 'licences-of-pages',
      generateBundle(_options, bundle) {
        addComments(bundle, licences);
        this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: licences.text() });
      },
    },
    workers: {
      name: 'licences-of-workers',
      generateBundle: (_options, bundle) => addComments(bundle, licences),
    },
  };
}

function addComments(bundle: Rolldown.OutputBundle, licences: Licences): void {
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') file.code = licences.comment(file.moduleIds) + file.code;
  }
}
