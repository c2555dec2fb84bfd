import { buildCharacterParts, type PackedMesh } from '../../../src/kit/index.js';

export const DETAILS = ['near', 'far'] as const;
export type Detail = (typeof DETAILS)[number];

export interface BuiltParts {
  readonly parts: ReadonlyMap<string, PackedMesh>;
  /** Reports of the progress, in order. */
  readonly fractions: readonly number[];
}

const built = new Map<Detail, Promise<BuiltParts>>();

/** The parts of the sample kit, made once for all tests of a process: the near ones take four seconds. */
export function buildPartsOnce(detail: Detail): Promise<BuiltParts> {
  const making = built.get(detail) ?? build(detail);
  built.set(detail, making);
  return making;
}

async function build(detail: Detail): Promise<BuiltParts> {
  const fractions: number[] = [];
  const onProgress = (fraction: number) => fractions.push(fraction);
  const parts = await buildCharacterParts({ far: detail === 'far', onProgress });
  return { parts, fractions };
}
