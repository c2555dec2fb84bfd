import { attribute, int, ivec2, uniform } from 'three/tsl';
import { type DataTexture, type Node, type StorageBufferAttribute, Vector2 } from 'three/webgpu';
import { LAYER_FIELD, FIELD as ROW_FIELD, ROW_WORDS } from '../characters/index.js';
import type { ShaderFunctions } from './shader-functions.js';
import { loadTexel, readBuffer } from './three-internals.js';

/** Texels of a row, as `crowd-row` in the shaders decodes them. */
export const ROW_TEXELS = {
  position: Math.floor(ROW_FIELD.x / 4),
  animation: Math.floor(ROW_FIELD.clips / 4),
  fade: Math.floor(ROW_FIELD.fadeSeconds / 4),
  look: Math.floor(ROW_FIELD.parts / 4),
} as const;

/** Texels of a record of layers, as `crowd-layers` in the shaders decodes them. */
const LAYER_TEXELS = {
  left: 0,
  right: 1,
  body: Math.floor(LAYER_FIELD.hips / 4),
  upper: Math.floor(LAYER_FIELD.clip / 4),
} as const;

export interface LayerNodes {
  texel(character: Node<'uint'>, texel: keyof typeof LAYER_TEXELS): Node<'uvec4'>;
}

export type StepUniform = Node<'vec2'> & { value: Vector2 };

export function stepUniform(): StepUniform {
  return uniform(new Vector2()) as StepUniform;
}

export interface TableNodes {
  /** The first texel of a character's row, as it is between two steps. */
  position(character: Node<'uint'>): Node<'uvec4'>;
  row(character: Node<'uint'>, texel: 'animation' | 'fade'): Node<'uvec4'>;
  /** The two frames around the present moment of the clip that plays or fades in, and the blend between them. */
  frames(animation: Node<'uvec4'>): Node<'vec3'>;
  /** {@link frames} of the clip that fades out. */
  oldFrames(animation: Node<'uvec4'>, fade: Node<'uvec4'>): Node<'vec3'>;
  clip(number: Node<'uint'>): Node<'vec4'>;
  /** Undefined in a crowd without layers. */
  readonly layers: LayerNodes | undefined;
  readonly time: Node<'float'> & { value: number };
  /** Share of the present step that is still to come, and the number of the step, as in the table. */
  readonly step: StepUniform;
}

/** Reads the tables of a crowd, from textures or from buffers. */
export interface TableReads {
  row(character: Node<'uint'>, texel: number): Node<'uvec4'>;
  moves(character: Node<'uint'>): Node<'uvec4'>;
  /** Undefined in a crowd without layers. */
  readonly layers: ((character: Node<'uint'>, texel: number) => Node<'uvec4'>) | undefined;
  clip(number: Node<'uint'>): Node<'vec4'>;
}

export interface TableTextures {
  readonly rows: DataTexture;
  readonly moves: DataTexture;
  /** Undefined in a crowd without layers. */
  readonly layers: DataTexture | undefined;
}

export function readTableTextures(
  { rows, moves, layers }: TableTextures,
  clips: DataTexture,
  { crowdTexel }: ShaderFunctions,
): TableReads {
  const texelOf = (of: DataTexture, character: Node<'uint'>, texel: number): Node<'uvec4'> =>
    loadTexel<'uvec4'>(of, crowdTexel(rowTexel(character, texel)));
  return {
    row: (character, texel) => texelOf(rows, character, texel),
    moves: (character) => loadTexel<'uvec4'>(moves, crowdTexel(int(character))),
    layers: layers && ((character, texel) => texelOf(layers, character, texel)),
    clip: (number) => loadTexel(clips, ivec2(int(number), int(0))),
  };
}

export interface TableBuffers {
  readonly table: StorageBufferAttribute;
  readonly moves: StorageBufferAttribute;
  /** Undefined in a crowd without layers. */
  readonly layers: StorageBufferAttribute | undefined;
}

/** @param name what the buffers' names begin with in shaders */
export function readTableBuffers(
  { table, moves, layers }: TableBuffers,
  clip: TableReads['clip'],
  name = 'crowd',
): TableReads {
  const rows = readBuffer(table, `${name}Table`, 'uvec4');
  const steps = readBuffer(moves, `${name}Moves`, 'uvec4');
  const records = layers && readBuffer(layers, `${name}Layers`, 'uvec4');
  return {
    row: (character, texel) => rows.element(rowTexel(character, texel)),
    moves: (character) => steps.element(character),
    layers: records && ((character, texel) => records.element(rowTexel(character, texel))),
    clip,
  };
}

/** Index of a texel of a character's row in the table. */
export function rowTexel(character: Node<'uint'>, texel: number): Node<'int'> {
  return int(character)
    .mul(ROW_WORDS / 4)
    .add(texel);
}

/**
 * @param time crowd seconds
 * @param step share of the present step that is still to come, and its number
 */
export function createTableNodes(
  { row, moves, layers, clip }: TableReads,
  shaders: ShaderFunctions,
  time = uniform(0) as TableNodes['time'],
  step = stepUniform(),
): TableNodes {
  return {
    position: (character) => shaders.crowdMoved(row(character, ROW_TEXELS.position), moves(character), step),
    row: (character, texel) => row(character, ROW_TEXELS[texel]),
    clip,
    layers: layers && { texel: (character, texel) => layers(character, LAYER_TEXELS[texel]) },
    frames: (animation) =>
      shaders.crowdFrames(
        clip(shaders.crowdClipNumber(animation)),
        shaders.crowdClipSeconds(animation, time),
      ),
    oldFrames: (animation, fade) =>
      shaders.crowdFrames(
        clip(shaders.crowdOldClipNumber(animation)),
        shaders.crowdOldClipSeconds(fade, time),
      ),
    time,
    step,
  };
}

/** Palette slot or row of this instance, and its packed colour. */
export function instancePair(): Node<'uvec2'> {
  return attribute<'uvec2'>('crowdInstance', 'uvec2');
}
