import { type AnimationMixer, Group, Matrix4, type Object3D } from 'three';
import {
  type CharacterTable,
  createAnimationState,
  type Part,
  type TintedPart,
} from '../characters/index.js';
import { CharacterClone, CloneGeometries, type CloneOptions, type CloneSurfaces } from './character-clone.js';
import { CloneAnimation } from './clone-animation.js';
import type { CloneClips } from './clone-clips.js';
import { stopInPose } from './three-internals.js';

export interface HeroOptions extends Omit<CloneOptions, 'geometryOf'> {
  readonly character: number;
  readonly table: CharacterTable;
  readonly parts: readonly TintedPart[];
  readonly clips: CloneClips;
  /** The master scene's object of each bone, by the bone's name in the file. */
  readonly bones: ReadonlyMap<string, Object3D>;
}

/**
 * One character of a crowd with a real skeleton, for inverse kinematics, speech and props. It plays the character's clips
 * until {@link stopAnimation}.
 */
export class Hero {
  /** Index of the character. */
  readonly character: number;
  /** Child of the crowd, at the character's position. You may move it: `demote` keeps its position. */
  readonly object: Object3D = new Group();
  /** Plays the character's clip, and clips of your own beside it; the crowd's `update` advances it. */
  readonly mixer: AnimationMixer;
  /** The bones by their names in the file. */
  readonly bones: ReadonlyMap<string, Object3D>;
  readonly #options: HeroOptions;
  readonly #geometries = new CloneGeometries();
  /** Materials and geometries of the crowd's own renderer. */
  readonly #surfaces: CloneSurfaces;
  readonly #clone: CharacterClone;
  readonly #animation: CloneAnimation;
  readonly #animationState = createAnimationState();
  /** The transform last taken from its row. */
  readonly #placed = new Matrix4();
  #isAnimated = true;

  /** @internal */
  constructor(options: HeroOptions) {
    this.character = options.character;
    this.#options = options;
    const cloneOptions = { ...options, geometryOf: (part: Part) => this.#geometries.of(part) };
    this.#surfaces = cloneOptions;
    this.#clone = new CharacterClone(cloneOptions, options.parts);
    const { root, objects } = this.#clone;
    this.#animation = new CloneAnimation(root, options.clips);
    this.mixer = this.#animation.mixer;
    this.bones = new Map([...options.bones].map(([name, bone]) => [name, objects.get(bone) as Object3D]));
    this.#clone.raycastAs(options.character);
    this.object.add(root);
    this.updateTransform();
    this.tint();
  }

  /**
   * True if the page has moved it since its row last placed it.
   *
   * @internal
   */
  get hasMoved(): boolean {
    this.object.updateMatrix();
    return !this.object.matrix.equals(this.#placed);
  }

  /**
   * Stops the animation in its present pose; from then on, only the page moves the bones. Stops the mixer's actions; the
   * crowd's `update` no longer advances it.
   */
  stopAnimation(): void {
    if (!this.#isAnimated) return;
    this.#isAnimated = false;
    stopInPose(this.mixer, this.bones.values());
  }

  /**
   * Takes position, heading and scale of its row.
   *
   * @internal
   */
  updateTransform(): void {
    const { table, character } = this.#options;
    this.object.position.set(table.x(character), table.y(character), table.z(character));
    this.object.rotation.set(0, table.heading(character), 0);
    this.object.scale.setScalar(table.scale(character));
    this.object.updateMatrix();
    this.#placed.copy(this.object.matrix);
  }

  /**
   * Takes the colours, the opacity and the texture cell of its row.
   *
   * @internal
   */
  tint(): void {
    const { table, character } = this.#options;
    this.#clone.tint(
      (tint) => table.color(character, tint),
      table.opacity(character),
      table.textureCell(character),
    );
  }

  /**
   * Assigns the materials and geometries of one renderer.
   *
   * @param surfaces undefined for the crowd's own renderer
   * @internal
   */
  showWith(surfaces: CloneSurfaces | undefined): void {
    this.#clone.showWith(surfaces ?? this.#surfaces);
    this.tint();
  }

  /** @internal */
  forget(surfaces: CloneSurfaces): void {
    this.#clone.showWith(this.#surfaces);
    this.#clone.forget(surfaces);
  }

  /**
   * Makes materials and geometries again, after the renderer has changed.
   *
   * @internal
   */
  redraw(): void {
    this.#geometries.dispose();
    this.#clone.redraw();
    this.tint();
  }

  /**
   * Poses it as its row says at `seconds` of the crowd's clock. Other actions of its mixer advance by `deltaSeconds`.
   *
   * @internal
   */
  update(seconds: number, deltaSeconds: number): void {
    if (!this.#isAnimated) return;
    const { table, character } = this.#options;
    const state = table.animation(character, this.#animationState);
    this.#animation.pose(state, table.build(character), seconds, deltaSeconds);
    this.#clone.applyRow(character, seconds);
  }

  /** @internal */
  get drawCalls(): number {
    return this.object.visible ? this.#clone.drawCalls : 0;
  }

  /** @internal */
  dispose(): void {
    this.object.removeFromParent();
    this.#animation.dispose();
    this.#clone.dispose();
    this.#geometries.dispose();
  }
}
