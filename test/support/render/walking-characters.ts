import { type Camera, Group } from 'three';
import { generateCharacters } from 'three-crowd/generate';
import type { Character, Recipe } from 'three-crowd/protocol';
import {
  createSimulation,
  crowdPerson,
  type Person,
  type RunningSimulation,
  type Simulation,
} from 'three-crowd/simulate';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { pushCart } from '../../../src/kit/motion/clips/push-cart.js';
import { walkOld } from '../../../src/kit/motion/clips/walk-old.js';
import { walkStout } from '../../../src/kit/motion/clips/walk-stout.js';
import { baseSkeleton } from '../../../src/kit/skeleton/base-skeleton.js';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import type { ClipSpeed } from '../../../src/motion/create-simulation.js';
import type { GroundHeight } from '../../../src/motion/ground.js';
import {
  createStopClip,
  FootPlanting,
  FootSampler,
  Mover,
  StepFollower,
} from '../../../src/motion/walking.js';
import { Characters } from '../../../src/render/characters/characters.js';
import { ClipRegistry } from '../../../src/render/characters/clip-registry.js';
import { GaitClips, type StopClip } from '../../../src/render/characters/gaits.js';
import { PartRegistry } from '../../../src/render/characters/part-registry.js';
import { resolveCharacter } from '../../../src/render/characters/resolve-character.js';
import { CpuPose } from '../../../src/render/poses/cpu-pose.js';
import { bakeBoneTexture, deriveLocalPoses, retargetClip } from '../../../src/rig/index.js';
import { sampleManifest } from '../sample-manifest.js';
import { sampleRecipe } from '../sample-recipe.js';
import { sampleParts } from './sample-characters.js';

/** A walking crowd of the sample kit's skeletons that is never drawn. */
export interface WalkingCharacters {
  readonly characters: Characters;
  readonly simulation: RunningSimulation;
  readonly mover: Mover;
  readonly follower: StepFollower;
  /** Further characters of the same recipe, as if it asked for so many more. */
  more(count: number): Character[];
  readonly pose: CpuPose;
  readonly stop: StopClip | undefined;
  /** Runs the crowd for `seconds`, seen by a camera or from everywhere. Returns the crowd's clock after it. */
  advance(seconds: number, camera?: Camera): number;
}

export const KIT_TEXTURE = (() => {
  const clips = authorClips([...MOTIONS, walkOld, walkStout, pushCart]).map(
    (clip) => retargetClip(clip, baseSkeleton(), kitSkeleton()).clip,
  );
  return bakeBoneTexture(kitSkeleton(), kitSkin(), clips);
})();

export const KIT_POSES = deriveLocalPoses(KIT_TEXTURE, kitSkeleton(), kitSkin())!;

export interface WalkingOptions {
  /** Simulation of the characters. @default the simulation of the recipe */
  readonly simulate?: (simulation: Simulation) => RunningSimulation;
  /** True to plant feet. @default true */
  readonly plantsFeet?: boolean;
  /** @default even ground */
  readonly groundHeight?: GroundHeight;
  /** Names of clips that the rig does not have. @default none */
  readonly without?: readonly string[];
  /** Own walk clip of a character. @default none */
  readonly walkClipOf?: (index: number) => string | undefined;
  /** Number of characters nearest to a camera that are simulated in full. @default Infinity */
  readonly nearest?: number;
  /** @default console.warn */
  readonly onWarning?: (message: string) => void;
}

export function walkingCharacters(changes: Partial<Recipe>, options: WalkingOptions = {}): WalkingCharacters {
  const {
    simulate = (simulation) => simulation,
    plantsFeet = true,
    groundHeight,
    without = [],
    walkClipOf = () => undefined,
    nearest,
    onWarning,
  } = options;
  const recipe = sampleRecipe({
    terrain: { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' },
    ...changes,
  });
  const { clipInfo, walkClip } = KIT_TEXTURE.manifest;
  const { name: walk } = clipInfo[walkClip];
  const kept = clipInfo.filter(({ name }) => !without.includes(name));
  const clips = new ClipRegistry({ clipInfo: kept, walkClip: kept.findIndex(({ name }) => name === walk) });
  const generate = (size: number): Character[] =>
    generateCharacters({ ...recipe, size }, sampleManifest).map((character) => ({
      ...character,
      body_id: 'robe_1',
      face_id: 'face_1',
      hair_id: 'hair_1',
      ...((own) => own !== undefined && { walk_clip: own })(walkClipOf(character.index)),
    }));
  const people = generate(recipe.size);
  const characters = new Characters(people.length, new PartRegistry(sampleParts(), []), clips, (added) =>
    added.map((character) => resolveCharacter(character, clips, {})),
  );
  characters.add(people, 0);
  const gaits = new GaitClips(clips, (clip) => clips.infos[clip].speed);
  const clipSpeed: ClipSpeed = (walkClip) => gaits.walkNamed(walkClip).speed;
  const simulation = simulate(createSimulation(recipe, people, { clipSpeed }));
  const sampler = new FootSampler(KIT_POSES, KIT_POSES.limbs!, clips.infos);
  const feet = plantsFeet
    ? new FootPlanting(characters.table, sampler, people.length, groundHeight)
    : undefined;
  const stop = createStopClip(clips, gaits.walk, sampler);
  const personOf = (character: Character): Person => crowdPerson(recipe, character, { clipSpeed });
  const follower = new StepFollower({
    characters,
    simulation,
    gaits,
    stop,
    standing: clips.find('idle'),
    feet,
  });
  const mover = new Mover({
    characters,
    simulation,
    personOf,
    follower,
    onWarning,
    ...(nearest ? { nearest } : {}),
  });
  const pose = new CpuPose({
    table: characters.table,
    clips: clips.infos,
    boneTexture: KIT_TEXTURE,
    skin: kitSkin(),
    localPoses: KIT_POSES,
  });
  const space = new Group();
  let now = 0;
  return {
    characters,
    simulation,
    mover,
    follower,
    more: (count) => generate(recipe.size + count).slice(recipe.size),
    pose,
    stop,
    advance: (seconds, camera) => {
      now += seconds;
      characters.advance(now);
      mover.update(seconds, now, camera, camera && space);
      return now;
    },
  };
}
