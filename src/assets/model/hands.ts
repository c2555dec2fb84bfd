import type { SkinnedVertices } from '../../rig/index.js';
import type { Model } from './model.js';
import type { Part } from './part.js';

/** Names of bones that hold weapons and other gear. */
const HAND = /hand|wrist|weapon/i;
/** Names of meshes that take both hands, such as `2H_Sword`. */
const BOTH_HANDS = /(^|[^a-z\d])(2h|two[^a-z]?hand)/i;

/** A mesh in a hand. */
export interface Held {
  /** Name of the bone. */
  readonly hand: string;
  /** Name of the mesh's node, which may have several primitives. */
  readonly mesh: string;
}

/** The parts that move with a single bone of a hand. */
export function findHeld(
  parts: Iterable<Part>,
  { skeleton, skin }: Pick<Model, 'skeleton' | 'skin'>,
): Map<Part, Held> {
  const held = new Map<Part, Held>();
  for (const part of parts) {
    const { name, vertices, pieces = [] } = part;
    const [bone, ...others] = new Set([vertices, ...pieces.map((piece) => piece.vertices)].flatMap(bonesOf));
    const hand = skeleton.names[skin.joints[bone]];
    if (others.length === 0 && HAND.test(hand)) held.set(part, { hand, mesh: name });
  }
  return held;
}

/** Joints that vertices are on, by their weights. */
function bonesOf({ joints, weights }: SkinnedVertices): number[] {
  return [...new Set(joints.filter((_, k) => weights[k] > 0))];
}

/** Names of the meshes in each hand. */
function byHand(held: Iterable<Held>): Map<string, string[]> {
  const hands = new Map<string, string[]>();
  for (const { hand, mesh } of held) {
    hands.set(hand, [...new Set([...(hands.get(hand) ?? []), mesh])]);
  }
  return hands;
}

/** Returns a hint if several meshes are in one hand, as in files with all weapons of a character; undefined otherwise. */
export function describeHands(model: Model): string | undefined {
  const hands = byHand(findHeld(model.parts.values(), model).values());
  const full = [...hands].filter(([, names]) => names.length > 1);
  if (full.length === 0) return undefined;
  const list = full.map(([hand, names]) => `on "${hand}" ${names.join(', ')}`).join('; ');
  return (
    `three-crowd: ${model.url} has several meshes in one hand (${list}), and characters hold all of them. ` +
    'Name the meshes that they have in `looks`, such as looks: [["Body", "Sword"], ["Body", "Axe"]]; `vary` gives each hand one.'
  );
}

/**
 * The kinds of characters of a file whose hands hold several meshes: each with one in every hand, or with one for both hands.
 *
 * @param heldBy of each piece in a hand
 * @param most how many kinds at most, spread over all choices
 */
export function oneInEachHand<Piece>(
  pieces: readonly Piece[],
  heldBy: (piece: Piece) => Held | undefined,
  most: number,
): Piece[][] {
  const hands = byHand(pieces.flatMap((piece) => heldBy(piece) ?? []));
  if ([...hands.values()].every((meshes) => meshes.length < 2)) return [[...pieces]];
  let choices: string[][] = [[]];
  for (const meshes of hands.values()) {
    choices = choices.flatMap((others) => meshes.map((mesh) => [...others, mesh]));
  }
  const kinds = new Map<string, Set<string>>();
  for (const choice of choices) {
    const large = choice.find((mesh) => BOTH_HANDS.test(mesh));
    const chosen = large === undefined ? choice : [large];
    kinds.set(chosen.join('\n'), new Set(chosen));
  }
  const all = [...kinds.values()];
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, k) => {
    const chosen = all[Math.floor((k * all.length) / count)];
    return pieces.filter((piece) => chosen.has(heldBy(piece)?.mesh ?? '') || !heldBy(piece));
  });
}
