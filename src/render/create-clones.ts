import type { CrowdAssets } from '../assets/index.js';
import type { Clip } from '../rig/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Characters, TableChanges } from './characters/index.js';
import type { CloneOptions, LayeredRig, RootOffset } from './clones/index.js';
import type { CrowdDrawing, CrowdDrawings } from './crowd-drawing.js';
import type { Backend } from './drawing/index.js';
import { Heroes } from './heroes.js';
import type { PosedAssets } from './posed-assets.js';
import { type CharacterExtent, CpuPose } from './poses/index.js';

/** The clips of the bone texture by number, as clones play them; undefined where one has no address. */
type SourceClips = readonly (Clip | undefined)[];

/** Starts the download of the code for clones. {@link createClones} throws the error of a failure. */
export function preloadClones(): void {
  import('./clones/index.js').catch(() => {});
}

/** Fetches the clips that clones play. */
export async function loadSourceClips(assets: CrowdAssets, signal?: AbortSignal): Promise<SourceClips> {
  const { clipInfo, walkClip } = assets.boneTexture.manifest;
  const clips = await assets.loadClips(undefined, signal ? { signal } : {});
  // The manifest may call its walk clip by another name than the response's address does.
  return clipInfo.map(({ name }, n) => clips.get(name) ?? (n === walkClip ? clips.get('walk') : undefined));
}

/** Draws characters as clones. */
export async function createClones(
  { table, parts, clips }: Characters,
  sourceClips: SourceClips,
  extent: CharacterExtent,
  backend: Backend,
  layeredRig: LayeredRig,
  options: BuildCrowdOptions,
  rootOffset?: RootOffset,
): Promise<CrowdDrawings> {
  const { CloneClips, ClonedCrowd } = await import('./clones/index.js');
  const draw = (other: Backend, changes: TableChanges): CrowdDrawing =>
    new ClonedCrowd({
      ...cloneOptions(other, layeredRig, options, rootOffset),
      table,
      changes,
      parts,
      clips: new CloneClips(clips.infos, sourceClips, options.assets.scene),
      extent,
    });
  return { drawing: draw(backend, table), drawAgain: async (other, changes) => draw(other, changes) };
}

/** @param sourceClips undefined for a crowd of instances, which fetches them for its first hero */
export function createHeroes(
  characters: Characters,
  sourceClips: SourceClips | undefined,
  backend: Backend,
  layeredRig: LayeredRig,
  options: BuildCrowdOptions,
  rootOffset?: RootOffset,
): Heroes {
  const { assets } = options;
  return new Heroes({
    characters,
    clone: cloneOptions(backend, layeredRig, options, rootOffset),
    bones: new Map(assets.skeleton.names.map((name, bone) => [name, assets.bones[bone]])),
    loadClips: async () => {
      const [{ CloneClips }, clips] = await Promise.all([
        import('./clones/index.js'),
        sourceClips ?? loadSourceClips(assets),
      ]);
      return new CloneClips(characters.clips.infos, clips, assets.scene);
    },
  });
}

/** Creates the rig that applies layers to clones and heroes. */
export function createLayeredRig(
  { table, clips }: Characters,
  posed: PosedAssets,
  { skin, bones }: CrowdAssets,
): LayeredRig {
  const { boneTexture } = posed;
  let pose: CpuPose | undefined;
  return {
    table,
    joints: Array.from(skin.joints, (bone) => bones[bone]),
    poses: posed.localPoses,
    pose: () => {
      pose ??= new CpuPose({ table, clips: clips.infos, boneTexture, skin, localPoses: posed.localPoses() });
      return pose;
    },
  };
}

/** Options that clones and heroes share. */
function cloneOptions(
  backend: Backend,
  layeredRig: LayeredRig,
  { assets, castShadow = true, receiveShadow = true }: BuildCrowdOptions,
  rootOffset: RootOffset | undefined,
): Omit<CloneOptions, 'geometryOf'> {
  return {
    layeredRig,
    scene: assets.scene,
    castShadow,
    receiveShadow,
    createTintedMaterial: (part) => backend.createTintedMaterial(part, layeredRig.table.usesOpacity),
    ...(rootOffset ? { rootOffset } : {}),
  };
}
