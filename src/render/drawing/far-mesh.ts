import type { Material } from 'three';
import {
  countTriangles,
  OPACITY_SHIFT,
  type Part,
  type PartInUse,
  packColor,
  type TextureGrid,
  textureGrid,
} from '../characters/index.js';
import { baseColor, hasMap } from './part-material.js';

/** Triangles of a cluster. The far draw shows one cluster of one character after the other. */
export const CLUSTER_TRIANGLES = 12;
export const CLUSTER_VERTICES = CLUSTER_TRIANGLES * 3;
/**
 * Clusters of an instance of the far draw: GPUs start each instance separately. The last instance is filled with
 * {@link EMPTY_CLUSTER}.
 */
export const BATCH = 64;
/** Number of the first cluster, whose vertices have no joints: its triangles have no area. */
export const EMPTY_CLUSTER = 0;
/** 32-bit words of a far vertex, laid out as `shaders/README.md` says: without and with texture coordinates. */
export const FAR_VERTEX_WORDS = 8;
export const FAR_TEXTURED_WORDS = 12;
/** Bits of a cluster's number beside the palette slot. */
export const CLUSTER_BITS = 13;
export const MAX_CLUSTERS = 1 << CLUSTER_BITS;
/** Bit above the own colour of a vertex that a tint other than white replaces. */
export const KEEPS_COLOR = 1 << OPACITY_SHIFT;
/** Joints that 8 bits can number. */
export const MAX_JOINTS = 256;

/** A part in use at one level of detail. */
export interface FarPart {
  readonly source: Part;
  readonly entry: PartInUse;
  readonly level: number;
}

/**
 * All levels of detail of several parts, cut into clusters of equal size, so that a single draw over (character, cluster)
 * pairs shows every far character, whatever it wears.
 *
 * Processor time of a frame of 150 and 400 characters on a software GPU: 115 and 163 ms with clusters of 12 triangles, 64 an
 * instance. Rejected: an instance a cluster, 160 to 180 and 245 to 320 ms (24 triangles each); clusters of 8, 108 and 185 ms; of 20, 98 and 200 ms.
 * Strips of 4 triangles behind a common index pattern need a third fewer vertices and gain nothing.
 */
export interface FarMesh {
  /** Vertices of all clusters, three a triangle, {@link EMPTY_CLUSTER} first; the same array for all crowds that show the same. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** The material of one of the parts; colours are in the vertices. */
  readonly material: Material;
  /** True if the vertices have texture coordinates, for the material's `map`. */
  readonly hasUv: boolean;
  /** The grid of the material's `map`; pairs then have a row of the character table in place of the colour. */
  readonly grid: TextureGrid | undefined;
  /** First cluster and number of clusters of each part and level. */
  readonly ranges: Uint32Array<ArrayBuffer>;
}

export function farVertexTexels({ hasUv }: Pick<FarMesh, 'hasUv'>): number {
  return (hasUv ? FAR_TEXTURED_WORDS : FAR_VERTEX_WORDS) / 4;
}

export function countClusters(part: Part): number {
  return Math.ceil(countTriangles(part) / CLUSTER_TRIANGLES);
}

/**
 * @param parts together fewer than {@link MAX_CLUSTERS}
 * @param owner assets that the parts belong to; crowds of the same assets share the vertices
 */
export function createFarMesh(parts: readonly FarPart[], owner: object): FarMesh {
  const sorted = [...parts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const ranges = new Uint32Array(parts.length * 2);
  let first = EMPTY_CLUSTER + 1;
  for (const part of sorted) {
    const count = countClusters(part.source);
    ranges.set([first, count], parts.indexOf(part) * 2);
    first += count;
  }
  const { material } = parts[0].source;
  const hasUv = hasMap(material);
  const words = sharedWords(sorted, owner, hasUv);
  return { words, material, hasUv, grid: textureGrid(material), ranges };
}

/** A far mesh's vertices, and those of each of its parts. */
interface Made {
  readonly key: string;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly parts: ReadonlyMap<string, Uint32Array>;
}

/** The last far mesh by assets, for the next crowd of the same assets. */
const lastMade = new WeakMap<object, Made>();

function sharedWords(parts: readonly FarPart[], owner: object, hasUv: boolean): Uint32Array<ArrayBuffer> {
  const keys = parts.map((part) => `${hasUv} ${nameOf(part)} ${part.source.geometry.uuid}`);
  const key = keys.join();
  const last = lastMade.get(owner);
  if (last?.key === key) return last.words;
  const stride = hasUv ? FAR_TEXTURED_WORDS : FAR_VERTEX_WORDS;
  const wordsOf = (clusters: number): number => clusters * CLUSTER_VERTICES * stride;
  const clusters = parts.reduce((sum, { source }) => sum + countClusters(source), EMPTY_CLUSTER + 1);
  const words = new Uint32Array(wordsOf(clusters));
  const made = new Map<string, Uint32Array>();
  let o = wordsOf(EMPTY_CLUSTER + 1);
  for (const [k, { source }] of parts.entries()) {
    const own = words.subarray(o, o + wordsOf(countClusters(source)));
    const known = last?.parts.get(keys[k]);
    if (known) own.set(known);
    else writeClusters(own, source, stride);
    made.set(keys[k], own);
    o += own.length;
  }
  lastMade.set(owner, { key, words, parts: made });
  return words;
}

function nameOf({ source, level }: FarPart): string {
  return `${source.name} ${level}`;
}

/** Writes a part's triangles, and fills its last cluster with degenerate ones. */
function writeClusters(words: Uint32Array, source: Part, stride: number): void {
  const { index } = source.geometry;
  const vertices = packVertices(source, stride);
  const count = countTriangles(source) * 3;
  for (let k = 0; k < words.length / stride; k++) {
    const corner = Math.min(k, count - 1);
    const from = (index ? index.getX(corner) : corner) * stride;
    for (let word = 0; word < stride; word++) words[k * stride + word] = vertices[from + word];
  }
}

/** The packed vertices of a part, before they are copied to the corners of triangles. */
function packVertices(source: Part, stride: number): Uint32Array {
  const { count } = source.geometry.attributes['position'];
  const words = new Uint32Array(count * stride);
  for (let v = 0; v < count; v++) {
    writeVertex(words, v * stride, source, v);
    if (stride === FAR_TEXTURED_WORDS) writeUv(words, v * stride + FAR_VERTEX_WORDS, source, v);
  }
  return words;
}

const floats = new Float32Array(3);
const bits = new Uint32Array(floats.buffer);

function writeVertex(words: Uint32Array, o: number, source: Part, v: number): void {
  const { position, normal, skinIndex, skinWeight } = source.geometry.attributes;
  floats.set([position.getX(v), position.getY(v), position.getZ(v)]);
  words.set(bits, o);
  const [x, y, z] = normal ? [normal.getX(v), normal.getY(v), normal.getZ(v)] : [0, 0, 0];
  words[o + 3] = snorm10(x) | (snorm10(y) << 10) | (snorm10(z) << 20);
  words[o + 4] = bytes((k) => skinIndex.getComponent(v, k));
  words[o + 5] = weightBytes((k) => skinWeight.getComponent(v, k));
  writeColors(words, o + 6, source, v);
}

function writeUv(words: Uint32Array, o: number, { geometry }: Part, v: number): void {
  const { uv } = geometry.attributes;
  floats.set([uv.getX(v), uv.getY(v), 0]);
  words.set(bits, o);
}

/** Writes the vertex's own colour and its factor of the tint, as two packed colours: `own` and `tinted` of `crowdFarTint`. */
function writeColors(words: Uint32Array, o: number, { geometry, material, ...part }: Part, v: number): void {
  const attribute = material.vertexColors ? geometry.getAttribute('color') : undefined;
  const channel = (k: number): number =>
    attribute && k < attribute.itemSize ? attribute.getComponent(v, k) : 1;
  const base = baseColor(material);
  const mask = part.keepsColor === 'always' ? 0 : part.tintMask ? channel(3) : 1;
  const [r, g, b] = [channel(0), channel(1), channel(2)];
  const keeps = part.keepsColor === 'untilTinted' && !part.tintMask;
  const own = base.multiplyScalar(keeps ? 1 : 1 - mask);
  words[o] = packColor(r * own.r, g * own.g, b * own.b) | (keeps ? KEEPS_COLOR : 0);
  words[o + 1] = packColor(r * mask, g * mask, b * mask);
}

function snorm10(value: number): number {
  return Math.round((Math.min(1, Math.max(-1, value)) * 0.5 + 0.5) * 1023);
}

function bytes(of: (k: number) => number): number {
  return of(0) | (of(1) << 8) | (of(2) << 16) | (of(3) << 24);
}

/** Weights as bytes that sum to 255; the largest takes the rounding error. */
function weightBytes(of: (k: number) => number): number {
  const rounded = [0, 1, 2, 3].map((k) => Math.round(of(k) * 255));
  rounded[rounded.indexOf(Math.max(...rounded))] += 255 - rounded.reduce((a, b) => a + b);
  return bytes((k) => rounded[k]);
}
