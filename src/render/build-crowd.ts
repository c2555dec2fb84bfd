import { CrowdError } from '../errors/index.js';
import { createMover, type Mover } from '../motion/index.js';
import { goesAway } from '../rig/index.js';
import { type BuildCrowdOptions, chooseDrawMode } from './build-crowd-options.js';
import { Characters, ClipRegistry, PartRegistry, resolveCharacter } from './characters/index.js';
import { createClipFeet } from './clip-feet.js';
import { createClones, createHeroes, createLayeredRig, loadSourceClips } from './create-clones.js';
import { createInstances } from './create-instances.js';
import { Crowd } from './crowd.js';
import type { CrowdDrawings } from './crowd-drawing.js';
import { CurrentBackend } from './current-backend.js';
import { FootstepEvents } from './footstep-events.js';
import { FrameBudget } from './frame-budget.js';
import { createPosedAssets, localPosesOf } from './posed-assets.js';
import { boundClips, characterExtent, PoseQueries } from './poses/index.js';
import { LookTargets } from './poses/look-targets.js';
import type { RootMotionSource } from './root-motion.js';
import { replaceMaterials, wearableParts } from './wearable-parts.js';

/** About 75 pixels of 1,080: the far mesh can no longer be told from the near one. */
const DEFAULT_LOD_SCREEN_HEIGHT = 0.07;

/**
 * A crowd from loaded assets and resolved characters.
 *
 * @experimental
 * @throws {InvalidResponseError} for a malformed colour
 * @throws {UnknownPartError} where the master GLB lacks all parts that are named or, with `strict`, any
 * @throws {UnknownClipError} where a character plays a clip that the bone texture lacks, or that has no address where
 *   characters are drawn as clones
 * @throws {UnsupportedError} where the renderer is none of three's, or the device cannot draw the crowd
 * @throws {CrowdError} for a playback speed, transform or frame budget that makes no sense
 * @throws the signal's reason
 */
export async function buildCrowd(options: BuildCrowdOptions): Promise<Crowd> {
  const { assets, signal, frameBudget, lodScreenHeight = DEFAULT_LOD_SCREEN_HEIGHT } = options;
  const mode = chooseDrawMode(options);
  const budget = frameBudget && new FrameBudget(frameBudget, lodScreenHeight);
  const backend = await CurrentBackend.of(options.renderer);
  const sourceClips = mode === 'clones' ? await loadSourceClips(assets, signal) : undefined;

  const source = await loadRootMotion(options);
  // A simulation ignores the root motion of clips.
  const isMovedByClips = options.rootMotion === true;
  const { boneTexture = assets.boneTexture } = source ?? {};
  const bounded = boundClips(boneTexture, assets.parts);
  const clips = new ClipRegistry(
    bounded.manifest,
    (clip) => !sourceClips || sourceClips[clip] !== undefined,
    assets.unloadedClips,
    options.clipAliases,
  );
  const wearable = wearableParts(options);
  const partRegistry = new PartRegistry(replaceMaterials(wearable.parts, options), wearable.sharedParts);
  const characters = new Characters(
    options.characters.length,
    partRegistry,
    clips,
    (character) => resolveCharacter(character, clips, options),
    options.onWarning,
  );
  characters.add(wearable.characters, 0);

  const { skeleton, skin } = assets;
  const posed = createPosedAssets(source ? { boneTexture, skeleton, skin } : assets, bounded, clips);
  const rootMotion = source?.create(characters.table, clips.infos);
  // Before anything draws, which would have to be made again.
  if (options.createSimulation && posed.localPoses()?.limbs) characters.table.useLayers();
  const layeredRig = createLayeredRig(characters, posed, assets);
  const clipFeet = createClipFeet(characters, posed, options);
  const extent = characterExtent(bounded.manifest.clipInfo);
  let drawings: CrowdDrawings | undefined;
  let mover: Mover | undefined;
  try {
    drawings = sourceClips
      ? await createClones(characters, sourceClips, extent, backend, layeredRig, options, rootMotion)
      : await createInstances(characters, posed, backend, lodScreenHeight, options);
    const { createSimulation } = options;
    mover = createSimulation && (await createMover(characters, clipFeet, createSimulation, options));
    signal?.throwIfAborted();
  } catch (error) {
    mover?.dispose();
    drawings?.drawing.dispose();
    throw error;
  }
  return new Crowd({
    ...drawings,
    characters,
    mode,
    backend,
    lodScreenHeight,
    frameBudget: budget,
    heroes: createHeroes(characters, sourceClips, backend, layeredRig, options, rootMotion),
    queries: new PoseQueries({
      ...posed,
      table: characters.table,
      clips: clips.infos,
      parts: assets.parts,
      partRegistry,
      skin,
      rig: assets,
    }),
    looks: new LookTargets(characters.table, layeredRig.pose, () => posed.localPoses()?.limbs?.head),
    localPoses: posed.localPoses,
    mover,
    rootMotion: isMovedByClips ? rootMotion : undefined,
    footsteps: new FootstepEvents({ characters, clipFeet, mover, onWarning: options.onWarning }),
    posesAtOnce: options.checkDevice ?? true,
    release: () => assets.dispose(),
  });
}

/**
 * Loads the code that removes root motion from poses, so that the clips, or a simulation, move the characters once.
 */
async function loadRootMotion(options: BuildCrowdOptions): Promise<RootMotionSource | undefined> {
  const { assets, rootMotion, createSimulation } = options;
  if (!rootMotion && !(createSimulation && walkGoesAway(options))) return undefined;
  if (rootMotion && createSimulation) {
    throw new CrowdError(
      'rootMotion has clips move the characters, and `motion` has them walk by themselves: give one of the two.',
    );
  }
  const { rootMotionOf } = await import('./root-motion.js');
  return rootMotionOf(assets, localPosesOf(assets));
}

/** True if the clip `walk` has root motion, as Mixamo's have unless they are exported "in place". */
function walkGoesAway({ assets, clipAliases }: BuildCrowdOptions): boolean {
  const { clipInfo, walkClip } = assets.boneTexture.manifest;
  const walk =
    clipInfo[walkClip] ?? clipInfo.find(({ name }) => name === (clipAliases?.get('walk') ?? 'walk'));
  return walk !== undefined && goesAway(assets.boneTexture, assets.skin, walk);
}
