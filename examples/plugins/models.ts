import type { Plugin } from 'vite';
import { MODELS } from '../models/models.js';
import { writeGlb } from '../models/write-glb.js';

/** Vite: writes the models as `models/NAME.glb`, and serves them there while the pages are developed. */
export function giveModels(): Plugin {
  return {
    name: 'models',
    generateBundle() {
      for (const [name, create] of Object.entries(MODELS)) {
        this.emitFile({ type: 'asset', fileName: `models/${name}.glb`, source: writeGlb(create()) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, name = ''] = /\/models\/(\w+)\.glb$/.exec(request.url ?? '') ?? [];
        if (MODELS[name]) response.end(writeGlb(MODELS[name]()));
        else next();
      });
    },
  };
}
