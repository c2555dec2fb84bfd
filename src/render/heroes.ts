import { Matrix4, type Object3D } from 'three';
import { CrowdError, UnknownClipError } from '../errors/index.js';
import {
  type CharacterSelection,
  type Characters,
  createAnimationState,
  type TransformInput,
} from './characters/index.js';
import { type CloneClips, type CloneOptions, Hero } from './clones/index.js';

/** What the heroes of a crowd are made from. */
export interface HeroesOptions {
  readonly characters: Characters;
  readonly clone: Omit<CloneOptions, 'geometryOf'>;
  /** The master scene's object of each bone, by the bone's name in the file. */
  readonly bones: ReadonlyMap<string, Object3D>;
  /** The clips, by the numbers that rows use. */
  loadClips(): Promise<CloneClips>;
}

/** CharacterSelection has been handed out as a {@link Hero}. */
export class Heroes {
  readonly #source: HeroesOptions;
  readonly #heroes = new Map<number, Hero>();
  /** Demoted, and shown until their instances are drawn again. */
  #leaving: Hero[] = [];
  #clips: Promise<CloneClips> | undefined;
  #disposed = false;

  constructor(source: HeroesOptions) {
    this.#source = source;
  }

  get(i: number): Hero | undefined {
    return this.#heroes.get(i);
  }

  /** @param now tells the crowd's time */
  async promote(i: number, crowd: Object3D, now: () => number): Promise<Hero> {
    const { characters } = this.#source;
    characters.indices(i);
    const clips = await this.#load();
    if (this.#disposed) throw new CrowdError(`Character ${i} cannot be promoted: the crowd was disposed of.`);
    characters.indices(i);
    const known = this.#heroes.get(i);
    if (known) return known;
    const hero = this.#create(i, clips);
    this.#heroes.set(i, hero);
    characters.hideInstance(i);
    hero.object.visible = characters.isVisible(i);
    hero.update(now(), 0);
    crowd.add(hero.object);
    return hero;
  }

  /** @throws {CrowdError} where the character is no hero */
  demote(i: number, crowd: Object3D): void {
    const { characters } = this.#source;
    characters.indices(i);
    const hero = this.#heroes.get(i);
    if (!hero)
      throw new CrowdError(`Character ${i} is no hero; promote it, and wait for that, before you demote it.`);
    if (hero.hasMoved || hero.object.parent !== crowd)
      characters.setTransform(i, transformIn(crowd, hero.object));
    characters.showInstance(i);
    this.#heroes.delete(i);
    this.#leaving.push(hero);
  }

  /** The heroes among those who are meant. */
  among(who: CharacterSelection): Hero[] {
    if (this.#heroes.size === 0) return [];
    return this.#source.characters.indices(who).flatMap((i) => this.#heroes.get(i) ?? []);
  }

  /** The world matrix of a hero's bone; undefined where the character is no hero, or the bone is not its own. */
  socketMatrix(i: number, name: string, target: Matrix4): Matrix4 | undefined {
    const hero = this.#heroes.get(i);
    const bone = hero?.bones.get(name) ?? hero?.object.getObjectByName(name);
    bone?.updateWorldMatrix(true, false);
    return bone && target.copy(bone.matrixWorld);
  }

  /** Ends heroes at once, without giving them their instances back. */
  remove(who: CharacterSelection): void {
    for (const hero of this.among(who)) {
      this.#heroes.delete(hero.character);
      hero.dispose();
    }
  }

  /** To be called before the instances are drawn. */
  update(seconds: number, deltaSeconds: number): void {
    for (const hero of this.#heroes.values()) hero.update(seconds, deltaSeconds);
    for (const hero of this.#leaving) hero.dispose();
    this.#leaving = [];
  }

  dispose(): void {
    this.#disposed = true;
    for (const hero of [...this.#heroes.values(), ...this.#leaving]) hero.dispose();
    this.#heroes.clear();
    this.#leaving = [];
  }

  #create(i: number, clips: CloneClips): Hero {
    const { clone, bones, characters } = this.#source;
    const { table, parts: partRegistry } = characters;
    const { clip } = table.motion(i, createAnimationState());
    if (!clips.has(clip)) {
      const name = characters.clips.name(clip);
      throw new UnknownClipError(
        `Character ${i} plays "${name}", which has no address in assets.animations, so that it cannot be promoted.`,
        name,
      );
    }
    const numbers = [0, 1, 2].map((slot) => table.part(i, slot)).concat(partRegistry.shared);
    const parts = numbers.map((number) => partRegistry.part(number));
    return new Hero({ ...clone, bones, character: i, table, parts, clips });
  }

  /** Fetched for the first hero, and again where that failed. */
  async #load(): Promise<CloneClips> {
    this.#clips ??= this.#source.loadClips();
    try {
      return await this.#clips;
    } catch (error) {
      this.#clips = undefined;
      throw error;
    }
  }
}

/** Where an object stands in the crowd's space, upright. */
function transformIn(crowd: Object3D, object: Object3D): TransformInput {
  crowd.updateWorldMatrix(true, false);
  object.updateWorldMatrix(true, false);
  const { elements } = new Matrix4().copy(crowd.matrixWorld).invert().multiply(object.matrixWorld);
  const [x, y, z] = elements.slice(12);
  return {
    x,
    y,
    z,
    heading: Math.atan2(elements[8], elements[10]),
    scale: Math.hypot(elements[4], elements[5], elements[6]),
  };
}
