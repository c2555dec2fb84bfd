import { type GltfCharacter, readVrm } from '../../gltf/index.js';
import {
  type BoneTexture,
  findSoles,
  goesAway,
  measureGround,
  type Skin,
  type SkinnedVertices,
  type Soles,
  separateRootMotion,
} from '../../rig/index.js';
import { firstCharacter } from '../model/first-character.js';
import type { Glb } from '../model/glb.js';
import { isOfLook, type LookInput } from '../model/outfits.js';
import { facesBack, type RootTransform } from '../model/place-glb.js';
import { runBakeJob } from './bake-job.js';
import { findGaits, movingClips } from './find-gaits.js';
import { movesBones, type SourceClip } from './source-clips.js';

/** Options of the stance. */
export interface StanceOptions {
  /** Turns files: radians about Y, or `front` so that characters face +Z. */
  readonly turn: number | 'front';
  /** Returns the height of characters in the crowd for their height in the file. */
  readonly height: (own: number) => number;
  /** Searches for a clip that walks; otherwise its name decides. */
  readonly walks: boolean;
}

/** Stance of the characters of files. */
export interface Stance extends RootTransform {
  /** The clip whose feet walk, or hips go away; undefined where none does of those that are sought, or nobody is to walk. */
  readonly walk: string | undefined;
}

const QUARTER = Math.PI / 2;

/**
 * Finds how files have to be placed. Where a character looks, a VRM says itself; of others, the walk tells, which goes forwards.
 * The only clip of files is their walk, too, if it goes somewhere, whatever its name is.
 */
export async function findStance(
  glbs: readonly Glb[],
  clips: readonly SourceClip[],
  look: LookInput | undefined,
  { turn, height, walks }: StanceOptions,
): Promise<Stance> {
  const front = glbs.some(facesBack) ? Math.PI : 0;
  const angle = turn === 'front' ? front : turn;
  // Files without characters are reported where characters are read.
  const first = await firstCharacter(glbs);
  if (!first) return { angle, scale: 1, walk: undefined };
  const { character } = first;
  const soles = findSoles(character.skeleton, character.skin, verticesOf(character, look));
  const scale = soles.height > 0 ? height(soles.height) / soles.height : 1;
  const source = walks ? walkOf(clips.filter(({ clip }) => movesBones(clip, character.skeleton))) : undefined;
  const way = source && wayOf(character, source, soles, scale);
  if (!way) return { angle, scale, walk: undefined };
  const isTold = turn !== 'front' || glbs.some(({ file }) => readVrm(file.json));
  return { angle: isTold ? angle : angleOf(way), scale, walk: source.clip.name };
}

/** The clip that walks by its name, or the only one. */
function walkOf(clips: readonly SourceClip[]): SourceClip | undefined {
  const { walk } = findGaits(clips.map(({ clip }) => clip));
  const moving = movingClips(clips.map(({ clip }) => clip));
  const name = walk ?? (moving.length === 1 ? moving[0].name : undefined);
  return clips.find(({ clip }) => clip.name === name);
}

/** Of the parts of a look that the file has; of all where it has none of them. */
function verticesOf({ parts }: GltfCharacter, look: LookInput | undefined): SkinnedVertices[] {
  const all = [...parts.values()];
  const worn = look ? all.filter(({ name }) => isOfLook(name, look)) : all;
  return (worn.length > 0 ? worn : all).flatMap(({ pieces }) => pieces.map(({ vertices }) => vertices));
}

/** Where a clip goes, or would if it did not stay in place: x and z. Undefined where it goes nowhere. */
function wayOf(
  { skeleton, skin }: GltfCharacter,
  source: SourceClip,
  soles: Soles,
  scale: number,
): readonly [number, number] | undefined {
  const job = { skeleton, skin, clips: [source], convention: 'pose-matched', vertices: undefined } as const;
  const texture = runBakeJob(job, () => {});
  // In metres from here on.
  for (let k = 0; k < texture.data.length; k++) texture.data[k] *= scale;
  const gone = wayGone(texture, skin);
  if (gone) return gone;
  const [clip] = texture.manifest.clipInfo;
  const { x, z } = measureGround(texture, { ...soles, height: soles.height * scale }, clip);
  return x === 0 && z === 0 ? undefined : [-x, -z];
}

/** The way of a clip that takes the character along. */
function wayGone(texture: BoneTexture, skin: Skin): readonly [number, number] | undefined {
  const [clip] = texture.manifest.clipInfo;
  if (!goesAway(texture, skin, clip)) return undefined;
  const [path] = separateRootMotion(texture, skin, [...skin.joints.keys()]).paths;
  return path && [path[2 * clip.frameCount], path[2 * clip.frameCount + 1]];
}

/** Angle that turns a direction to +Z, rounded to a quarter turn, since characters face along an axis. */
function angleOf([x, z]: readonly [number, number]): number {
  return -Math.round(Math.atan2(x, z) / QUARTER) * QUARTER || 0;
}
