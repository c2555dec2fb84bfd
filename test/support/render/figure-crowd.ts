import { type BuildCrowdOptions, buildCrowd, type Crowd, type CrowdAssets } from 'three-crowd';
import type { Character } from '../../../src/protocol/index.js';
import { plainRenderer } from './plain-renderer.js';

/** A crowd of figures that is never drawn. The default mode is clones; instances stay near at any distance by default. */
export function buildFigureCrowd(
  { assets }: { readonly assets: CrowdAssets },
  characters: readonly Character[],
  options: Partial<BuildCrowdOptions> = {},
): Promise<Crowd> {
  return buildCrowd({
    ...{ renderer: plainRenderer(), assets, characters, sharedParts: ['hands'] },
    ...(options.mode === 'instanced' ? { lodThreshold: 0 } : { mode: 'clones' }),
    ...options,
  });
}
