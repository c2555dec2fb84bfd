import { Group } from 'three';
import {
  type CharacterTable,
  createAnimationState,
  type PartNumbers,
  type PartRegistry,
  type TableChanges,
} from '../characters/index.js';
import { type CrowdFrame, CrowdViews, VisibleCharacters } from '../drawing/index.js';
import type { CharacterExtent } from '../poses/index.js';
import { CharacterClone, CloneGeometries, type CloneOptions } from './character-clone.js';
import { CloneAnimation } from './clone-animation.js';
import type { CloneClips } from './clone-clips.js';

export interface ClonedCrowdOptions extends Omit<CloneOptions, 'geometryOf'> {
  readonly table: CharacterTable;
  readonly changes: TableChanges;
  /** The parts that characters wear, by the numbers of the table's rows. */
  readonly parts: Pick<PartRegistry, 'worn'>;
  readonly clips: CloneClips;
  /** Extent of all poses of all clips. */
  readonly extent: CharacterExtent;
}

interface PlacedClone {
  /** Has the row's transform; invisible if neither camera nor shadows see the character. */
  readonly holder: Group;
  readonly clone: CharacterClone;
  readonly animation: CloneAnimation;
  readonly partNumbers: PartNumbers;
}

/**
 * One cloned skeleton and mixer a character: each costs as much as a character alone in three, but every bone is a real
 * object. For small crowds. Culled like instances; characters out of sight are not posed.
 */
export class ClonedCrowd {
  readonly mode = 'clones';
  readonly object = new Group();
  readonly #views = new CrowdViews(this.object);
  readonly #options: ClonedCrowdOptions;
  readonly #cloneOptions: CloneOptions;
  readonly #placed: (PlacedClone | undefined)[] = [];
  readonly #geometries = new CloneGeometries();
  readonly #animation = createAnimationState();
  /** True if clones can be transparent. */
  #dithers: boolean;
  #visible: VisibleCharacters;

  constructor(options: ClonedCrowdOptions) {
    this.#options = options;
    this.#cloneOptions = { ...options, geometryOf: (part) => this.#geometries.of(part) };
    this.#dithers = options.table.usesOpacity;
    this.#visible = new VisibleCharacters(options.table, options.extent);
    options.changes.changes.markAll();
  }

  /** Draws of the colour pass: one for each part of each character that the camera sees. */
  get drawCalls(): number {
    const { characters, viewCount } = this.#visible;
    let sum = 0;
    for (let k = 0; k < viewCount; k++) sum += this.#placed[characters[k]]?.clone.drawCalls ?? 0;
    return sum;
  }

  takeChanges(): void {
    if (this.#options.table.usesOpacity !== this.#dithers) this.redraw();
    for (const { first, count } of this.#options.changes.changes.take()) {
      for (let i = first; i < first + count; i++) this.#refresh(i);
    }
  }

  update({ seconds, camera }: CrowdFrame): void {
    const { table, extent } = this.#options;
    this.takeChanges();
    if (this.#visible.characters.length < table.count) this.#visible = new VisibleCharacters(table, extent);
    const view = this.#views.viewOf(camera);
    this.#visible.select(view, this.#options.castShadow === false ? [] : this.#views.shadowsOf(view));
    for (const placed of this.#placed) if (placed) placed.holder.visible = false;
    const { characters, count } = this.#visible;
    for (let k = 0; k < count; k++) this.#show(characters[k], seconds);
  }

  /** Draws every clone anew at the next update, with the materials of `createTintedMaterial` as it is then. */
  redraw(): void {
    this.#dithers = this.#options.table.usesOpacity;
    this.#geometries.dispose();
    for (const placed of this.#placed) placed?.clone.redraw();
    this.#options.changes.changes.markAll();
  }

  dispose(): void {
    this.#placed.forEach((placed, i) => {
      if (placed) this.#remove(i);
    });
    this.#geometries.dispose();
  }

  #show(i: number, seconds: number): void {
    const placed = this.#placed[i];
    if (!placed) return;
    const { table } = this.#options;
    const { holder } = placed;
    holder.visible = true;
    // In each frame, since rows lie between two steps of a simulation.
    holder.position.set(table.x(i), table.y(i), table.z(i));
    holder.rotation.y = table.heading(i);
    holder.scale.setScalar(table.scale(i));
    // Times are set, not advanced, so that a character that comes into sight is in the pose of this moment.
    placed.animation.pose(table.animation(i, this.#animation), table.build(i), seconds);
    placed.clone.applyRow(i, seconds);
  }

  /** Updates a clone to its row: creates, removes or tints it. */
  #refresh(i: number): void {
    const { table } = this.#options;
    const numbers = table.parts(i);
    const placed = this.#placed[i];
    if (placed && (table.isFree(i) || placed.partNumbers.some((number, k) => number !== numbers[k]))) {
      this.#remove(i);
    }
    if (table.isFree(i)) return;
    this.#placed[i] ??= this.#create(numbers);
    const { clone } = this.#placed[i];
    clone.tint((tint) => table.color(i, tint), table.opacity(i), table.textureCell(i));
  }

  #create(partNumbers: PartNumbers): PlacedClone {
    const { parts, clips } = this.#options;
    const clone = new CharacterClone(this.#cloneOptions, parts.worn(partNumbers));
    const holder = new Group();
    holder.add(clone.root);
    this.object.add(holder);
    return { holder, clone, animation: new CloneAnimation(clone.root, clips), partNumbers };
  }

  #remove(i: number): void {
    const { holder, animation, clone } = this.#placed[i] as PlacedClone;
    this.#placed[i] = undefined;
    this.object.remove(holder);
    animation.dispose();
    clone.dispose();
  }
}
