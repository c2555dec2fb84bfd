import type { CrowdAssets } from '../assets/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Part } from './characters/index.js';

/** The parts with the materials that the option `material` wants for them. */
export function replaceMaterials(
  parts: CrowdAssets['parts'],
  { material }: Pick<BuildCrowdOptions, 'material'>,
): ReadonlyMap<string, Part> {
  if (!material) return parts;
  return new Map(
    [...parts].map(([name, part]) => {
      const [first, ...others] = (part.materials ?? [part.material]).map((own) => material(name, own));
      return [name, { ...part, material: first, ...(part.materials && { materials: [first, ...others] }) }];
    }),
  );
}
