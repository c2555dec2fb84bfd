import {
  type BufferGeometry,
  type Material,
  Matrix4,
  type Object3D,
  type Skeleton,
  SkinnedMesh,
} from 'three';
import { AssetError } from '../../errors/index.js';
import { TINTS, type Tint } from '../../protocol/index.js';
import { groupBySurface, hasSameMorphs, joinWithOwnColors } from './merge-pieces.js';
import { copySettings, type Part, type PartLevel } from './part.js';
import { hasSameSurface, type IsAlike } from './same-surface.js';

/** Names of the parts that make up one kind of character; `*` stands for any text. */
export type LookInput = readonly string[];

/**
 * The parts whose names a look has, in the files' order.
 *
 * @param index of the look, for the message
 * @throws {AssetError} for a name that no part has
 */
export function chooseParts(
  parts: readonly Part[],
  look: LookInput,
  { index, url }: { readonly index: number; readonly url: string },
): Part[] {
  if (!Array.isArray(look)) {
    throw new AssetError(`looks.${index} is no list of parts; give one, such as ["${parts[0]?.name}"].`, url);
  }
  const patterns = look.map((name) => ({ name, pattern: toPattern(name) }));
  for (const { name, pattern } of patterns) {
    if (parts.some((part) => pattern.test(part.name))) continue;
    const known = parts.map((part) => part.name).join(', ');
    throw new AssetError(
      `looks.${index} has "${name}", which is no part of the files; they have ${known}.`,
      url,
    );
  }
  return parts.filter((part) => patterns.some(({ pattern }) => pattern.test(part.name)));
}

/** True if a look has the part of a name. */
export function isOfLook(part: string, look: LookInput): boolean {
  return look.some((name) => matchesName(part, name));
}

/** @param pattern a name in which `*` stands for any text */
export function matchesName(name: string, pattern: string): boolean {
  return toPattern(pattern).test(name);
}

function toPattern(name: string): RegExp {
  const texts = name.split('*').map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${texts.join('.*')}$`);
}

/**
 * Zones by their names, `*` stands for any text: false for one that keeps its own colour; true, or colours, for one that gets a
 * colour whatever it is made of.
 */
export type ZonesInput = Readonly<Record<string, unknown>>;

/** The value of `vary.zones` for a zone, by the first pattern that matches its name. */
export function zoneInput(name: string, input: ZonesInput): unknown {
  return Object.entries(input).find(([pattern]) => matchesName(name, pattern))?.[1];
}

/** Names of the materials that each colour of a character tints; `*` stands for any text. */
export type TintsInput = Readonly<Partial<Record<Tint, LookInput>>>;

/**
 * The part with the colour that tints it. The garment's tints every material, unless `tints` says which.
 */
export function tintedBy(part: Part, tints: TintsInput | undefined): Part {
  if (!tints) return { ...part, tint: 'garment', keepsColor: 'untilTinted' };
  const tint = TINTS.find((name) => isOfLook(part.material.name, tints[name] ?? []));
  return tint ? { ...part, tint, keepsColor: 'untilTinted' } : { ...part, keepsColor: 'always' };
}

/** @throws {AssetError} for a name in `tints` that no material has */
export function checkTints(parts: readonly Part[], tints: TintsInput, url: string): void {
  const materials = [...new Set(parts.map(({ material }) => material.name))];
  for (const tint of TINTS) {
    const unknown = tints[tint]?.find((name) => !materials.some((material) => isOfLook(material, [name])));
    if (unknown === undefined) continue;
    const known = materials.map((name) => `"${name}"`).join(', ');
    throw new AssetError(
      `tints.${tint} has "${unknown}", which is no material of the files; they have ${known}.`,
      url,
    );
  }
}

/** True if one draw can show both parts under one tint. */
const isTintedAlike: IsAlike = (a, b) =>
  a.tint === b.tint && a.zone === b.zone && a.keepsColor === b.keepsColor && isDrawnAlike(a, b);

const isDrawnAlike: IsAlike = (a, b) =>
  a.mesh.renderOrder === b.mesh.renderOrder &&
  a.mesh.layers.mask === b.mesh.layers.mask &&
  a.mesh.castShadow === b.mesh.castShadow &&
  a.mesh.receiveShadow === b.mesh.receiveShadow &&
  a.mesh.customDepthMaterial === b.mesh.customDepthMaterial &&
  a.mesh.customDistanceMaterial === b.mesh.customDistanceMaterial &&
  hasSameMorphs(a, b) &&
  hasSameSurface(a, b);

/** Groups of pieces, each for one draw. Pieces that keep their colours join a zone's draw, whose mask excludes them from the tint. */
function groupsOf(pieces: readonly Part[]): Part[][] {
  const groups = groupBySurface(pieces, isTintedAlike);
  const zones = groups.filter(([{ zone }]) => zone);
  return groups.filter((group) => {
    const [first] = group;
    // The mask takes the place of an opacity in the vertex colours.
    const zone =
      first.keepsColor === 'always' && !first.material.transparent
        ? zones.find(([other]) => isDrawnAlike(other, first))
        : undefined;
    zone?.push(...group);
    return !zone;
  });
}

/** Number of draws that show a look. */
export function countDraws(pieces: readonly Part[]): number {
  return groupsOf(pieces).length;
}

/**
 * The fewest parts that show a look: meshes of one surface are joined, whatever their colours. A knight of body, limbs, helmet
 * and sword under one texture is one draw.
 *
 * @param scene gets a mesh for each part that is made, so that clones have them too
 * @param skeleton moves those meshes
 * @param made parts that earlier looks were joined to; what is joined here is added
 */
export function joinLook(
  pieces: readonly Part[],
  scene: Object3D,
  skeleton: Skeleton,
  made: Map<string, Part>,
): Part[] {
  return groupsOf(pieces).map((group) => {
    const name = group.map((piece) => piece.name).join(' + ');
    const known = made.get(name);
    if (known) return known;
    let end = 0;
    const meshes = group.map((piece) => {
      end += piece.vertices.positions.length / 3;
      return { name: piece.name, end };
    });
    const joined = { ...joinWithOwnColors(group), levels: joinLevels(group), name, joined: meshes };
    const part = { ...joined, mesh: addMesh(joined, scene, skeleton) };
    made.set(name, part);
    return part;
  });
}

/** The levels of detail of joined pieces. A piece that has fewer than another stays at its last one. */
function joinLevels(pieces: readonly Part[]): PartLevel[] {
  const count = Math.max(...pieces.map(({ levels = [] }) => levels.length));
  return Array.from({ length: count }, (_, k) => {
    const chosen = pieces.map((piece) => ({ ...piece, error: 0, ...piece.levels?.slice(0, k + 1).at(-1) }));
    const { geometry, vertices } = joinWithOwnColors(chosen);
    return { geometry, vertices, error: Math.max(...chosen.map(({ error }) => error)) };
  });
}

/** Adds the mesh of a part to the scene, with the settings of the part's first mesh. */
export function addMesh(
  { name, geometry, material, materials, mesh: first, joined = [] }: Part,
  scene: Object3D,
  skeleton: Skeleton,
): SkinnedMesh {
  const mesh = new SkinnedMesh<BufferGeometry, Material | Material[]>(
    geometry,
    materials ? [...materials] : material,
  ) as SkinnedMesh;
  mesh.name = name;
  // Clones find their meshes by the file's names.
  mesh.userData = joined.length > 1 ? { name } : { ...first.userData, name };
  copySettings(first, mesh);
  scene.add(mesh);
  mesh.updateMatrixWorld(true);
  mesh.bind(skeleton, new Matrix4());
  return mesh;
}
