import {
  Box3,
  type Camera,
  type Intersection,
  type Matrix4,
  Object3D,
  type Object3DEventMap,
  type Raycaster,
  Sphere,
} from 'three';
import type { HeldModel } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import type { CrowdMotion, Footstep } from '../motion/index.js';
import type { Character, SceneSlot } from '../protocol/index.js';
import { type GLTFCharacterOptions, isComplete } from './added-characters.js';
import type { CrowdLook } from './build-crowd-options.js';
import type {
  CharacterSelection,
  CharacterState,
  Characters,
  ClipId,
  ColorsInput,
  PartsInput,
  SetClipOptions,
  TransformInput,
  UpperClipOptions,
  Variation,
  VariationInput,
} from './characters/index.js';
import { setUpperClip } from './characters/index.js';
import type { Hero } from './clones/index.js';
import { CrowdClock, checkFrameTimes } from './crowd-clock.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import type { CrowdStats } from './crowd-drawing.js';
import type { CrowdRenderer } from './drawing/index.js';
import type { FrameBudgetReport } from './frame-budget.js';
import type { FurtherRenderer, FurtherRenderers } from './further-renderers.js';
import type { Heroes } from './heroes.js';
import type { LookTarget } from './poses/look-targets.js';
import { disableRaycast, MeasuredBounds } from './three-internals.js';

/** Events of a crowd beside three's own; `character` is the index. */
export interface CrowdEventMap extends Object3DEventMap {
  /**
   * A clip that does not repeat has reached its last frame; the clip that follows already plays. Not sent for a clip that
   * another one has replaced.
   */
  finished: { readonly character: number; readonly clip: string };
  /**
   * A character within {@link Crowd.footstepDistance} puts a foot down, in its clip or in a small step of a turn on the spot.
   * Needs a rig with two legs that can be found. The code for it is downloaded for the first listener.
   */
  footstep: Footstep;
}

/**
 * A crowd of animated characters, to be added to a scene like any object. Call {@link Crowd.update} once a frame
 * before rendering, and {@link Crowd.dispose} when done with it.
 *
 * Each character has an index, which it keeps until it is removed. A change shows from the next `update` on, in every
 * part and every pass, and looks the same whether characters are drawn as instances or as clones. A call that throws has
 * changed nothing. Every call throws a `CrowdError` for an index without a character.
 *
 * @example
 * crowd.setClip(7, 'idle_scratch', { loop: 'once' });
 * crowd.addEventListener('finished', ({ character, clip }) => console.log(character, clip));
 */
export class Crowd extends Object3D<CrowdEventMap> {
  /** Marks a crowd among other objects, like three's own flags. */
  readonly isCrowd = true;
  /**
   * Largest error of a character's level of detail, pixels; 0 for the near meshes alone. With a frame budget,
   * {@link frameBudget} has the one that is used.
   */
  lodThreshold: number;
  /**
   * Distance from a camera within which footsteps are reported, in view or not, metres; `Infinity` for all. Without a camera
   * in {@link Crowd.update}, all are reported.
   *
   * @default 20
   */
  footstepDistance = 20;
  /** Box of the last {@link computeBoundingBox}, in the crowd's space, metres. */
  boundingBox: Box3 | null = null;
  /** Sphere of the last {@link computeBoundingSphere}, in the crowd's space, metres. */
  boundingSphere: Sphere | null = null;
  readonly #dependencies: CrowdDependencies;
  readonly #characters: Characters;
  readonly #heroes: Heroes;
  readonly #bounds: MeasuredBounds;
  readonly #clock: CrowdClock;
  #further: FurtherRenderers | undefined;
  #budgetThreshold: number | undefined;
  #disposed = false;

  /** @internal */
  constructor(dependencies: CrowdDependencies) {
    super();
    const { characters, drawing, heroes, lodThreshold, rootMotion } = dependencies;
    this.name = 'Crowd';
    this.lodThreshold = lodThreshold;
    this.#dependencies = dependencies;
    this.#characters = characters;
    this.#heroes = heroes;
    this.#clock = new CrowdClock(characters, rootMotion, (character, clip) => {
      // First, so that a listener may give the character another clip.
      this.#dependencies.mover?.endClip(character, clip);
      this.dispatchEvent({ type: 'finished', character, clip: characters.clips.name(clip) });
    });
    this.#attach(drawing.object);
    this.#bounds = new MeasuredBounds(() => {
      this.computeBoundingBox();
      return this.boundingBox ?? new Box3();
    });
    this.add(this.#bounds);
    // Poses everybody for pages that draw before the first `update`.
    drawing.update({ seconds: 0, camera: undefined, lodThreshold: 0 });
  }

  /** Number of characters. */
  get size(): number {
    return this.#characters.size;
  }

  /** Names of the clips that `setClip` can play. */
  get clips(): readonly string[] {
    return this.#characters.clips.names;
  }

  /** Names of the parts that `setParts` can give. */
  get parts(): readonly string[] {
    return this.#characters.parts.available;
  }

  /**
   * Kinds of characters of GLB files, by the numbers that the option `look` of a character has. Empty for a crowd of a service,
   * whose characters combine parts freely.
   *
   * @example
   * crowd.setParts(7, crowd.looks[1].parts);
   */
  get looks(): readonly CrowdLook[] {
    return this.#dependencies.looks;
  }

  /** Moves the characters; undefined for a crowd with `motion: false`. */
  get motion(): CrowdMotion | undefined {
    return this.#dependencies.mover?.motion;
  }

  /** State of the frame budget; undefined without one, and while the crowd is drawn as clones, which have no far mesh. */
  get frameBudget(): FrameBudgetReport | undefined {
    const { frameBudget, drawing } = this.#dependencies;
    return drawing.mode === 'instanced' ? frameBudget?.report : undefined;
  }

  /**
   * Resolves when the levels of detail of all parts in use have been made, which a worker does; the next {@link update} draws
   * with them. Another promise after a new part is worn.
   */
  get levelsReady(): Promise<void> {
    return this.#dependencies.drawing.levelsReady ?? Promise.resolve();
  }

  /** Contents and cost of the crowd at present. */
  get stats(): CrowdStats {
    const { drawing, backend } = this.#dependencies;
    const { parts: partRegistry } = this.#characters;
    return {
      characters: this.size,
      mode: drawing.mode,
      backend: backend.name,
      drawCalls: drawing.drawCalls + this.#heroes.drawCalls,
      occlusion: drawing.occlusion,
      triangles: partRegistry.triangles,
      parts: partRegistry.partsInUse,
    };
  }

  /**
   * Advances every animation, and prepares the next picture. After {@link dispose} it does nothing.
   *
   * A call advances walking by at most 0.15 seconds, and not at all while its worker is late: at low frame rates characters
   * walk slower than the clock. `motion.time` is the time that they have walked.
   *
   * @param deltaSeconds since the last call; 0 keeps the pose
   * @param camera the camera that renders next: characters out of its view are not drawn. For each further camera of a
   *   frame, call again with 0 seconds before it renders. All views of an `ArrayCamera`, such as the eyes of a headset,
   *   count, with their present world matrices. Without a camera, all characters are drawn
   * @param frameMilliseconds duration of the last frame, for the frame budget; the GPU's own time, where it is known
   * @throws {CrowdError} for a number that is not finite
   */
  update(deltaSeconds: number, camera?: Camera, frameMilliseconds = deltaSeconds * 1000): void {
    checkFrameTimes(deltaSeconds, frameMilliseconds);
    if (this.#disposed) return;
    const { mover, footsteps, lookTargets, frameBudget, drawing } = this.#dependencies;
    this.#clock.advance(deltaSeconds);
    const { seconds } = this.#clock;
    mover?.update(deltaSeconds, seconds, camera, this);
    footsteps.update(this, deltaSeconds, seconds, camera);
    lookTargets.update(seconds, deltaSeconds, camera, this);
    this.#heroes.followRows();
    this.#heroes.update(seconds, deltaSeconds);
    if (frameBudget && drawing.mode === 'instanced' && deltaSeconds > 0) {
      this.#budgetThreshold = frameBudget.next(frameMilliseconds);
    }
    drawing.update({ seconds, camera, lodThreshold: this.#usedThreshold });
    this.#further?.showFirst();
  }

  /**
   * Draws the crowd with a further renderer beside its own: a map on another canvas, or WebGPU beside WebGL. Before each of
   * its frames, call `update` of the returned object. The renderers share characters and files; each has its own GPU memory.
   * {@link stats} are those of the crowd's own renderer.
   *
   * @throws {UnsupportedError} where it is none of three's renderers, or its device cannot draw the crowd
   * @throws {CrowdError} for a renderer that draws the crowd already, or a crowd that was disposed of
   *
   * @example
   * const map = await crowd.addRenderer(mapRenderer);
   * // In each frame:
   * crowd.update(delta, camera);
   * renderer.render(scene, camera);
   * map.update(mapCamera);
   * mapRenderer.render(scene, mapCamera);
   */
  async addRenderer(renderer: CrowdRenderer): Promise<FurtherRenderer> {
    const { FurtherRenderers } = await import('./further-renderers.js');
    if (this.#disposed)
      throw new CrowdError('The crowd was disposed of, and no renderer can be added to it.');
    this.#further ??= new FurtherRenderers(
      (drawing) => this.#attach(drawing),
      this.#dependencies,
      () => ({ seconds: this.#clock.seconds, lodThreshold: this.#usedThreshold }),
    );
    return this.#further.add(renderer);
  }

  /**
   * Saves the state of the crowd as bytes, for an `IndexedDB` or a server: time, positions, clips, phases, fades, colours,
   * parts, added and removed characters, look targets and goals. About 900 bytes a character. Files, listeners and settings
   * such as `lodThreshold` are not saved.
   *
   * @throws {CrowdError} where the crowd is moved by a simulation of your own that cannot be saved
   *
   * @example
   * const saved = await crowd.save();
   * // After the page was loaded again, with the same options:
   * const crowd = await createCrowd({ baseUrl, apiKey, crowdId: 'cr_Market1k', renderer });
   * await crowd.restore(saved);
   */
  async save(): Promise<ArrayBuffer> {
    const { saveCrowd } = await import('./saved-crowd.js');
    return saveCrowd(this.#dependencies, () => this.#clock.seconds);
  }

  /**
   * Restores the bytes of {@link save}, of this crowd or of one made with the same options: the next frame shows the saved
   * state. Heroes become instances. A look at a moving point becomes a look at its saved position.
   *
   * @throws {CrowdError} for bytes that are no saved crowd, or that of other clips or another option `motion`
   * @throws {UnknownPartError} where somebody wears a part that this crowd's files lack
   */
  async restore(saved: ArrayBuffer): Promise<void> {
    const { restoreCrowd } = await import('./saved-crowd.js');
    this.#clock.seconds = restoreCrowd(this.#dependencies, saved);
  }

  /**
   * Draws with another renderer from the next `update` on, such as the one made in place of a `WebGPURenderer` that has
   * lost its device. Everything on the GPU is made again from the character table, so that all characters keep their
   * positions and poses; heroes stay the same objects. Of several calls at once, the last one counts. A classic
   * `WebGLRenderer` restores its own context, and needs no call.
   *
   * @throws {UnsupportedError} where it is none of three's renderers
   */
  async setRenderer(renderer: CrowdRenderer): Promise<void> {
    const { backend, drawing } = this.#dependencies;
    if (!(await backend.setRenderer(renderer))) return;
    drawing.redraw();
    this.#heroes.redraw();
  }

  /**
   * Plays a clip. A fade that starts during another one neither jumps nor takes longer than its seconds: back to the clip
   * that is fading out, it reverses the running fade; to any other clip, it first ends the running fade within half of its
   * own seconds. With a fade, a loop that already plays only changes its speed.
   *
   * In a crowd that walks, a loop set here stays until `motion` gives the character an order (`goTo`, `follow`, `march`,
   * `flee`, `stop`, `release`): a walker with an idle clip slides. After a clip that ends, motion animates the character again,
   * unless `next` is null or a loop other than `walk`, `jog` and `idle`. `walk` and `jog` never stay, since motion plays them
   * as characters move.
   *
   * @throws {UnknownClipError} for a clip that the crowd lacks
   * @throws {CrowdError} for options that make no sense
   *
   * @example
   * crowd.setClip(7, 'idle_look_around', { fade: 0.3 });
   * crowd.setClip('all', 'idle', { fade: 0.5 });
   * crowd.setClip([1, 2], 'idle_scratch', { loop: 'once', next: { clip: 'walk', fade: 0.4 } });
   */
  setClip(who: CharacterSelection, clip: ClipId, options: SetClipOptions = {}): void {
    const request = this.#characters.setClip(who, clip, options, this.#clock.seconds);
    this.#dependencies.mover?.pinClips(this.#characters.indices(who), request);
  }

  /**
   * Changes the playback speed of the clip that plays, or that is fading in; its phase does not jump.
   *
   * @param speed 1 is the clip's own, 0 holds the pose
   * @throws {CrowdError} for a negative speed
   */
  setPlaybackSpeed(who: CharacterSelection, speed: number): void {
    this.#characters.setPlaybackSpeed(who, speed, this.#clock.seconds);
  }

  /**
   * Plays a clip from the waist up, as a layer over the clip of the legs: carrying, waving or bowing while walking. By default
   * it replaces the pose of trunk, arms and head (a mask); `blend: 'additive'` adds to it. A character has one such clip at a
   * time, which no goal ends; `get` returns the clip of the legs. Needs a rig that is posed from local rotations and whose
   * legs and head can be found.
   *
   * @param clip null to fade the present one out
   * @throws {UnknownClipError} for a clip that the crowd lacks
   * @throws {CrowdError} for options that make no sense
   *
   * @example
   * crowd.setUpperClip(7, 'idle_arms_crossed');            // walks on with crossed arms
   * crowd.setUpperClip(7, null, { fade: 0.5 });
   */
  setUpperClip(who: CharacterSelection, clip: ClipId | null, options: UpperClipOptions = {}): void {
    setUpperClip(this.#characters, this.#characters.indices(who), clip, options, this.#clock.seconds);
  }

  /**
   * Turns neck and head towards a point, by up to 70 degrees to either side, 50 up and 40 down, at up to 220 degrees a second.
   * A point more than 115 degrees to the side is ignored until it is nearer to the front. (`Object3D.lookAt` turns the crowd as
   * a whole.)
   *
   * @param target in the crowd's space, metres, read in every frame: a `Vector3` that moves is followed; null to look
   *   ahead again
   * @throws {CrowdError} for a target that is no point, or a rig without a head that can be found
   *
   * @example
   * crowd.setLookTarget('all', camera.position);
   * crowd.setLookTarget(7, null);
   */
  setLookTarget(who: CharacterSelection, target: LookTarget | null): void {
    this.#dependencies.lookTargets.set(this.#characters.indices(who), target);
  }

  /**
   * Moves, turns or scales characters. In a crowd that walks, motion no longer moves a character that was given a position or
   * heading, until `motion` sends it somewhere or {@link CrowdMotion.release} is called for it.
   *
   * @throws {CrowdError} for numbers that are not finite, or a scale that is not above 0
   *
   * @example
   * crowd.setTransform(7, { x: 2, z: -1, heading: Math.PI / 2 });
   */
  setTransform(who: CharacterSelection, transform: TransformInput): void {
    const { x, z, heading } = transform;
    const isPlaced = x !== undefined || z !== undefined || heading !== undefined;
    for (const i of this.#characters.indices(who)) {
      this.#characters.setTransform(i, this.#onGround(i, transform));
      if (isPlaced) this.#dependencies.mover?.setManual(i);
      this.#heroes.get(i)?.updateTransform();
    }
  }

  /**
   * Changes colours of garment, skin or hair.
   *
   * @throws {CrowdError} for a value that is no colour
   *
   * @example
   * crowd.setColors('all', { garment: '#c08a4a' });
   */
  setColors(who: CharacterSelection, colors: ColorsInput): void {
    this.#characters.setColors(who, colors);
    for (const hero of this.#heroes.among(who)) hero.tint();
  }

  /**
   * Changes and returns the variation of a character: its colours by zones, its textures, its height and its build.
   *
   * @param change omit it to read the present variation
   * @throws {CrowdError} for a zone or texture that the character lacks, a value that is no colour or cell, a height beyond 0.5
   *   to 2, or a build that the crowd lacks
   *
   * @example
   * const { zones, build } = crowd.setVariation(7);
   * crowd.setVariation(8, { zones: { Cape: zones['Cape'] }, height: 1.1, build });
   */
  setVariation(i: number, change: VariationInput = {}): Variation {
    this.#characters.setVariation(i, change);
    const hero = this.#heroes.get(i);
    hero?.tint();
    hero?.updateTransform();
    return this.#characters.variation(i);
  }

  /** Shows or hides characters; a hidden one keeps its index, and its animation runs on. */
  setVisible(who: CharacterSelection, isVisible: boolean): void {
    this.#characters.setVisible(who, isVisible);
    for (const hero of this.#heroes.among(who)) hero.object.visible = isVisible;
  }

  /**
   * Makes characters transparent by dithering: a fine pattern leaves out pixels of them and of their shadows, so that nothing
   * has to be sorted, and inner surfaces do not show. The first opacity below 1 takes extra time at the next `update`, which
   * replaces the meshes under the crowd; crowds without one pay nothing.
   *
   * @param opacity 0 to 1, kept to 1/31; 0 is neither drawn nor hit by rays
   * @throws {CrowdError} for a number that is not from 0 to 1
   *
   * @example
   * crowd.setOpacity(7, 0.5);
   */
  setOpacity(who: CharacterSelection, opacity: number): void {
    this.#characters.setOpacity(who, opacity);
    for (const hero of this.#heroes.among(who)) hero.tint();
  }

  /**
   * Chooses the cell of a texture atlas that characters show, in materials with `userData.textureGrid = [columns, rows]`, which
   * a glTF file gives as `extras` of the material; with `vary.textures`, call {@link setVariation}. Cells are counted from the
   * upper left one, row by row; after the last, from the first again. It also chooses one of the woven patterns that
   * `extras.weave` of a material lists. Other materials do not change.
   *
   * @param cell 0 to 255; at first 0, or with woven patterns any of 0 to 7
   * @throws {CrowdError} for a number that is no such cell
   *
   * @example
   * crowd.forEach(({ character }) => crowd.setTextureCell(character, character % 8));
   */
  setTextureCell(who: CharacterSelection, cell: number): void {
    this.#characters.setTextureCell(who, cell);
    for (const hero of this.#heroes.among(who)) hero.tint();
  }

  /**
   * Changes body, face or hair. A part that no character has had before takes extra time at the next `update`, which replaces
   * the meshes under the crowd.
   *
   * @throws {UnknownPartError} for a name that is no node of `skeleton_glb`
   */
  setParts(who: CharacterSelection, parts: PartsInput): void {
    this.#characters.setParts(who, parts);
  }

  /**
   * Adds characters and returns their indices, which may be indices of removed characters. They move like the recipe's own: with
   * the clip `idle` they stand, and with others they walk along the recipe's shape. A crowd that outgrows its buffers doubles
   * them, which takes extra time at the next `update`.
   * A character whose clip is missing plays an idle clip, with a warning.
   *
   * To a crowd of files they can be added as by its option `characters`: what is left out is dealt as to those who were there at
   * first, apart from those who are near now. With `vary`, a character of the other form gets a build and textures so, if it has no
   * `build`. The work grows with the characters that are added and those near them, within 8 times a character's height.
   *
   * @throws {UnknownPartError} where a character names a part that the master GLB lacks
   * @throws {UnknownClipError} with `strict`, where a character plays a clip that is missing
   * @throws {InvalidResponseError} for a malformed colour
   * @throws {CrowdError} for a transform that makes no sense, or more parts than a crowd can draw
   */
  addCharacters(characters: readonly (Character | GLTFCharacterOptions)[]): number[] {
    const { complete, mover } = this.#dependencies;
    const add = (added: readonly Character[]): number[] => {
      const indices = this.#characters.add(added, this.#clock.seconds);
      mover?.add(indices, added);
      return indices;
    };
    if (complete) return complete(characters, this.#characters, this.#clock.seconds, add);
    if (characters.every(isComplete)) return add(characters);
    throw new CrowdError(
      'A character without `body_id` can only be added to a crowd of files. Give all fields of a character of the response.',
    );
  }

  /** Removes characters. Their indices are given to characters that are added later. */
  removeCharacters(who: CharacterSelection): void {
    const indices = this.#characters.indices(who);
    this.#heroes.remove(who);
    for (const i of indices) this.#dependencies.lookTargets.forget(i);
    this.#characters.remove(who);
    this.#dependencies.mover?.remove(indices);
  }

  /** The present state of a character. */
  get(i: number): CharacterState {
    return this.#characters.get(i, this.#clock.seconds);
  }

  /** Calls back with the present state of every character, in the order of their indices. */
  forEach(callback: (character: CharacterState, i: number) => void): void {
    for (const i of this.#characters.indices('all')) callback(this.get(i), i);
  }

  /**
   * Shows a character as a hero: with a real skeleton of its own, in the same pose, parts and colours, in place of its
   * instance, which is hidden from the next `update` on. Calls for the character, such as `setClip`, act on the hero;
   * `setParts` shows only after it is demoted. Promoting a hero again returns the same hero.
   *
   * @throws {CrowdError} where the crowd was disposed of meanwhile
   *
   * @example
   * const hero = await crowd.promote(7);
   * hero.bones.get('handR')?.add(sword);
   */
  async promote(i: number): Promise<Hero> {
    this.#characters.indices(i);
    return this.#heroes.promote(i, this, () => this.#clock.seconds);
  }

  /**
   * Shows a hero's instance again from the next `update` on, at the hero's position, and frees the hero. The pose does not
   * jump, unless something else than the crowd has posed the hero.
   *
   * @throws {CrowdError} where the character is no hero
   */
  demote(i: number): void {
    if (this.#heroes.demote(i, this)) this.#dependencies.mover?.setManual(i);
  }

  /**
   * The world matrix of a bone of a character in its present pose, as three's `bone.matrixWorld` would be: on a rig in
   * centimetres, it contains a scale of 0.01.
   *
   * @param bone the bone's name in the file or in three, whose loader rewrites some names; or that of a plain node below
   *   a bone
   * @param target written to, and returned
   * @throws {RigError} for a name that the rig does not have
   *
   * @example
   * tag.position.setFromMatrixPosition(crowd.getSocketMatrix(7, 'head', matrix));
   */
  getSocketMatrix(i: number, bone: string, target: Matrix4): Matrix4 {
    this.#characters.indices(i);
    this.updateWorldMatrix(true, false);
    const matrix = this.#dependencies.queries.socketMatrix(i, bone, this.#clock.seconds, target);
    return this.#heroes.socketMatrix(i, bone, target) ?? matrix.premultiply(this.matrixWorld);
  }

  /**
   * Returns the models that the characters of a scene hold, for `createInstancedModels`.
   *
   * @throws {RigError} if the rig has no right hand that can be found
   * @internal
   */
  async heldModels(slots: readonly SceneSlot[]): Promise<HeldModel[]> {
    const { heldModels } = await import('./held-models.js');
    return heldModels(slots, this, this.#dependencies, () => this.#clock.seconds);
  }

  /**
   * Called by three's `Raycaster.intersectObject`. Adds a `CrowdIntersection` for each hit on the posed meshes, with the index
   * of the character and the name of the mesh; for the nearest alone with `raycaster.firstHitOnly = true`, which is faster.
   * Hidden characters are never hit. Heroes are hit as ordinary meshes, with the same `character` and `part`.
   */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    intersects.push(...this.#dependencies.queries.raycast(raycaster, this, this.#clock.seconds));
  }

  /**
   * Computes {@link boundingBox}: the box around all visible characters but heroes, in every pose of every clip and in the
   * present fades. Empty without visible characters. `Box3.setFromObject` computes the same box in world space.
   */
  computeBoundingBox(): void {
    this.boundingBox = this.#dependencies.queries.boundingBox(
      this.#clock.seconds,
      this.boundingBox ?? new Box3(),
    );
  }

  /** Computes {@link boundingSphere}: the sphere around the box of {@link computeBoundingBox}. */
  computeBoundingSphere(): void {
    this.computeBoundingBox();
    this.boundingSphere ??= new Sphere();
    this.boundingBox?.getBoundingSphere(this.boundingSphere);
  }

  get #usedThreshold(): number {
    return this.#budgetThreshold ?? this.lodThreshold;
  }

  /** The transform, with the height of the ground for a character that is placed elsewhere without a `y`. */
  #onGround(i: number, transform: TransformInput): TransformInput {
    const { characters, ground } = this.#dependencies;
    const { x = characters.table.x(i), y, z = characters.table.z(i) } = transform;
    const isMoved = transform.x !== undefined || transform.z !== undefined;
    return ground && y === undefined && isMoved && Number.isFinite(x + z)
      ? { ...transform, y: ground(x, z) }
      : transform;
  }

  #attach(drawing: Object3D): void {
    disableRaycast(drawing);
    this.add(drawing);
  }

  /**
   * Not supported: a copy lacks the files and the renderer. `scene.clone()` gets an empty object in the crowd's place.
   *
   * @example
   * const second = await createCrowd(options); // shares all files with the first
   */
  override clone(): never {
    return new Object3D().copy(this as unknown as Object3D, false) as never;
  }

  /**
   * Removes the crowd from its parent and frees its GPU memory. Assets shared with other crowds are freed with the last one.
   */
  override dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.removeFromParent();
    this.#further?.dispose();
    this.remove(this.#dependencies.drawing.object, this.#bounds);
    this.#heroes.dispose();
    this.#dependencies.drawing.dispose();
    this.#dependencies.mover?.dispose();
    this.#dependencies.release();
  }
}

/**
 * True for a {@link Crowd}, also of another copy of the package.
 *
 * @example
 * scene.traverse((object) => { if (isCrowd(object)) object.update(delta, camera); });
 */
export function isCrowd(value: unknown): value is Crowd {
  return (value as Partial<Crowd> | null | undefined)?.isCrowd === true;
}
