import { CrowdError } from '../errors/index.js';
import { createMover, type Mover, readGround, steadyGround } from '../motion/index.js';
import { goesAway } from '../rig/index.js';
import { type BuildCrowdOptions, chooseDrawMode } from './build-crowd-options.js';
import {
  Characters,
  ClipRegistry,
  PartRegistry,
  resolveCharacter,
  type TableChanges,
} from './characters/index.js';
import { createClipFeet } from './clip-feet.js';
import { createHeroes, createLayeredRig, loadClones } from './create-clones.js';
import { loadInstances } from './create-instances.js';
import { Crowd } from './crowd.js';
import type { CrowdDrawing, DrawMode } from './crowd-drawing.js';
import { CurrentBackend } from './current-backend.js';
import type { Backend } from './drawing/index.js';
import { FootstepEvents } from './footstep-events.js';
import { FrameBudget } from './frame-budget.js';
import { createPosedAssets, localPosesOf } from './posed-assets.js';
import { boundClips, characterExtent, PoseQueries } from './poses/index.js';
import { LookTargets } from './poses/look-targets.js';
import type { RootMotionSource } from './root-motion.js';
import { DrawingCreators } from './sized-drawing.js';
import { replaceMaterials, wearableParts } from './wearable-parts.js';

/** Pixels. */
const DEFAULT_LOD_THRESHOLD = 1;

/**
 * A crowd from loaded assets and resolved characters.
 *
 * @experimental
 * @throws {InvalidResponseError} for a malformed colour
 * @throws {UnknownPartError} where the master GLB lacks all parts that are named or, with `strict`, any
 * @throws {UnknownClipError} with `strict`, where a character plays a clip that the bone texture lacks; for a name of
 *   `clipOf`, always
 * @throws {UnsupportedError} where the renderer is none of three's, or the device cannot draw the crowd
 * @throws {CrowdError} for a playback speed, transform or frame budget that makes no sense
 * @throws the signal's reason
 */
export async function buildCrowd(options: BuildCrowdOptions): Promise<Crowd> {
  const { assets, signal, frameBudget, lodThreshold = DEFAULT_LOD_THRESHOLD } = options;
  const { onWarning = console.warn } = options;
  const ground = options.ground && (await readGround(options.ground, onWarning));
  const steady = ground && steadyGround(ground, onWarning);
  const budget = frameBudget && new FrameBudget(frameBudget, lodThreshold);
  const backend = await CurrentBackend.of(options.renderer);

  const source = await loadRootMotion(options);
  // A simulation ignores the root motion of clips.
  const isMovedByClips = options.rootMotion === true;
  const { boneTexture = assets.boneTexture } = source ?? {};
  const { skeleton, skin, builds } = assets;
  const rigged = source ? { boneTexture, skeleton, skin, builds } : assets;
  const bounded = boundClips(boneTexture, assets.parts, builds && localPosesOf(rigged));
  const clips = new ClipRegistry(bounded.manifest, assets.missingClips, options.clipAliases);
  const wearable = wearableParts(options);
  const partRegistry = new PartRegistry(replaceMaterials(wearable.parts, options), wearable.sharedParts);
  const characters = new Characters(
    options.characters.length,
    partRegistry,
    clips,
    (added) => {
      const resolved = added.map((character) => resolveCharacter(character, clips, { ...options, ground }));
      const warning = clips.takeWarning();
      if (warning) onWarning(warning);
      return resolved;
    },
    onWarning,
    builds !== undefined,
  );
  characters.add(wearable.characters, 0);

  const posed = createPosedAssets(rigged, bounded, clips);
  const rootMotion = source?.create(characters.table, clips.infos, steady);
  // Before the drawings, which would otherwise be made twice.
  if (options.createSimulation && posed.localPoses()?.limbs) characters.table.useLayers();
  const layeredRig = createLayeredRig(characters, posed, assets);
  const clipFeet = createClipFeet(characters, posed, options);
  const extent = characterExtent(bounded.manifest.clipInfo, bounded.buildMargin);
  const { checkDevice = true } = options;
  let isBuilt = false;
  const creators = new DrawingCreators({
    clones: () => loadClones(characters, posed, extent, layeredRig, options),
    instanced: () => loadInstances(characters, posed, lodThreshold, options, isBuilt ? undefined : signal),
  });
  const drawWith = async (
    other: Backend,
    changes: TableChanges,
    mode: () => DrawMode,
    isChecked: boolean,
  ): Promise<CrowdDrawing> => {
    const made = await creators.draw(other, changes, mode);
    try {
      if (isChecked) await made.check();
      return made;
    } catch (error) {
      made.dispose();
      throw error;
    }
  };
  const modeOfSize = (): DrawMode => chooseDrawMode(options, characters.size);
  const drawing = await drawWith(backend, characters.table, modeOfSize, checkDevice);
  let mover: Mover | undefined;
  try {
    const { createSimulation } = options;
    mover =
      createSimulation &&
      (await createMover(characters, clipFeet, createSimulation, { ground: steady, onWarning }));
    signal?.throwIfAborted();
  } catch (error) {
    mover?.dispose();
    drawing.dispose();
    throw error;
  }
  isBuilt = true;
  return new Crowd({
    drawing,
    drawAgain: (other, changes) => drawWith(other, changes, () => drawing.mode, true),
    characters,
    looks: options.looks ?? [],
    complete: options.complete,
    ground,
    backend,
    lodThreshold,
    frameBudget: budget,
    heroes: createHeroes(characters, posed, backend, layeredRig, options),
    queries: new PoseQueries({
      ...posed,
      table: characters.table,
      clips: clips.infos,
      parts: assets.parts,
      partRegistry,
      skin,
      rig: assets,
    }),
    skeleton: assets.skeleton,
    lookTargets: new LookTargets(characters.table, layeredRig.pose, () => posed.localPoses()?.limbs?.head),
    localPoses: posed.localPoses,
    mover,
    rootMotion: isMovedByClips ? rootMotion : undefined,
    footsteps: new FootstepEvents({ characters, clipFeet, mover, onWarning: options.onWarning }),
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
      '`rootMotion` moves the characters by their clips, and `motion` by a simulation: give one of the two options.',
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
