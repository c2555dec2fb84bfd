import type { CrowdAssets } from '../assets/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Characters } from './characters/index.js';
import type { CloneOptions, LayeredRig } from './clones/index.js';
import type { Backend } from './drawing/index.js';
import { Heroes } from './heroes.js';
import type { PosedAssets } from './posed-assets.js';
import { type CharacterExtent, CpuPose } from './poses/index.js';
import type { CreateDrawing } from './sized-drawing.js';

/** Starts the download of the code for clones. {@link createClones} throws the error of a failure. */
export function preloadClones(): void {
  import('./clones/index.js').catch(() => {});
}

/** Loads the code that draws characters as clones. */
export async function loadClones(
  { table, parts }: Characters,
  posed: PosedAssets,
  extent: CharacterExtent,
  layeredRig: LayeredRig,
  options: BuildCrowdOptions,
): Promise<CreateDrawing> {
  const { CloneClips, ClonedCrowd } = await import('./clones/index.js');
  const clips = new CloneClips(posed.boneTexture, options.assets.skin, layeredRig);
  return (backend, changes) =>
    new ClonedCrowd({ ...cloneOptions(backend, layeredRig, options), table, changes, parts, clips, extent });
}

export function createHeroes(
  characters: Characters,
  posed: PosedAssets,
  backend: Backend,
  layeredRig: LayeredRig,
  options: BuildCrowdOptions,
): Heroes {
  const { skeleton, skin, bones } = options.assets;
  return new Heroes({
    characters,
    clone: cloneOptions(backend, layeredRig, options),
    bones: new Map(skeleton.names.map((name, bone) => [name, bones[bone]])),
    createClips: ({ CloneClips }) => new CloneClips(posed.boneTexture, skin, layeredRig),
  });
}

/** Creates the rig that applies layers to clones and heroes. */
export function createLayeredRig(
  { table, clips }: Characters,
  posed: PosedAssets,
  { skin, bones, builds }: CrowdAssets,
): LayeredRig {
  const { boneTexture } = posed;
  let pose: CpuPose | undefined;
  return {
    table,
    joints: Array.from(skin.joints, (bone) => bones[bone]),
    builds,
    poses: posed.localPoses,
    pose: () => {
      pose ??= new CpuPose({ table, clips: clips.infos, boneTexture, skin, localPoses: posed.localPoses() });
      return pose;
    },
  };
}

function cloneOptions(
  backend: Backend,
  layeredRig: LayeredRig,
  { assets, castShadow, receiveShadow }: BuildCrowdOptions,
): Omit<CloneOptions, 'geometryOf'> {
  return {
    layeredRig,
    scene: assets.scene,
    castShadow,
    receiveShadow,
    createTintedMaterial: (part) => backend.createTintedMaterial(part, layeredRig.table.usesOpacity),
    renewMaterial: (old, fresh, given) => backend.renewMaterial(old, fresh, given),
  };
}
