import type { CrowdAssets } from '../assets/index.js';
import { MAX_DRAW_CALLS } from '../protocol/index.js';
import { type Clip, estimateGroundSpeed } from '../rig/index.js';
import type { GpuSimulation } from '../simulate/gpu/index.js';
import type { RunningSimulation, TimedSimulation } from '../simulate/index.js';
import { type BuildCrowdOptions, type CreatedSimulation, chooseDrawMode } from './build-crowd-options.js';
import {
  Characters,
  ClipRegistry,
  gaitClip,
  type Part,
  PartRegistry,
  resolveCharacter,
} from './characters/index.js';
import { CloneClips, ClonedCrowd, type CloneOptions, type LayeredRig } from './clones/index.js';
import { Crowd } from './crowd.js';
import type { CrowdDrawing } from './crowd-drawing.js';
import { CurrentBackend } from './current-backend.js';
import type { Backend, GpuWalkers } from './drawing/index.js';
import { FootstepEvents } from './footstep-events.js';
import { FrameBudget } from './frame-budget.js';
import { Heroes } from './heroes.js';
import { InstancedDrawing } from './instanced-drawing.js';
import { LookTargets } from './look-targets.js';
import type { CrowdMotion, FootSampler, Footsteps } from './motion/index.js';
import { createPosedAssets, type PosedAssets } from './posed-assets.js';
import { boundClips, type CharacterExtent, CpuPose, characterExtent, PoseQueries } from './poses/index.js';
import { wearableParts } from './wearable-parts.js';

/** About 75 pixels of 1,080: the far mesh can no longer be told from the near one. */
const DEFAULT_LOD_SCREEN_HEIGHT = 0.07;

/** The clips of the bone texture by number, as clones play them; undefined where one has no address. */
type SourceClips = readonly (Clip | undefined)[];

/**
 * A crowd from loaded assets and resolved characters.
 *
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
  const cloneClips = mode === 'clones' ? await loadClips(assets, signal) : undefined;

  const bounded = boundClips(assets.boneTexture, assets.parts);
  const clips = new ClipRegistry(
    bounded.manifest,
    (clip) => !cloneClips || cloneClips[clip] !== undefined,
    assets.unloadedClips,
  );
  const wearable = wearableParts(options);
  const partRegistry = new PartRegistry(replaceMaterials(wearable.parts, options), wearable.sharedParts);
  const characters = new Characters(options.characters.length, partRegistry, clips, (character) =>
    resolveCharacter(character, clips, options),
  );
  characters.add(wearable.characters, 0);

  const posed = createPosedAssets(assets, bounded, clips);
  // Before anything draws, which would have to be made again.
  if (options.createSimulation && posed.localPoses()?.limbs) characters.table.useLayers();
  const layeredRig = createLayeredRig(characters, posed, options);
  const canMoveOnGpu =
    !cloneClips && backend.canMoveOnGpu({ table: characters.table, localPoses: posed.localPoses() });
  const findFeet = feetFinder(characters, posed, options);
  const simulated = await createSimulated(characters, findFeet, canMoveOnGpu, options);
  let drawing: CrowdDrawing | undefined;
  let motion: CrowdMotion | undefined;
  try {
    drawing = cloneClips
      ? drawClones(
          characters,
          cloneClips,
          characterExtent(bounded.manifest.clipInfo),
          backend,
          layeredRig,
          options,
        )
      : await drawInstances(characters, posed, backend, lodScreenHeight, simulated?.walkers, options);
    motion = simulated && (await createMotion(characters, findFeet, simulated, options));
    signal?.throwIfAborted();
  } catch (error) {
    simulated?.simulation.dispose?.();
    drawing?.dispose();
    throw error;
  }
  return new Crowd({
    characters,
    drawing,
    mode,
    backend,
    lodScreenHeight,
    frameBudget: budget,
    heroes: new Heroes({
      characters,
      clone: cloneOptions(backend, layeredRig, options),
      bones: new Map(assets.skeleton.names.map((name, bone) => [name, assets.bones[bone]])),
      loadClips: async () =>
        new CloneClips(clips.infos, cloneClips ?? (await loadClips(assets)), assets.scene),
    }),
    queries: new PoseQueries({
      ...posed,
      table: characters.table,
      clips: clips.infos,
      parts: assets.parts,
      partRegistry,
      skin: assets.skin,
      rig: assets,
    }),
    looks: new LookTargets(characters.table, layeredRig.pose, () => posed.localPoses()?.limbs?.head),
    motion,
    footsteps: new FootstepEvents(() => loadFootsteps(characters, findFeet, motion, options)),
    release: () => assets.dispose(),
  });
}

/** Starts the download of what sets feet on the ground and moves people; whoever needs it sees its failure. */
export function preloadMotion(): void {
  import('./motion/index.js').catch(() => {});
}

/** Ground that a clip covers at playback speed 1, metres a second at scale 1, and where clips have feet. */
interface FeetFinder {
  groundSpeed(clip: number): number;
  /** Undefined where the rig has no legs that can be found. Measured at the first call. */
  sampler(): Promise<FootSampler | undefined>;
}

function feetFinder(
  { clips }: Characters,
  { localPoses }: PosedAssets,
  { assets: { boneTexture, skin } }: BuildCrowdOptions,
): FeetFinder {
  const groundSpeed = (clip: number): number => {
    const info = clips.infos[clip];
    return info.speed > 0 ? info.speed : estimateGroundSpeed(boneTexture, skin, info);
  };
  let known: FootSampler | undefined;
  return {
    groundSpeed,
    sampler: async () => {
      const poses = localPoses();
      if (!poses?.limbs) return undefined;
      const { FootSampler } = await import('./motion/index.js');
      const paced = clips.infos.map((info, clip) => ({ ...info, speed: groundSpeed(clip) }));
      known ??= new FootSampler(poses, poses.limbs, paced);
      return known;
    },
  };
}

/** What moves people, before it is known to the drawing. */
interface Simulated extends CreatedSimulation {
  /** Undefined where a simulation in JavaScript moves them. */
  readonly walkers: GpuWalkers | undefined;
}

async function createSimulated(
  { clips }: Characters,
  { groundSpeed }: FeetFinder,
  canMoveOnGpu: boolean,
  { createSimulation, characters: people }: BuildCrowdOptions,
): Promise<Simulated | undefined> {
  if (!createSimulation) return undefined;
  const walk = gaitClip('walk', clips, groundSpeed);
  const created = await createSimulation(walk.speed, canMoveOnGpu);
  const { simulation } = created;
  if (!isOnGpu(simulation)) return { ...created, walkers: undefined };
  people.forEach(({ idle_variant }, i) => {
    simulation.agents.setIdle(i, clips.findIdle(idle_variant) ?? -1);
  });
  return { ...created, walkers: { simulation, walk, jog: gaitClip('jog', clips, groundSpeed) } };
}

function isOnGpu(simulation: TimedSimulation): simulation is GpuSimulation {
  return 'agents' in simulation;
}

function isRunning(simulation: TimedSimulation): simulation is RunningSimulation {
  return 'current' in simulation;
}

/** What moves people is downloaded only where somebody is to move. */
async function createMotion(
  characters: Characters,
  { groundSpeed, sampler }: FeetFinder,
  { simulation, personOf }: Simulated,
  { groundHeight }: BuildCrowdOptions,
): Promise<CrowdMotion> {
  const { CrowdMotion, FootPlanting, StepFollower } = await import('./motion/index.js');
  if (!isRunning(simulation)) {
    return new CrowdMotion({ characters, simulation, personOf, follower: undefined });
  }
  const feetOfClips = await sampler();
  const feet = feetOfClips && new FootPlanting(characters.table, feetOfClips, simulation.size, groundHeight);
  const follower = new StepFollower({ characters, simulation, groundSpeed, feet });
  return new CrowdMotion({ characters, simulation, personOf, follower });
}

async function loadFootsteps(
  characters: Characters,
  { sampler }: FeetFinder,
  motion: CrowdMotion | undefined,
  { onWarning = console.warn }: BuildCrowdOptions,
): Promise<Footsteps | undefined> {
  if (motion?.isOnGpu) {
    onWarning(
      'three-crowd: no footsteps are reported: this crowd moves on the GPU, which alone knows where people are. ' +
        'motion: { gpu: false } moves it in a worker.',
    );
    return undefined;
  }
  const feetOfClips = await sampler();
  if (!feetOfClips) {
    onWarning(
      'three-crowd: no footsteps are reported: the rig has no two legs that can be found. Legs have two bones, one above ' +
        'the other, that end near the ground, on each side of one joint, with one scale for all axes.',
    );
    return undefined;
  }
  const { Footsteps } = await import('./motion/index.js');
  return new Footsteps({ characters, sampler: feetOfClips, feet: motion?.feet });
}

/** What brings layers to clones and heroes, if there are any. */
function createLayeredRig(
  { table, clips }: Characters,
  posed: PosedAssets,
  { assets }: BuildCrowdOptions,
): LayeredRig {
  const { boneTexture } = posed;
  const { skin } = assets;
  let pose: CpuPose | undefined;
  return {
    table,
    joints: Array.from(skin.joints, (bone) => assets.bones[bone]),
    poses: posed.localPoses,
    pose: () => {
      pose ??= new CpuPose({ table, clips: clips.infos, boneTexture, skin, localPoses: posed.localPoses() });
      return pose;
    },
  };
}

async function loadClips(assets: CrowdAssets, signal?: AbortSignal): Promise<SourceClips> {
  const { clipInfo, walkClip } = assets.boneTexture.manifest;
  const clips = await assets.loadClips(undefined, signal ? { signal } : {});
  // The manifest may call its walk clip by another name than the response's address does.
  return clipInfo.map(({ name }, n) => clips.get(name) ?? (n === walkClip ? clips.get('walk') : undefined));
}

async function drawInstances(
  { table, parts: partRegistry }: Characters,
  { boneTexture, localPoses }: PosedAssets,
  backend: Backend,
  lodScreenHeight: number,
  walkers: GpuWalkers | undefined,
  options: BuildCrowdOptions,
): Promise<CrowdDrawing> {
  const { assets, farDraws = 'merged', castShadow = true, receiveShadow = true, signal } = options;
  if (!localPoses()) warnOfSampledMatrices(options);
  const farParts =
    lodScreenHeight > 0
      ? replaceMaterials(await assets.loadFarParts(signal ? { signal } : {}), options)
      : undefined;
  const drawing = new InstancedDrawing(table, partRegistry, (parts) =>
    backend.createInstancedCrowd({
      table,
      boneTexture,
      localPoses: localPoses(),
      parts,
      castShadow,
      receiveShadow,
      farDraws,
      ...(farParts ? { farParts } : {}),
      ...(walkers ? { walkers } : {}),
    }),
  );
  try {
    await drawing.check();
  } catch (error) {
    drawing.dispose();
    throw error;
  }
  if (farDraws === 'merged') warnOfDraws(drawing.drawCalls, partRegistry.partsInUse, options);
  return drawing;
}

/** Many parts are what a crowd is asked for; many materials in each part are not. */
function warnOfDraws(draws: number, parts: number, { onWarning = console.warn }: BuildCrowdOptions): void {
  // One for each part, and one for all that is far.
  if (draws <= Math.max(MAX_DRAW_CALLS, parts + 1)) return;
  onWarning(
    `three-crowd: this crowd takes ${draws} draws a frame where ${MAX_DRAW_CALLS} are usual: its ${parts} parts have several ` +
      'materials each that cannot be drawn together. Those that differ in colour or in an opaque, uncompressed picture alone ' +
      'can; see "Materials" in the guide "Your own assets".',
  );
}

function warnOfSampledMatrices({ onWarning = console.warn }: BuildCrowdOptions): void {
  onWarning(
    'three-crowd: a bone of this rig is sheared, flat or mirrored at times, so poses are taken from the baked matrices as ' +
      'they are: a little off between frames, and without fades. To have both, give nodes that are no joints one scale ' +
      'for all axes, and joints no scale that is 0 or changes its sign.',
  );
}

function drawClones(
  { table, parts, clips }: Characters,
  cloneClips: SourceClips,
  extent: CharacterExtent,
  backend: Backend,
  layeredRig: LayeredRig,
  options: BuildCrowdOptions,
): CrowdDrawing {
  return new ClonedCrowd({
    ...cloneOptions(backend, layeredRig, options),
    table,
    parts,
    clips: new CloneClips(clips.infos, cloneClips, options.assets.scene),
    extent,
  });
}

/** What clones and heroes have in common. */
function cloneOptions(
  backend: Backend,
  layeredRig: LayeredRig,
  { assets, castShadow = true, receiveShadow = true }: BuildCrowdOptions,
): Omit<CloneOptions, 'geometryOf'> {
  return {
    layeredRig,
    scene: assets.scene,
    castShadow,
    receiveShadow,
    createTintedMaterial: (part) => backend.createTintedMaterial(part, layeredRig.table.usesOpacity),
  };
}

/** The parts with the materials that the option `material` wants for them. */
function replaceMaterials(
  parts: CrowdAssets['parts'],
  { material }: BuildCrowdOptions,
): ReadonlyMap<string, Part> {
  if (!material) return parts;
  return new Map(
    [...parts].map(([name, part]) => {
      const [first, ...others] = (part.materials ?? [part.material]).map((own) => material(name, own));
      return [name, { ...part, material: first, ...(part.materials && { materials: [first, ...others] }) }];
    }),
  );
}
