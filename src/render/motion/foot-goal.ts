import { type AnimationState, type CharacterTable, fadeWeight } from '../characters/index.js';
import type { FootSampler, SampledFoot } from './foot-sampler.js';

/** Where the clips of a character have one of its feet, metres in the crowd's space. One object is used for all. */
export class FootGoal {
  /** In the newer clip alone, to which it is going. */
  x = 0;
  z = 0;
  /** While one clip fades into another, between the two. */
  clipX = 0;
  clipZ = 0;
  /** How much of the newer clip is shown, 0 to 1. */
  weight = 1;
  /** Whether the foot stands in the newer clip, and whether that clip covers no ground. */
  stands = false;
  isStandingClip = false;
  readonly #table: CharacterTable;
  readonly #sampler: FootSampler;
  readonly #newer: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
  readonly #older: SampledFoot = { x: 0, y: 0, z: 0, stands: false };

  constructor(table: CharacterTable, sampler: FootSampler) {
    this.#table = table;
    this.#sampler = sampler;
  }

  /**
   * @param state what the character plays
   * @param now crowd seconds
   */
  set(i: number, foot: 0 | 1, state: AnimationState, now: number): void {
    const table = this.#table;
    const x = table.x(i);
    const z = table.z(i);
    const heading = table.heading(i);
    const sine = Math.sin(heading) * table.scale(i);
    const cosine = Math.cos(heading) * table.scale(i);
    const newer = this.#newer;
    this.weight = fadeWeight(state, now);
    this.#sampler.sampleNewer(state, foot, now, newer);
    this.x = x + cosine * newer.x + sine * newer.z;
    this.z = z - sine * newer.x + cosine * newer.z;
    this.clipX = this.x;
    this.clipZ = this.z;
    if (this.weight < 1) {
      const older = this.#older;
      this.#sampler.sampleOlder(state, foot, now, older);
      const oldX = x + cosine * older.x + sine * older.z;
      const oldZ = z - sine * older.x + cosine * older.z;
      this.clipX = oldX + (this.x - oldX) * this.weight;
      this.clipZ = oldZ + (this.z - oldZ) * this.weight;
    }
    this.stands = newer.stands;
    this.isStandingClip = this.#sampler.isStanding(state.clip);
  }
}
