import { Matrix4, type Object3D } from 'three';
import { CrowdError, DisposedError } from '../errors/index.js';
import type { CharacterSelection, Characters, TransformInput } from './characters/index.js';
import type { CloneClips, CloneOptions, CloneSurfaces, Hero } from './clones/index.js';
import type { Backend } from './drawing/index.js';

export interface HeroesOptions {
  readonly characters: Characters;
  readonly clone: Omit<CloneOptions, 'geometryOf'>;
  /** The master scene's object of each bone, by the bone's name in the file. */
  readonly bones: ReadonlyMap<string, Object3D>;
  /** Creates the clips by the numbers that rows use; called for the first hero. */
  createClips(clones: typeof import('./clones/index.js')): CloneClips;
}

/** Materials and geometries of heroes for a further renderer. */
export interface HeroSurfaces extends CloneSurfaces {
  dispose(): void;
}

/** The characters of a crowd that are shown as a {@link Hero} in place of their instance. */
export class Heroes {
  readonly #options: HeroesOptions;
  readonly #heroes = new Map<number, Hero>();
  /** Demoted heroes, shown until the next update draws their instances again. */
  #demoted: Hero[] = [];
  #clips: CloneClips | undefined;
  /** True if the heroes' materials can be transparent. */
  #dithers = false;
  #disposed = false;

  constructor(options: HeroesOptions) {
    this.#options = options;
  }

  get(i: number): Hero | undefined {
    return this.#heroes.get(i);
  }

  /**
   * @param crowd the hero's parent
   * @param now returns the crowd's present time, seconds
   * @throws {CrowdError} for an index without a character, or where the heroes were disposed of meanwhile
   */
  async promote(i: number, crowd: Object3D, now: () => number): Promise<Hero> {
    const { characters } = this.#options;
    characters.indices(i);
    const source = characters.source(i);
    const clones = await import('./clones/index.js');
    if (this.#disposed) {
      throw new DisposedError(`Character ${i} cannot be promoted: the crowd was disposed of.`);
    }
    // It may have been removed meanwhile, and its index given to another one.
    characters.indices(i);
    if (characters.source(i) !== source) {
      throw new CrowdError(
        `Character ${i} cannot be promoted: it was removed, and its index has another one.`,
      );
    }
    const known = this.#heroes.get(i);
    if (known) return known;
    this.#clips ??= this.#options.createClips(clones);
    const hero = this.#create(i, this.#clips, clones.Hero);
    this.#heroes.set(i, hero);
    characters.hideInstance(i);
    hero.object.visible = characters.isVisible(i);
    hero.update(now(), 0);
    crowd.add(hero.object);
    return hero;
  }

  /**
   * @returns true if the page has moved the hero; its new position is in the character's row
   * @throws {CrowdError} if the character is no hero
   */
  demote(i: number, crowd: Object3D): boolean {
    const { characters } = this.#options;
    characters.indices(i);
    const hero = this.#heroes.get(i);
    if (!hero) {
      throw new CrowdError(
        `Character ${i} is no hero. Await \`crowd.promote(${i})\` before you demote it, and demote it once.`,
      );
    }
    const hasMoved = hero.hasMoved || hero.object.parent !== crowd;
    if (hasMoved) characters.setTransform(i, transformIn(crowd, hero.object));
    characters.showInstance(i);
    this.#heroes.delete(i);
    this.#demoted.push(hero);
    return hasMoved;
  }

  get drawCalls(): number {
    let sum = 0;
    for (const hero of this.#heroes.values()) sum += hero.drawCalls;
    return sum;
  }

  among(who: CharacterSelection): Hero[] {
    if (this.#heroes.size === 0) return [];
    return this.#options.characters.indices(who).flatMap((i) => this.#heroes.get(i) ?? []);
  }

  /** The world matrix of a hero's bone or of a node below one; undefined where the character is no hero. */
  socketMatrix(i: number, name: string, target: Matrix4): Matrix4 | undefined {
    const hero = this.#heroes.get(i);
    const bone = hero?.bones.get(name) ?? hero?.object.getObjectByName(name);
    bone?.updateWorldMatrix(true, false);
    return bone && target.copy(bone.matrixWorld);
  }

  /** Frees heroes at once, without showing their instances again. */
  remove(who: CharacterSelection): void {
    for (const hero of this.among(who)) {
      this.#heroes.delete(hero.character);
      hero.dispose();
    }
  }

  /** Moves each hero to the position in its row, unless the page has moved the hero's object. */
  followRows(): void {
    for (const hero of this.#heroes.values()) if (!hero.hasMoved) hero.updateTransform();
  }

  /** Poses the heroes, and frees the demoted ones. Call it before the instances are drawn. */
  update(seconds: number, deltaSeconds: number): void {
    if (this.#options.characters.table.usesOpacity !== this.#dithers) this.redraw();
    for (const hero of this.#heroes.values()) hero.update(seconds, deltaSeconds);
    for (const hero of this.#demoted) hero.dispose();
    this.#demoted = [];
  }

  /** Makes materials and geometries again, since two renderers cannot share them. Call it when the backend has changed. */
  redraw(): void {
    this.#dithers = this.#options.characters.table.usesOpacity;
    for (const hero of [...this.#heroes.values(), ...this.#demoted]) hero.redraw();
  }

  /**
   * Has heroes drawn by one renderer until the next call.
   *
   * @param surfaces undefined for the crowd's own renderer
   */
  showWith(surfaces: CloneSurfaces | undefined): void {
    for (const hero of [...this.#heroes.values(), ...this.#demoted]) hero.showWith(surfaces);
  }

  /** Creates materials and geometries of heroes for a further renderer; {@link forget} frees them. */
  async surfacesOf(backend: Pick<Backend, 'createTintedMaterial'>): Promise<HeroSurfaces> {
    const { table } = this.#options.characters;
    const { CloneGeometries } = await import('./clones/index.js');
    const geometries = new CloneGeometries();
    return {
      createTintedMaterial: (part) => backend.createTintedMaterial(part, table.usesOpacity),
      geometryOf: (part) => geometries.of(part),
      dispose: () => geometries.dispose(),
    };
  }

  /** Frees the heroes' materials and geometries of a further renderer. */
  forget(surfaces: HeroSurfaces): void {
    for (const hero of [...this.#heroes.values(), ...this.#demoted]) hero.forget(surfaces);
    surfaces.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    for (const hero of [...this.#heroes.values(), ...this.#demoted]) hero.dispose();
    this.#heroes.clear();
    this.#demoted = [];
  }

  #create(i: number, clips: CloneClips, HeroClass: typeof Hero): Hero {
    const { clone, bones, characters } = this.#options;
    const { table, parts: partRegistry } = characters;
    const parts = partRegistry.worn(table.parts(i));
    return new HeroClass({ ...clone, bones, character: i, table, parts, clips });
  }
}

/** Position, heading and scale of an object in the crowd's space; any tilt is left out. */
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
