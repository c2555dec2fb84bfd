import { type AnimationMixer, Group, Matrix4, type Object3D } from 'three';
import { type CharacterTable, createAnimationState, type Part } from '../characters/index.js';
import {
  CharacterClone,
  CloneGeometries,
  type CloneOptions,
  raycastAs,
  type TintedPart,
} from './character-clone.js';
import { CloneAnimation } from './clone-animation.js';
import type { CloneClips } from './clone-clips.js';

/** What a hero is made from. */
export interface HeroOptions extends Omit<CloneOptions, 'geometryOf'> {
  readonly character: number;
  readonly table: CharacterTable;
  readonly parts: readonly TintedPart[];
  readonly clips: CloneClips;
  /** The master scene's object of each bone, by the bone's name in the file. */
  readonly bones: ReadonlyMap<string, Object3D>;
}

/**
 * One character of a crowd with a real skeleton, for inverse kinematics, speech and props. It goes on playing what the
 * crowd tells the character to play, until {@link stopAnimation}.
 */
export class Hero {
  /** Index of the character. */
  readonly character: number;
  /** Stands in the crowd where the character does. May be moved: it is where `demote` puts the character. */
  readonly object: Object3D = new Group();
  /** Plays the character's clip, and whatever else is asked of it; the crowd's `update` advances it. */
  readonly mixer: AnimationMixer;
  /** By the file's names. */
  readonly bones: ReadonlyMap<string, Object3D>;
  readonly #source: HeroOptions;
  readonly #geometries = new CloneGeometries();
  readonly #clone: CharacterClone;
  readonly #animation: CloneAnimation;
  readonly #motion = createAnimationState();
  /** Where the character's row put it. */
  readonly #placed = new Matrix4();
  #isAnimated = true;

  /** @internal */
  constructor(source: HeroOptions) {
    this.character = source.character;
    this.#source = source;
    const geometryOf = (part: Part) => this.#geometries.of(part);
    this.#clone = new CharacterClone({ ...source, geometryOf }, source.parts);
    const { root } = this.#clone;
    this.#animation = new CloneAnimation(root, source.clips);
    this.mixer = this.#animation.mixer;
    this.bones = new Map(
      [...source.bones].map(([name, { name: own }]) => [name, root.getObjectByName(own) as Object3D]),
    );
    raycastAs(root, source.character);
    this.object.add(root);
    this.updateTransform();
    this.tint();
  }

  /**
   * Whether it was moved since its row last placed it.
   *
   * @internal
   */
  get hasMoved(): boolean {
    this.object.updateMatrix();
    return !this.object.matrix.equals(this.#placed);
  }

  /**
   * Leaves the bones as they are, from now on to be moved by you alone. The mixer is emptied, and no longer advanced.
   */
  stopAnimation(): void {
    if (!this.#isAnimated) return;
    this.#isAnimated = false;
    const pose = [...this.bones.values()].map((bone) => ({ bone, local: localMatrix(bone) }));
    // Stopping gives the bones back their rest pose.
    this.mixer.stopAllAction();
    for (const { bone, local } of pose) local.decompose(bone.position, bone.quaternion, bone.scale);
  }

  /**
   * Stands where its row says.
   *
   * @internal
   */
  updateTransform(): void {
    const { table, character } = this.#source;
    this.object.position.set(table.x(character), table.y(character), table.z(character));
    this.object.rotation.set(0, table.heading(character), 0);
    this.object.scale.setScalar(table.scale(character));
    this.object.updateMatrix();
    this.#placed.copy(this.object.matrix);
  }

  /**
   * Takes the colours of its row.
   *
   * @internal
   */
  tint(): void {
    const { table, character } = this.#source;
    this.#clone.tint((tint) => table.color(character, tint));
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
   * Poses it as its row says at `seconds` of the crowd's clock, or leaves it as it is where a clip has no address. Other
   * actions of its mixer go on by `deltaSeconds`.
   *
   * @internal
   */
  update(seconds: number, deltaSeconds: number): void {
    if (!this.#isAnimated) return;
    const { table, character, clips } = this.#source;
    const motion = table.animation(character, this.#motion);
    if (!clips.has(motion.clip)) return;
    if (!clips.has(motion.oldClip)) motion.fadeSeconds = 0;
    this.#animation.pose(motion, seconds, deltaSeconds);
  }

  /** @internal */
  dispose(): void {
    this.object.removeFromParent();
    this.#animation.dispose();
    this.#clone.dispose();
    this.#geometries.dispose();
  }
}

function localMatrix({ position, quaternion, scale }: Object3D): Matrix4 {
  return new Matrix4().compose(position, quaternion, scale);
}
