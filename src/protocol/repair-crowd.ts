import type { Refused, Repair } from './parse-tolerantly.js';

/** Paths of values that may be omitted: they are not needed to draw a crowd whose characters are resolved. */
const REMOVABLE =
  /^(recipe|assets\.animations|shared_parts)\.|^assets\.bone_tex_(bin|manifest)$|^builds(\.\*\..+)?$|^scene\b|^characters\.\*\.(clip|walk_clip|build)$/;

/** Default values for invalid fields. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  name: '',
  collection: '',
  updated_at: '',
  recipe: {},
  shared_parts: [],
  // Kept in its place, since characters name builds by number.
  'builds.*': {},
  'assets.manifest_json': '',
  'assets.unit_scale': 1,
  'assets.animations': {},
  'characters.*.bucket': '',
  'characters.*.idle_variant': 0,
};

/** Fields whose absence changes the appearance or the loading of the crowd. */
const MISSED = ['shared_parts', 'assets.lod_glb', 'assets.rest_reference_glb', 'characters.*.idle_variant'];

/** Marker and digits of a hex colour with alpha. */
const HEX_WITH_ALPHA =
  /^\s*((?:#|0x)?(?:[\da-f]{6}(?=[\da-f]{2}\s*$)|[\da-f]{3}(?=[\da-f]\s*$)))([\da-f]+)\s*$/i;

/** Returns the correction of a field of a `CrowdResponse` that is missing, null or invalid. */
export function repairCrowd(refused: Refused): Repair | undefined {
  const isMissing = refused.value === undefined || refused.value === null;
  const isSilent = isUnused(refused) || (isMissing && !MISSED.includes(refused.path));
  if (REMOVABLE.test(refused.path)) return { isSilent };
  return standIn(refused, isMissing, isSilent);
}

function standIn(
  { path, keys, value, root }: Refused,
  isMissing: boolean,
  isSilent: boolean,
): Repair | undefined {
  if (path in STAND_INS) return { value: STAND_INS[path], isSilent };
  switch (path) {
    case 'assets.unit':
      return isMissing ? { value: 'm', isSilent } : undefined;
    case 'assets.lod_glb':
    case 'assets.rest_reference_glb': {
      const { skeleton_glb } = (root as { assets: { skeleton_glb?: unknown } }).assets;
      return typeof skeleton_glb === 'string' && skeleton_glb ? { value: skeleton_glb, isSilent } : undefined;
    }
    case 'characters.*.index':
      return { value: keys[1], isSilent };
    case 'characters.*.skin_hex':
    case 'characters.*.hair_hex': {
      const [, color, alpha] = HEX_WITH_ALPHA.exec(String(value)) ?? [];
      return color && alpha ? { value: color, isSilent: /^f+$/i.test(alpha) } : undefined;
    }
    default:
      return undefined;
  }
}

/** True for the idle variant of a walking character. */
function isUnused({ path, keys, root }: Refused): boolean {
  if (path !== 'characters.*.idle_variant') return false;
  return (root as { characters: { anim_clip?: unknown }[] }).characters[Number(keys[1])].anim_clip === 'walk';
}
