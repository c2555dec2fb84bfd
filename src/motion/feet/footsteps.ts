import { type Camera, Matrix4, type Object3D, Vector3 } from 'three';
import { resized } from '../../math/index.js';
import { type Characters, createAnimationState, createShownFoot } from '../../render/characters/index.js';
import type { FootPlanting } from './foot-planting.js';
import type { FootSampler, SampledFoot } from './foot-sampler.js';

/** A foot that was put down. */
export interface Footstep {
  /** Index of the character. */
  readonly character: number;
  readonly foot: 'left' | 'right';
  /** Where on the ground the ball of the foot is, metres in the crowd's own space; yours to keep. */
  readonly position: Vector3;
}

/** Inputs of {@link Footsteps}. */
export interface FootstepsOptions {
  readonly characters: Characters;
  readonly sampler: FootSampler;
  /** Plants feet; undefined for a crowd that does not walk. */
  readonly feet: FootPlanting | undefined;
}

/** Contact of a foot with the ground. */
const CONTACT = { unknown: 0, lifted: 1, standing: 2 } as const;

const toCrowd = new Matrix4();

/**
 * Detects the feet that are put down in a frame: in the clip that plays, or fades in, the foot stands now and was in
 * the air in the frame before. A frame costs one distance per character, and two look-ups for each near one.
 */
export class Footsteps {
  readonly #characters: Characters;
  readonly #sampler: FootSampler;
  readonly #feet: FootPlanting | undefined;
  #contacts = new Uint8Array();
  /** Positions of the cameras, in the crowd's space: the first one of the frame, then further ones. */
  readonly #cameras: Vector3[] = [];
  #further = 0;
  readonly #animation = createAnimationState();
  readonly #sample: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
  readonly #placement = createShownFoot();

  constructor({ characters, sampler, feet }: FootstepsOptions) {
    this.#characters = characters;
    this.#sampler = sampler;
    this.#feet = feet;
  }

  /**
   * Call it once the rows of a frame are written. Further cameras of a frame come with 0 seconds, and count from the
   * next frame on.
   *
   * @param now crowd seconds
   * @param distance from a camera within which steps are detected, metres; without a camera, all are
   * @param crowd the object whose space positions are in
   */
  update(
    deltaSeconds: number,
    now: number,
    camera: Camera | undefined,
    distance: number,
    crowd: Object3D,
    onFootstep: (step: Footstep) => void,
  ): void {
    if (deltaSeconds <= 0) {
      if (camera) this.#place(++this.#further, camera, crowd);
      return;
    }
    const cameras = camera ? 1 + this.#further : 0;
    this.#further = 0;
    if (camera) this.#place(0, camera, crowd);
    const { table } = this.#characters;
    if (this.#contacts.length < 2 * table.count) this.#contacts = resized(this.#contacts, 2 * table.count);
    for (let i = 0; i < table.count; i++) {
      if (table.isFree(i) || !this.#characters.isVisible(i) || !this.#isNear(i, cameras, distance)) {
        this.#contacts[2 * i] = this.#contacts[2 * i + 1] = CONTACT.unknown;
        continue;
      }
      this.#sampler.locate(table.animation(i, this.#animation), now, false);
      this.#look(i, 0, now, onFootstep);
      this.#look(i, 1, now, onFootstep);
    }
  }

  #place(k: number, camera: Camera, crowd: Object3D): void {
    this.#cameras[k] ??= new Vector3();
    this.#cameras[k].setFromMatrixPosition(camera.matrixWorld);
    this.#cameras[k].applyMatrix4(toCrowd.copy(crowd.matrixWorld).invert());
  }

  #isNear(i: number, cameras: number, distance: number): boolean {
    if (cameras === 0) return true;
    const { table } = this.#characters;
    for (let k = 0; k < cameras; k++) {
      const { x, y, z } = this.#cameras[k];
      const dx = table.x(i) - x;
      const dy = table.y(i) - y;
      const dz = table.z(i) - z;
      if (dx * dx + dy * dy + dz * dz <= distance * distance) return true;
    }
    return false;
  }

  #look(i: number, foot: 0 | 1, now: number, onFootstep: (step: Footstep) => void): void {
    this.#sampler.readNewer(foot, this.#sample);
    const isStanding = this.#sample.stands && !this.#feet?.isStepping(i, foot);
    const at = 2 * i + foot;
    const before = this.#contacts[at];
    this.#contacts[at] = isStanding ? CONTACT.standing : CONTACT.lifted;
    if (!isStanding || before !== CONTACT.lifted) return;
    onFootstep({ character: i, foot: foot === 0 ? 'left' : 'right', position: this.#position(i, foot, now) });
  }

  /** Place at which the foot is planted, or else its position in the clip. */
  #position(i: number, foot: 0 | 1, now: number): Vector3 {
    const { table } = this.#characters;
    const placement = this.#placement;
    placement.isPlaced = false;
    table.layers?.foot(i, foot, now, placement);
    if (placement.isPlaced) {
      const rise = this.#feet?.groundRise(i, foot) ?? 0;
      return new Vector3(placement.x, table.y(i) + rise, placement.z);
    }
    const { x, z } = this.#sample;
    const sine = Math.sin(table.heading(i)) * table.scale(i);
    const cosine = Math.cos(table.heading(i)) * table.scale(i);
    return new Vector3(table.x(i) + cosine * x + sine * z, table.y(i), table.z(i) - sine * x + cosine * z);
  }
}
