import type { Material } from 'three';
import { TINTS } from '../../protocol/index.js';
import type { PartLists } from './part-lists.js';
import type { PartList, PartSource } from './part-source.js';

/** Triangles of a cluster: what one instance of the far draw shows of one character. */
const CLUSTER_TRIANGLES = 48;
export const CLUSTER_VERTICES = CLUSTER_TRIANGLES * 3;
/** 32-bit words of a far vertex, laid out as `shaders/README.md` says. */
export const FAR_VERTEX_WORDS = 8;
/** Bits of a cluster's number beside the palette slot. */
export const CLUSTER_BITS = 12;

const CLUSTER_WORDS = CLUSTER_VERTICES * FAR_VERTEX_WORDS;
/** Joints that a far vertex can tell apart. */
const MAX_JOINTS = 256;

/**
 * The far meshes of all parts, cut into clusters of equal size, so that a single draw over (character, cluster) pairs
 * shows every far character, whatever it wears.
 */
export interface FarMesh {
  /** Vertices of all clusters, three a triangle. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Of the first body; colours and tints ride in the vertices. */
  readonly material: Material;
  /** First cluster and number of clusters of each part list; none where a part stays near at any distance. */
  readonly ranges: Uint32Array<ArrayBuffer>;
  /** Most pairs there can be: every character far. */
  readonly pairs: number;
}

/**
 * The far mesh of the parts in use.
 *
 * @param far the parts of `lod_glb`
 * @returns undefined where some part in use cannot be drawn this way: it is missing, has a texture or is transparent
 */
export function createFarMesh(
  { lists }: PartLists,
  far: ReadonlyMap<string, PartSource>,
): FarMesh | undefined {
  const words: number[] = [];
  const ranges = new Uint32Array(lists.length * 2);
  let pairs = 0;
  for (let n = 0; n < lists.length; n++) {
    const source = far.get(lists[n].part.name);
    if (!source || !canMerge(source)) return undefined;
    const first = words.length / CLUSTER_WORDS;
    appendClusters(words, source, lists[n]);
    const count = words.length / CLUSTER_WORDS - first;
    ranges.set([first, count], n * 2);
    pairs += count * lists[n].count;
  }
  if (words.length / CLUSTER_WORDS > 1 << CLUSTER_BITS) return undefined;
  const body = lists.find(({ tint }) => tint === 'garment') ?? lists[0];
  return { words: Uint32Array.from(words), material: body.part.material, ranges, pairs };
}

/** Textures and transparency tell materials apart; roughness, at such distances, does not. */
function canMerge({ material, geometry }: PartSource): boolean {
  const joints = geometry.getAttribute('skinIndex');
  let most = 0;
  for (let v = 0; v < joints.count; v++)
    for (let k = 0; k < 4; k++) most = Math.max(most, joints.getComponent(v, k));
  const hasTexture = Object.values(material).some(
    (value) => (value as { isTexture?: boolean } | null)?.isTexture,
  );
  return most < MAX_JOINTS && !hasTexture && !material.transparent && material.alphaTest === 0;
}

/** Appends a part's triangles and fills its last cluster up with triangles of no area. */
function appendClusters(words: number[], source: PartSource, list: PartList): void {
  const index = source.geometry.index;
  const count = index?.count ?? source.geometry.getAttribute('position').count;
  const padded = Math.ceil(count / CLUSTER_VERTICES) * CLUSTER_VERTICES;
  for (let k = 0; k < padded; k++) {
    const v = Math.min(k, count - 1);
    appendVertex(words, source, index ? index.getX(v) : v, TINTS.indexOf(list.tint));
  }
}

const floats = new Float32Array(3);
const bits = new Uint32Array(floats.buffer);

function appendVertex(words: number[], { geometry, tintMask }: PartSource, v: number, tint: number): void {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const joints = geometry.getAttribute('skinIndex');
  const weights = geometry.getAttribute('skinWeight');
  const color = geometry.getAttribute('color');
  floats.set([position.getX(v), position.getY(v), position.getZ(v)]);
  const channel = (k: number): number => (color && k < color.itemSize ? color.getComponent(v, k) : 1);
  const mask = tintMask ? channel(3) : 1;
  words.push(
    bits[0],
    bits[1],
    bits[2],
    (snorm10(normal.getX(v)) |
      (snorm10(normal.getY(v)) << 10) |
      (snorm10(normal.getZ(v)) << 20) |
      (tint << 30)) >>>
      0,
    bytes((k) => joints.getComponent(v, k)),
    weightBytes((k) => weights.getComponent(v, k)),
    (unorm16(channel(0)) | (unorm16(channel(1)) << 16)) >>> 0,
    (unorm16(channel(2)) | (unorm16(mask) << 16)) >>> 0,
  );
}

function snorm10(value: number): number {
  return Math.round((Math.min(1, Math.max(-1, value)) * 0.5 + 0.5) * 1023);
}

function unorm16(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 65535);
}

function bytes(of: (k: number) => number): number {
  return (of(0) | (of(1) << 8) | (of(2) << 16) | (of(3) << 24)) >>> 0;
}

/** Weights as bytes that sum to 255; what rounding loses goes to the largest. */
function weightBytes(of: (k: number) => number): number {
  const rounded = [0, 1, 2, 3].map((k) => Math.round(of(k) * 255));
  rounded[rounded.indexOf(Math.max(...rounded))] += 255 - rounded.reduce((a, b) => a + b);
  return bytes((k) => rounded[k]);
}
