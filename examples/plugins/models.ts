import type { Plugin } from 'vite';
import { MODELS } from '../models/models.js';
import { writeGlb } from '../models/write-glb.js';

/** Vite: writes the models as `models/NAME.glb`, and serves them there while the pages are developed. */
export function giveModels(): Plugin {
  return {
    name: 'models',
    async generateBundle() {
      for (const [name, create] of Object.entries(MODELS)) {
        this.emitFile({ type: 'asset', fileName: `models/${name}.glb`, source: await writeGlb(create()) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const [, name = ''] = /\/models\/(\w+)\.glb$/.exec(request.url ?? '') ?? [];
        if (MODELS[name]) response.end(await writeGlb(MODELS[name]()));
        else next();
      });
    },
  };
}
