import {
  type BuildCrowdOptions,
  buildCrowd,
  type Crowd,
  type CrowdAssets,
  type CrowdRenderer,
} from 'three-crowd';
import type { Character } from '../../../src/protocol/index.js';

/** A crowd of figures, clones unless told otherwise. It is never drawn: all it asks of its renderer is what it can do. */
export function buildFigureCrowd(
  { assets }: { readonly assets: CrowdAssets },
  characters: readonly Character[],
  options: Partial<BuildCrowdOptions> = {},
): Promise<Crowd> {
  const renderer = {
    isWebGLRenderer: true,
    extensions: { has: () => false },
    domElement: new EventTarget(),
  } as unknown as CrowdRenderer;
  return buildCrowd({ renderer, assets, characters, sharedParts: ['hands'], mode: 'clones', ...options });
}
