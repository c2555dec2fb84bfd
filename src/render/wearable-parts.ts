import type { CrowdAssets } from '../assets/index.js';
import { closestName } from '../math/index.js';
import type { Character } from '../protocol/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Part } from './characters/index.js';

const PART_FIELDS = ['body_id', 'face_id', 'hair_id'] as const;

/** Largest number of names in a warning. */
const LISTED = 5;

/** Result of {@link wearableParts}. */
export interface WearableParts extends Pick<BuildCrowdOptions, 'characters' | 'sharedParts'> {
  readonly parts: CrowdAssets['parts'];
}

/**
 * Resolves the part names of all characters. Leaves out parts that the master GLB lacks, with one warning, unless nothing
 * would be left to draw. Every character wears the rigid parts that no name refers to, such as a sword in a hand, in their
 * own colours, as a viewer of the file shows them.
 *
 * @returns with `strict`, all names unchanged, so that the part registry throws
 */
export function wearableParts({
  assets: { parts },
  characters,
  sharedParts,
  strict = false,
  onWarning = console.warn,
}: BuildCrowdOptions): WearableParts {
  const missing = new Map<string, number>();
  const isThere = (name: string): boolean => {
    if (name === '' || parts.has(name)) return true;
    missing.set(name, (missing.get(name) ?? 0) + 1);
    return false;
  };
  const shared = sharedParts.filter(isThere);
  const dressed = characters.map((character): Character => {
    const names = PART_FIELDS.map((field) => (isThere(character[field]) ? character[field] : ''));
    if (PART_FIELDS.every((field, k) => character[field] === names[k])) return character;
    return { ...character, body_id: names[0], face_id: names[1], hair_id: names[2] };
  });
  const worn = new Set([
    ...dressed.flatMap((character) => PART_FIELDS.map((field) => character[field])),
    ...shared,
  ]);
  worn.delete('');
  // With nothing to draw, keeps the names, so that the part registry throws.
  if (missing.size > 0 && (strict || worn.size === 0)) return { characters, sharedParts, parts };
  if (missing.size > 0) onWarning(describe(missing, parts.keys()));
  const carried = [...parts.values()].filter(({ name, isRigid }) => isRigid && !worn.has(name));
  return {
    characters: dressed,
    sharedParts: [...shared, ...carried.map(({ name }) => name)],
    parts:
      carried.length === 0
        ? parts
        : new Map([
            ...parts,
            ...carried.map((part) => [part.name, { ...part, keepsColor: 'always' }] as const),
          ]),
  };
}

function describe(missing: ReadonlyMap<string, number>, known: Iterable<string>): string {
  const names = [...known];
  const listed = [...missing].slice(0, LISTED).map(([name, count]) => {
    const near = closestName(name, names);
    return `"${name}" (${count} times${near ? `; did you mean "${near}"?` : ''})`;
  });
  const rest = missing.size > LISTED ? ` and ${missing.size - LISTED} others` : '';
  return `three-crowd: these parts are not in skeleton_glb and are not drawn: ${listed.join(', ')}${rest}.`;
}

/** The parts with their materials replaced by the option `material`. */
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
