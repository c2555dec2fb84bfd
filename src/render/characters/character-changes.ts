import type { Color } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { Tint } from '../../protocol/index.js';
import type { ColorInput } from './resolve-character.js';
import { MAX_BUILD } from './row-layout.js';

/** Position, heading and scale of a character. A field that is left out stays as it is. */
export interface TransformInput {
  /** Metres, in the crowd's space. */
  readonly x?: number;
  /** Height of the feet, metres. */
  readonly y?: number;
  /** Metres, in the crowd's space. */
  readonly z?: number;
  /** Radians about Y, counter-clockwise from above; 0 faces +Z. */
  readonly heading?: number;
  /** Uniform scale, above 0. */
  readonly scale?: number;
}

/** Colours of a character. A colour that is left out stays as it is. */
export type ColorsInput = { readonly [tint in Tint]?: ColorInput };

/** Changes of a character's colours, textures, height and build. Omitted fields stay as they are. */
export interface VariationInput {
  /** Colours by the names of zones. On a texture, they multiply it. */
  readonly zones?: Readonly<Record<string, ColorInput>>;
  /** Cells by the keys of `vary.textures`, counted row by row from the upper left, 0 the first. */
  readonly textures?: Readonly<Record<string, number>>;
  /** Scale, 0.5 to 2; 1 is the file's own height, or with `vary.build` the length of its legs. */
  readonly height?: number;
  /** Number of the build, 0 to 15; with `vary.build.children`, 12 to 15 are children's. */
  readonly build?: number;
}

/** A character's colours, textures, height and build, by which it differs from others of its file. */
export interface Variation {
  /** Colours by the names of zones, in three's working colour space. Without the option `vary`, there is none. */
  readonly zones: Readonly<Record<string, Color>>;
  /** Cells by the keys of `vary.textures`, counted row by row from the upper left, 0 the first. */
  readonly textures: Readonly<Record<string, number>>;
  /** Scale; 1 is the file's own height, or with `vary.build` the length of its legs. */
  readonly height: number;
  /** Number of the build, 0 to 15; undefined for a crowd without builds. */
  readonly build?: number | undefined;
}

/** Scales of {@link VariationInput}. */
const [LEAST_HEIGHT, MOST_HEIGHT] = [0.5, 2];

/** @throws {CrowdError} for a height beyond the limits */
export function checkHeight(i: number, height: number): void {
  if (height >= LEAST_HEIGHT && height <= MOST_HEIGHT) return;
  throw new CrowdError(
    `Character ${i}: height is ${height}; give ${LEAST_HEIGHT} to ${MOST_HEIGHT}, where 1 is the file's own.`,
  );
}

/**
 * @param hasBuilds false if all characters have the file's own
 * @throws {CrowdError} for a number without a build
 */
export function checkBuild(i: number, build: number, hasBuilds: boolean): void {
  if (!hasBuilds) {
    throw new CrowdError(
      `Character ${i} cannot have a build: this crowd has none. Create it by createCrowdFromGLTF with \`vary: { build: true }\`, or from a response with \`builds\`.`,
    );
  }
  if (Number.isInteger(build) && build >= 0 && build <= MAX_BUILD) return;
  throw new CrowdError(`Character ${i}: build is ${build}; give a whole number from 0 to ${MAX_BUILD}.`);
}

/** Names of nodes of the master GLB, empty for nothing. A part that is left out stays as it is. */
export interface PartsInput {
  /** A node to wear as body, tinted by the garment's colour. */
  readonly body?: string;
  /** A node to wear as face, tinted by the skin's colour. */
  readonly face?: string;
  /** A node to wear as hair or headgear, tinted by the hair's colour. */
  readonly hair?: string;
}

/** @throws {CrowdError} for numbers that are not finite, or a scale that is not above 0 */
export function checkTransform(i: number, transform: TransformInput): void {
  for (const [field, value] of Object.entries(transform)) {
    if (!Number.isFinite(value) || (field === 'scale' && value <= 0)) {
      const rule = field === 'scale' ? 'a number above 0' : 'a finite number';
      throw new CrowdError(`Character ${i} cannot have the ${field} ${value}; give ${rule}.`);
    }
  }
}
