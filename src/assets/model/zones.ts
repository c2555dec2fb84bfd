import type { MeshStandardMaterial } from 'three';
import { AssetError } from '../../errors/index.js';
import { TINTS, type Tint } from '../../protocol/index.js';
import { wordsOf } from '../../rig/index.js';
import type { Warn } from '../fetch/warn.js';
import { matchesName, type ZonesInput, zoneInput } from './outfits.js';
import type { Part, Zone } from './part.js';
import { type NamedVariants, withVariants } from './texture-variants.js';

const HAIR = /^(hair|beard|(eye)?brow|mou?stache|fur)s?$/;
const SKIN = /^(skin|face|head|flesh)$/;
const TRUNK = /^(body|torso|chest|arm|leg|hand|foot|feet|thigh|pelvis)s?$/;
/** Words for eyes and mouths, and for metal where a texture says what is metal. */
const KEPT =
  /^(eye|iris|pupil|cornea|(eye)?lash|tooth|teeth|tongue|mouth|nail|lens|glass|metal|steel|iron|gold|silver|brass|bronze|chrome|sword|blade|axe|dagger|knife|gun|rifle|weapon|shield)(e?s)?$/;

/** A zone before it has a tint. */
interface Candidate extends Omit<Zone, 'tint' | 'kind'> {
  readonly kind: Zone['kind'] | 'kept';
  readonly pieces: readonly Part[];
}

/**
 * The pieces of each file with the zones that each character has colours for: three, since a row has three colours. They are those
 * that `zones` asks for, then the largest two of cloth, hair, skin, and further ones. All other pieces keep their own colours,
 * and so do zones that show variants of a texture unless `zones` asks for them.
 *
 * @param isShown true for a piece that a character wears
 * @throws {AssetError} for a name that no zone has, more than three zones with colours, or variants of a zone without a texture
 */
export function zoned(
  files: readonly (readonly Part[])[],
  { zones: input, textures }: { readonly zones: ZonesInput; readonly textures: readonly NamedVariants[] },
  isShown: (piece: Part) => boolean,
  url: string,
  warn: Warn,
): Part[][] {
  const candidates = files.map((pieces) => findCandidates(pieces.filter(isShown)));
  checkNames('zones', candidates.flat(), Object.keys(input), url);
  const patterns = textures.map(({ name }) => name);
  checkNames('textures', candidates.flat(), patterns, url);
  const zones = new Map<Part, Zone>();
  // The colours of a zone with variants are in their texture.
  const wanted = { ...input, ...Object.fromEntries(patterns.map((name) => [name, input[name] ?? false])) };
  for (const { pieces, ...zone } of candidates.flatMap((own) => chooseThree(own, wanted, url))) {
    for (const piece of pieces) zones.set(piece, zone);
  }
  const variants = new Map<Part, Part>();
  for (const { name, pieces } of candidates.flat()) {
    const own = textures.find((texture) => matchesName(name, texture.name));
    if (own) for (const piece of pieces) variants.set(piece, withVariants(piece, name, own, url));
  }
  if (zones.size === 0 && variants.size === 0) {
    const names = listed(candidates.flat());
    warn(
      `three-crowd: vary changes no colours, since all that characters of ${url} have is metal or for eyes, mouths or hands: ${names}. ` +
        `Name what gets colours: vary: { zones: { ${listed(candidates.flat().slice(0, 1))}: true } }.`,
    );
  }
  return files.map((pieces) =>
    pieces.map((piece): Part => {
      const zone = zones.get(piece);
      const shown = variants.get(piece) ?? piece;
      return zone ? { ...shown, zone, tint: zone.tint } : { ...shown, keepsColor: 'always' };
    }),
  );
}

function findCandidates(pieces: readonly Part[]): Candidate[] {
  const painted = pieces.filter(({ material }) => !isMetal(material));
  const isOneMaterial = new Set(painted.map(({ material }) => material.name)).size < 2;
  const groups = new Map<string, Part[]>();
  for (const piece of pieces) {
    const own = isOneMaterial || piece.material.name === '' ? meshZone(piece.name) : piece.material.name;
    groups.set(own, [...(groups.get(own) ?? []), piece]);
  }
  const candidates = [...groups].map(([name, own]): Candidate => {
    const { material } = own[0];
    const { color, map } = material as MeshStandardMaterial;
    return {
      name,
      kind: isMetal(material) ? 'kept' : kindOf(name),
      color: color ? [color.r, color.g, color.b] : [1, 1, 1],
      isPatterned: Boolean(map) || material.vertexColors,
      area: own.reduce((sum, piece) => sum + areaOf(piece), 0),
      pieces: own,
    };
  });
  // `Body` is skin beside clothes, and all there is of a character in one piece.
  const hasClothes = candidates.some(({ name, kind }) => kind === 'cloth' && !isTrunk(name));
  return candidates
    .map((zone) =>
      hasClothes && !isOneMaterial && isTrunk(zone.name) ? { ...zone, kind: 'skin' as const } : zone,
    )
    .sort((a, b) => b.area - a.area);
}

function meshZone(name: string): string {
  return isTrunk(name) ? 'body' : name;
}

function isTrunk(name: string): boolean {
  return kindOf(name) === 'cloth' && wordsOf(name).some((word) => TRUNK.test(word));
}

function kindOf(name: string): Candidate['kind'] {
  const words = wordsOf(name);
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (has(HAIR)) return 'hair';
  if (has(KEPT)) return 'kept';
  return has(SKIN) ? 'skin' : 'cloth';
}

/** Factors of a metalness map say nothing: it is 1 where the map decides. */
function isMetal(material: Part['material']): boolean {
  const { metalness = 0, metalnessMap } = material as Partial<MeshStandardMaterial>;
  return metalness > 0.5 && !metalnessMap;
}

function areaOf({ geometry: { index }, vertices: { positions } }: Part): number {
  const corners = index?.count ?? positions.length / 3;
  const at = (corner: number, k: number): number => positions[(index?.getX(corner) ?? corner) * 3 + k];
  let sum = 0;
  for (let c = 0; c + 2 < corners; c += 3) {
    const [ux, uy, uz, vx, vy, vz] = [1, 2].flatMap((n) => [0, 1, 2].map((k) => at(c + n, k) - at(c, k)));
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return sum;
}

function checkNames(
  option: 'zones' | 'textures',
  candidates: readonly Candidate[],
  patterns: readonly string[],
  url: string,
): void {
  for (const pattern of patterns) {
    if (candidates.some(({ name }) => matchesName(name, pattern))) continue;
    throw new AssetError(
      `vary.${option} has "${pattern}", which is no zone of the files; they have ${listed(candidates)}.`,
      url,
    );
  }
}

function chooseThree(
  candidates: readonly Candidate[],
  input: ZonesInput,
  url: string,
): (Zone & Pick<Candidate, 'pieces'>)[] {
  const isAsked = ({ name }: Candidate): boolean => Boolean(zoneInput(name, input));
  const asked = candidates.filter(isAsked);
  if (asked.length > TINTS.length) {
    throw new AssetError(
      `vary.zones gives colours to ${listed(asked)}; a character has ${TINTS.length}. Leave some of them out.`,
      url,
    );
  }
  const free = candidates.filter((zone) => zone.kind !== 'kept' && zoneInput(zone.name, input) === undefined);
  const [first, second, ...others] = free.filter(({ kind }) => kind === 'cloth');
  const [hair, skin] = (['hair', 'skin'] as const).map((kind) => free.find((zone) => zone.kind === kind));
  const chosen = new Set([...asked, first, second, hair, skin, ...others, ...free].filter((zone) => !!zone));
  const tints = new Set(TINTS);
  const take = (wanted: Tint | undefined): Tint => {
    const tint = wanted && tints.has(wanted) ? wanted : ([...tints][0] as Tint);
    tints.delete(tint);
    return tint;
  };
  // Hair and skin choose first, so that `setColors` means by these words what they say.
  const three = [...chosen].slice(0, TINTS.length);
  const natural = three.filter(({ kind }) => kind === 'hair' || kind === 'skin');
  return [...natural, ...three.filter((zone) => !natural.includes(zone))].map((zone) => {
    const kind = zone.kind === 'kept' ? 'cloth' : zone.kind;
    return { ...zone, kind, tint: take(kind === 'cloth' ? undefined : kind) };
  });
}

function listed(zones: readonly Candidate[]): string {
  return zones.map(({ name }) => `"${name}"`).join(', ');
}
