import { Group } from 'three';
import { type CharacterTable, createAnimationState } from '../characters/index.js';
import type { CrowdFrame } from '../drawing/index.js';
import { CharacterClone, CloneGeometries, type CloneOptions, type TintedPart } from './character-clone.js';
import { CloneAnimation } from './clone-animation.js';
import type { CloneClips } from './clone-clips.js';

export interface ClonedCrowdOptions extends Omit<CloneOptions, 'geometryOf'> {
  readonly table: CharacterTable;
  /** CharacterSelection wears what, by the part numbers of the table. */
  readonly parts: {
    part(number: number): TintedPart;
    /** Numbers of what every character wears. */
    readonly shared: readonly number[];
  };
  readonly clips: CloneClips;
}

export interface ClonedCrowd {
  /** One skeleton a character, to be put under the crowd. */
  readonly object: Group;
  /** Draws of the colour pass: one for each part of each character. */
  readonly drawCalls: number;
  update(frame: CrowdFrame): void;
  /** Makes every clone again at the next update, with the materials of `createTintedMaterial` as it is then. */
  redraw(): void;
  dispose(): void;
}

/** A clone in its place. */
interface PlacedClone {
  readonly holder: Group;
  readonly clone: CharacterClone;
  readonly animation: CloneAnimation;
  /** Part numbers of body, face and hair. */
  readonly outfit: readonly number[];
}

/** One cloned skeleton and mixer a character: dear, but every bone is a real object. For small crowds. */
export function createClonedCrowd(data: ClonedCrowdOptions): ClonedCrowd {
  const { table, parts: worn } = data;
  const object = new Group();
  const placed: (PlacedClone | undefined)[] = [];
  const geometries = new CloneGeometries();
  const source: CloneOptions = { ...data, geometryOf: (part) => geometries.of(part) };
  const motion = createAnimationState();

  const remove = (i: number): void => {
    const { holder, animation, clone } = placed[i] as PlacedClone;
    placed[i] = undefined;
    object.remove(holder);
    animation.dispose();
    clone.dispose();
  };
  const removeAll = (): void => {
    placed.forEach((entry, i) => {
      if (entry) remove(i);
    });
  };
  const create = (outfit: readonly number[]): PlacedClone => {
    const clone = new CharacterClone(
      source,
      [...outfit, ...worn.shared].map((number) => worn.part(number)),
    );
    const holder = new Group();
    holder.add(clone.root);
    object.add(holder);
    return { holder, clone, animation: new CloneAnimation(clone.root, data.clips), outfit };
  };
  const refresh = (i: number): void => {
    const outfit = [0, 1, 2].map((slot) => table.part(i, slot));
    const isWorn = placed[i]?.outfit.every((number, slot) => number === outfit[slot]);
    if (placed[i] && (table.isFree(i) || !isWorn)) remove(i);
    if (table.isFree(i)) return;
    placed[i] ??= create(outfit);
    const { holder, clone } = placed[i];
    holder.visible = !table.isHidden(i);
    holder.position.set(table.x(i), table.y(i), table.z(i));
    holder.rotation.y = table.heading(i);
    holder.scale.setScalar(table.scale(i));
    clone.tint((tint) => table.color(i, tint));
  };

  return {
    object,
    get drawCalls() {
      return placed.reduce((sum, entry) => sum + (entry?.holder.visible ? entry.clone.drawCalls : 0), 0);
    },
    update: ({ seconds }) => {
      for (const { first, count } of table.changes.take()) {
        for (let i = first; i < first + count; i++) refresh(i);
      }
      placed.forEach((entry, i) => {
        if (entry?.holder.visible) entry.animation.pose(table.animation(i, motion), seconds);
      });
    },
    redraw: () => {
      removeAll();
      table.changes.markAll();
    },
    dispose: () => {
      removeAll();
      geometries.dispose();
    },
  };
}
