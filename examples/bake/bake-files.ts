import { type BoneTexture, bakeBoneTexture, type Clip, retargetClip } from 'three-crowd/rig';
import { type GltfCharacter, readClipGlb, readSkinnedGlb } from 'three-crowd-server/kit';

export interface Baked {
  /** The file with the characters. */
  readonly file: File;
  /** Names of its parts. */
  readonly parts: readonly string[];
  readonly texture: BoneTexture;
  /** Bones that only one side of the retargeting has. */
  readonly unmatched: readonly string[];
}

interface Content {
  readonly file: File;
  /** Undefined in a file of clips alone. */
  readonly rig: GltfCharacter | undefined;
  readonly clips: readonly Clip[];
}

/**
 * Bakes GLBs into one bone texture. The first with a skin holds the characters. Clips are for the skin in their own
 * file; without one, for the second skin if there is a second, as a rest reference is, and else for the characters'.
 *
 * @throws {RigError} with the file's name, for a file that cannot be read, or where there is no skin or no clip
 */
export async function bakeFiles(files: readonly File[]): Promise<Baked> {
  const contents = await Promise.all(files.map(readContent));
  const [characters, reference] = contents.filter(({ rig }) => rig);
  if (!characters) await explain(files[0], readSkinnedGlb);
  const { skeleton, skin, parts } = characters.rig!;
  const source = (reference ?? characters).rig!;

  const retargeted = contents.flatMap(({ rig, clips }) =>
    clips.map((clip) => retargetClip(clip, (rig ?? source).skeleton, skeleton)),
  );
  if (retargeted.length === 0) await explain(characters.file, readClipGlb);
  const texture = bakeBoneTexture(
    skeleton,
    skin,
    retargeted.map(({ clip }) => clip),
    { vertices: [...parts.values()].flatMap(({ pieces }) => pieces.map(({ vertices }) => vertices)) },
  );
  return {
    file: characters.file,
    parts: [...parts.keys()],
    texture,
    unmatched: [...new Set(retargeted.flatMap(({ unmatched }) => unmatched))],
  };
}

async function readContent(file: File): Promise<Content> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [rig, clips] = await Promise.allSettled([readSkinnedGlb(bytes), readClipGlb(bytes)]);
  if (rig.status === 'rejected' && clips.status === 'rejected') await explain(file, readSkinnedGlb);
  return {
    file,
    rig: rig.status === 'fulfilled' ? rig.value : undefined,
    clips: clips.status === 'fulfilled' ? nameAlone(clips.value, file) : [],
  };
}

/** A clip that is alone in its file gets the file's name. */
function nameAlone(clips: readonly Clip[], { name }: File): readonly Clip[] {
  return clips.length === 1 ? [{ ...clips[0], name: name.replace(/\.glb$/i, '') }] : clips;
}

/** Fails as `read` does, with the file's name. */
async function explain(file: File, read: (bytes: Uint8Array) => Promise<unknown>): Promise<void> {
  try {
    await read(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    throw Object.assign(error as Error, { message: `${file.name}: ${(error as Error).message}` });
  }
}
