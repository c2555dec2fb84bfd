import {
  Box3,
  BufferGeometry,
  type Camera,
  type Intersection,
  type Matrix4,
  Object3D,
  type Raycaster,
} from 'three';
import type { Character } from '../protocol/index.js';
import type {
  CharacterSelection,
  CharacterState,
  Characters,
  ClipId,
  ColorsInput,
  PartsInput,
  SetClipOptions,
  TransformInput,
} from './characters/index.js';
import type { Hero } from './clones/index.js';
import type { Backend, BackendName, CrowdFrame, CrowdRenderer } from './drawing/index.js';
import type { FrameBudget, FrameBudgetReport } from './frame-budget.js';
import type { Heroes } from './heroes.js';
import { loadBackend } from './load-backend.js';
import type { PoseQueries } from './poses/index.js';

/** Crowd seconds after which the clock is moved back; 32-bit floats tell 15 µs apart below it. */
const REBASE_SECONDS = 128;

/** A tier at work, as the crowd sees it. */
export interface CrowdDrawing {
  readonly object: Object3D;
  /** Draw commands of the colour pass. */
  readonly drawCalls: number;
  /** Takes over what has changed in the character table, and makes the frame ready. */
  update(frame: CrowdFrame): void;
  /** Makes everything again at the next update, with the backend as it is then. */
  redraw(): void;
  dispose(): void;
}

/** What {@link Crowd} is made from; `createCrowd` is the way to get one. */
export interface CrowdDependencies {
  readonly characters: Characters;
  readonly drawing: CrowdDrawing;
  readonly tier: DrawMode;
  /** What draws the crowd; changed where another renderer takes over. */
  readonly current: { backend: Backend };
  readonly frameBudget: FrameBudget | undefined;
  readonly lodScreenHeight: number;
  readonly heroes: Heroes;
  readonly queries: PoseQueries;
  /** Called once, by `dispose()`: gives back what the crowd holds beside its drawing. */
  release(): void;
}

/**
 * A crowd of animated characters, to be added to a scene like any object. Call {@link Crowd.update} once a frame
 * before rendering, and {@link Crowd.dispose} when done with it.
 *
 * Characters are told apart by index, which stays theirs until they are removed. Whatever is set is seen from the next
 * `update` on, by every part in every pass, and is the same in every tier. A call that throws has changed nothing.
 */
export class Crowd extends Object3D {
  readonly isCrowd = true;
  /** Share of the view's height, 0 to 1, under which a character is drawn with its far mesh; 0 for never. */
  lodScreenHeight: number;
  readonly #dependencies: CrowdDependencies;
  readonly #characters: Characters;
  readonly #heroes: Heroes;
  readonly #bounds: MeasuredBounds;
  #seconds = 0;
  #disposed = false;

  /** @internal */
  constructor(made: CrowdDependencies) {
    super();
    this.name = 'Crowd';
    this.lodScreenHeight = made.lodScreenHeight;
    this.#dependencies = made;
    this.#characters = made.characters;
    this.#heroes = made.heroes;
    disableRaycast(made.drawing.object);
    this.#bounds = new MeasuredBounds(() => this.boundingBox);
    this.add(made.drawing.object, this.#bounds);
    made.drawing.update({ seconds: 0, camera: undefined, lodScreenHeight: 0 });
  }

  /** Number of characters. */
  get size(): number {
    return this.#characters.size;
  }

  /** What keeping to the frame budget took so far; undefined without one. */
  get frameBudget(): FrameBudgetReport | undefined {
    return this.#dependencies.frameBudget?.report;
  }

  /** What the crowd costs now. */
  get stats(): CrowdStats {
    const { tier, drawing, current: renders } = this.#dependencies;
    const { parts: partRegistry } = this.#characters;
    return {
      characters: this.size,
      mode: tier,
      backend: renders.backend.name,
      drawCalls: drawing.drawCalls,
      triangles: partRegistry.triangles,
      parts: partRegistry.partsInUse,
    };
  }

  /**
   * Advances every animation.
   *
   * @param deltaSeconds since the last call; 0 holds the pose
   * @param camera the camera that will render: who is out of its sight is not drawn. Call again with 0 seconds for
   *   each further camera of a frame, before that one renders. Without one, everybody is drawn
   * @param frameMilliseconds how long the last frame took, for the frame budget; the GPU's own time, where it is known
   */
  update(deltaSeconds: number, camera?: Camera, frameMilliseconds = deltaSeconds * 1000): void {
    this.#seconds += deltaSeconds;
    this.#characters.advance(this.#seconds);
    if (this.#seconds >= REBASE_SECONDS) {
      const back = Math.floor(this.#seconds / REBASE_SECONDS) * REBASE_SECONDS;
      this.#characters.rebase(this.#seconds, back);
      this.#seconds -= back;
    }
    this.#heroes.update(this.#seconds, deltaSeconds);
    const { frameBudget } = this.#dependencies;
    if (frameBudget && deltaSeconds > 0) this.lodScreenHeight = frameBudget.next(frameMilliseconds);
    this.#dependencies.drawing.update({
      seconds: this.#seconds,
      camera,
      lodScreenHeight: this.lodScreenHeight,
    });
  }

  /**
   * Draws with another renderer from the next `update` on: with the one made in place of a `WebGPURenderer` that has lost
   * its device, say. Everything is made again from the character table; nobody's pose or place is lost. A classic
   * `WebGLRenderer` restores its own context, and needs no call.
   *
   * @throws {UnsupportedError} where it is none of three's renderers
   */
  async setRenderer(renderer: CrowdRenderer): Promise<void> {
    const { current: renders, drawing } = this.#dependencies;
    renders.backend = await loadBackend(renderer);
    drawing.redraw();
  }

  /**
   * Plays a clip. A fade that is asked for during another neither jumps nor ends late: back to the clip that is being
   * left, the running fade turns round; for any other clip it first ends, within half of the new one's seconds. Asking
   * again for a loop that plays already only sets its speed.
   *
   * @throws {UnknownClipError} for a clip that the bone texture lacks
   * @throws {CrowdError} for an index that nobody has, or options that make no sense
   *
   * @example
   * crowd.setClip(7, 'walk_stop', { fade: 0.2 });              // and then its own idle
   * crowd.setClip('all', 'idle', { fade: 0.5 });
   * crowd.setClip([1, 2], 'idle_scratch', { loop: 'once', next: { clip: 'walk', fade: 0.4 } });
   */
  setClip(who: CharacterSelection, clip: ClipId, options: SetClipOptions = {}): void {
    this.#characters.setClip(who, clip, options, this.#seconds);
  }

  /**
   * Changes the playback speed of what is played, or being faded into. Its phase goes on from where it is.
   *
   * @param speed 1 is the clip's own, 0 holds the pose
   * @throws {CrowdError} for an index that nobody has, or a negative speed
   */
  setSpeed(who: CharacterSelection, speed: number): void {
    this.#characters.setSpeed(who, speed, this.#seconds);
  }

  /** @throws {CrowdError} for an index that nobody has, or numbers that are not finite */
  setTransform(i: number, place: TransformInput): void {
    this.#characters.setTransform(i, place);
    this.#heroes.get(i)?.updateTransform();
  }

  /** @throws {CrowdError} for an index that nobody has, or what is no colour */
  setColors(who: CharacterSelection, colors: ColorsInput): void {
    this.#characters.setColors(who, colors);
    for (const hero of this.#heroes.among(who)) hero.tint();
  }

  /** @throws {CrowdError} for an index that nobody has */
  setVisible(who: CharacterSelection, isVisible: boolean): void {
    this.#characters.setVisible(who, isVisible);
    for (const hero of this.#heroes.among(who)) hero.object.visible = isVisible;
  }

  /**
   * Changes clothes. A part that nobody wore costs a moment at the next `update`, which makes its draw and replaces the
   * meshes under the crowd.
   *
   * @throws {UnknownPartError} for a name that is no node of `skeleton_glb`
   * @throws {CrowdError} for an index that nobody has
   */
  setParts(who: CharacterSelection, parts: PartsInput): void {
    this.#characters.setParts(who, parts);
  }

  /**
   * Adds characters and returns their indices; those of removed characters are given out again. Beyond the room there
   * is, the crowd makes twice as much, which costs a moment at the next `update`.
   *
   * @throws as `buildCrowd` does for characters that the assets cannot show
   */
  addCharacters(characters: readonly Character[]): number[] {
    return this.#characters.add(characters, this.#seconds);
  }

  /** @throws {CrowdError} for an index that nobody has */
  removeCharacters(who: CharacterSelection): void {
    this.#heroes.remove(who);
    this.#characters.remove(who);
  }

  /**
   * A character as it is now.
   *
   * @throws {CrowdError} for an index that nobody has
   */
  get(i: number): CharacterState {
    return this.#characters.get(i, this.#seconds);
  }

  /** Calls back with every character as it is now, in the order of their indices. */
  forEach(callback: (character: CharacterState, i: number) => void): void {
    for (const i of this.#characters.indices('all')) callback(this.get(i), i);
  }

  /**
   * Hands out a character with a real skeleton, in the same pose and at the same phase, and hides its instance from the
   * next `update` on. A hero of its own clothes and colours, it plays what the crowd tells the character to play; what
   * is changed of its clothes meanwhile shows once it is demoted.
   *
   * @throws {UnknownClipError} where its clip has no address
   * @throws {CrowdError} for an index that nobody has
   *
   * @example
   * const hero = await crowd.promote(7);
   * hero.bones.get('handR')?.add(sword);
   */
  promote(i: number): Promise<Hero> {
    return this.#heroes.promote(i, this, () => this.#seconds);
  }

  /**
   * Puts a hero's instance back where the hero stands, at the next `update`, and frees the hero. There is no jump while
   * it still plays what its character does.
   *
   * @throws {CrowdError} where the character is no hero
   */
  demote(i: number): void {
    this.#heroes.demote(i, this);
  }

  /**
   * The world matrix of a bone of a character at the present time: as three's `bone.matrixWorld`, so that a rig in
   * centimetres has a scale of 0.01 in it.
   *
   * @param bone its name in the file, or what three's loader makes of that; or a plain node below a bone
   * @param target written to, and returned
   * @throws {RigError} for a name that the rig does not have
   * @throws {CrowdError} for an index that nobody has
   *
   * @example
   * tag.position.setFromMatrixPosition(crowd.getSocketMatrix(7, 'head', matrix));
   */
  getSocketMatrix(i: number, bone: string, target: Matrix4): Matrix4 {
    this.#characters.indices(i);
    this.updateWorldMatrix(true, false);
    const matrix = this.#dependencies.queries.socketMatrix(i, bone, this.#seconds, target);
    return this.#heroes.socketMatrix(i, bone, target) ?? matrix.premultiply(this.matrixWorld);
  }

  /**
   * Called by three's `Raycaster.intersectObject`: where the ray meets the crowd first, as one `CrowdIntersection`
   * with the index of the character, the name of the part and the point on the posed mesh. Hidden characters are not
   * met; heroes are, as the meshes that they are, with the same `character` and `part`.
   */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const hit = this.#dependencies.queries.raycast(raycaster, this, this.#seconds);
    if (hit) intersects.push(hit);
  }

  /**
   * The box around every visible character, heroes aside, in every pose of every clip and in the fades under way; in
   * the crowd's own space, metres; written to `target`. `Box3.setFromObject` gives the same, in the world's.
   */
  getBoundingBox(target = new Box3()): Box3 {
    return this.#dependencies.queries.boundingBox(this.#seconds, target);
  }

  /** {@link getBoundingBox}, measured at each call. */
  get boundingBox(): Box3 {
    return this.getBoundingBox();
  }

  /** Removes the crowd from its parent and frees what it holds on the GPU. The shared assets go with their last user. */
  override dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.removeFromParent();
    this.remove(this.#dependencies.drawing.object, this.#bounds);
    this.#heroes.dispose();
    this.#dependencies.drawing.dispose();
    this.#dependencies.release();
  }
}

/** Keeps rays from the meshes below, which know nothing of poses: the crowd answers for them. */
function disableRaycast(drawing: Object3D): void {
  drawing.layers.enableAll();
  // three asks no children of an object that answers false.
  drawing.raycast = () => false;
}

/** How a crowd is drawn: instanced meshes posed on the GPU, or one cloned skeleton a character. */
export type DrawMode = 'instanced' | 'clones';

/** What a crowd costs, counted by the crowd itself: three's own counters do not tell crowds apart. */
export interface CrowdStats {
  readonly characters: number;
  readonly mode: DrawMode;
  readonly backend: BackendName;
  /** Draw commands of the colour pass, those that show nobody at the moment included. */
  readonly drawCalls: number;
  /** Triangles of all that is worn, as if everybody were in sight and near. */
  readonly triangles: number;
  /** Parts in use: bodies, faces, hair and shared ones. */
  readonly parts: number;
}

/**
 * Answers `Box3.setFromObject` for an object that measures itself: three takes the box of whatever has a geometry. It
 * draws nothing.
 */
export class MeasuredBounds extends Object3D {
  readonly geometry = new BufferGeometry();
  readonly #measure: () => Box3;

  /** @param measure the box in this object's space, called whenever somebody asks */
  constructor(measure: () => Box3) {
    super();
    this.#measure = measure;
  }

  get boundingBox(): Box3 {
    return this.#measure();
  }
}
