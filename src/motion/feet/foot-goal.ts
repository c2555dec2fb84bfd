import { type AnimationState, type CharacterTable, fadeWeight } from '../../render/characters/index.js';
import { isShortened } from '../follower/short-strides.js';
import type { FootSampler, SampledFoot } from './foot-sampler.js';

/** Position of a foot in the clips of a character, metres in the crowd's space. One object is used for all. */
export class FootGoal {
  /**
   * Position of the character, metres in the crowd's space, and the sine and cosine of its heading, which are faster
   * than angles.
   */
  characterX = 0;
  characterZ = 0;
  sine = 0;
  cosine = 1;
  scale = 1;
  /** Position in the newer clip alone. */
  x = 0;
  z = 0;
  /** Position between the two clips while one fades into the other. */
  clipX = 0;
  clipZ = 0;
  /** Height by which the foot is raised out of the ground, metres. */
  raise = 0;
  /** Weight of the newer clip, 0 to 1, and of the older one that fades out. */
  weight = 1;
  fading = 0;
  /** True if the foot stands in the newer clip, and if that clip covers no ground. */
  stands = false;
  isStandingClip = false;
  /** True if the walk is shown with shorter steps. */
  isShort = false;
  /** Number of the newer clip. */
  #clip = 0;
  #oldClip = 0;
  readonly #table: CharacterTable;
  readonly #sampler: FootSampler;
  readonly #direction = new Float64Array(2);
  readonly #newer: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
  readonly #older: SampledFoot = { x: 0, y: 0, z: 0, stands: false };

  constructor(table: CharacterTable, sampler: FootSampler) {
    this.#table = table;
    this.#sampler = sampler;
  }

  /** Reads the position of a character. Call it before {@link play}. */
  begin(i: number): void {
    const table = this.#table;
    const direction = this.#direction;
    table.direction(i, direction);
    this.characterX = table.x(i);
    this.characterZ = table.z(i);
    this.sine = direction[0];
    this.cosine = direction[1];
    this.scale = table.scale(i);
  }

  /**
   * Reads the animation state of the character. Call it before {@link set}.
   *
   * @param state of the character
   * @param now crowd seconds
   */
  play(state: AnimationState, now: number): void {
    this.#clip = state.clip;
    this.#oldClip = state.oldClip;
    this.isShort = isShortened(state);
    this.weight = fadeWeight(state, now);
    this.fading = this.isShort ? 0 : 1 - this.weight;
    this.isStandingClip = this.#sampler.isStanding(state.clip);
    this.#sampler.locate(state, now, this.fading > 0);
  }

  /** Seconds until {@link stands} changes for a foot; 0 while one clip fades into another. */
  secondsToChange(state: AnimationState): number {
    return this.fading > 0 ? 0 : this.#sampler.secondsToChange(state);
  }

  /** Reads the position of a foot. */
  set(foot: 0 | 1): void {
    const { characterX, characterZ } = this;
    const sine = this.sine * this.scale;
    const cosine = this.cosine * this.scale;
    const newer = this.#newer;
    this.raise = 0;
    if (this.isShort) {
      this.raise = this.scale * this.#sampler.readShort(this.#clip, this.#oldClip, foot, this.weight, newer);
    } else this.#sampler.readNewer(foot, newer);
    this.x = characterX + cosine * newer.x + sine * newer.z;
    this.z = characterZ - sine * newer.x + cosine * newer.z;
    this.clipX = this.x;
    this.clipZ = this.z;
    if (this.fading > 0) {
      const older = this.#older;
      this.#sampler.readOlder(foot, older);
      const oldX = characterX + cosine * older.x + sine * older.z;
      const oldZ = characterZ - sine * older.x + cosine * older.z;
      this.clipX = oldX + (this.x - oldX) * this.weight;
      this.clipZ = oldZ + (this.z - oldZ) * this.weight;
    }
    this.stands = newer.stands;
  }
}
