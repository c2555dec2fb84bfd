import type { GltfMesh, GltfPrimitive } from './gltf-json.js';
import { joinGlb, openGlb, SIZES, splitGlb } from './open-glb.js';

/** A primitive with fewer vertices. */
export interface LevelPrimitive {
  /** Of the primitive that it stands for. */
  readonly primitive: number;
  /** Three a triangle. */
  readonly indices: Uint32Array;
  /** The vertex of that primitive which each vertex was made of. */
  readonly vertices: Uint32Array;
  /** Attributes that are not those of `vertices`, by their semantic; of a colour, the first components. */
  readonly attributes: Readonly<Record<string, Float32Array>>;
}

/** The levels of a node, finest first, each with all primitives of its mesh. */
export interface NodeLevels {
  readonly node: number;
  /** True if the node is drawn mirrored. */
  readonly isMirrored: boolean;
  readonly levels: readonly (readonly LevelPrimitive[])[];
}

/** glTF's numbers of the types of components. */
const COMPONENT_TYPES = [
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
] as const;
type Numbers = InstanceType<(typeof COMPONENT_TYPES)[number][0]>;

/**
 * Writes levels of detail into a GLB, as the extension `MSFT_lod` has them: nodes of no scene, with the skin of the node that
 * they stand for. All else stays as it is.
 *
 * @param nodes of skinned meshes
 * @throws {AssetError} where the bytes are no GLB, or an attribute cannot be read
 */
export async function writeLevels(
  bytes: Uint8Array,
  url: string,
  nodes: readonly NodeLevels[],
): Promise<Uint8Array> {
  const { json, binary } = splitGlb(bytes, url);
  const file = openGlb(bytes, url);
  // The new content comes behind the file's own, whose indices stay.
  const accessors = [...(json.accessors ?? [])];
  const bufferViews = [...(json.bufferViews ?? [])];
  const meshes = [...json.meshes!];
  const allNodes = [...json.nodes!];
  const chunks: Uint8Array[] = [];
  let length = 0;
  const addBytes = (added: Uint8Array): number => {
    // Every kind of number may begin at a multiple of four bytes.
    chunks.push(added, new Uint8Array(-added.byteLength & 3));
    const offset = length;
    length += (added.byteLength + 3) & ~3;
    return offset;
  };
  const addAccessor = (numbers: Numbers, type: string, bounds = {}): number => {
    const { buffer, byteOffset: from, byteLength } = numbers;
    const byteOffset = addBytes(new Uint8Array(buffer, from, byteLength));
    const bufferView = bufferViews.push({ buffer: 0, byteOffset, byteLength }) - 1;
    const [, componentType] = COMPONENT_TYPES.find(([Type]) => numbers instanceof Type)!;
    const count = numbers.length / SIZES[type];
    return accessors.push({ bufferView, componentType, count, type, ...bounds }) - 1;
  };
  const addPrimitive = async (mesh: GltfMesh, level: LevelPrimitive): Promise<GltfPrimitive> => {
    const { targets: _, ...whole } = mesh.primitives[level.primitive];
    const attributes: Record<string, number> = {};
    for (const [semantic, index] of Object.entries(whole.attributes)) {
      const { type } = accessors[index];
      const numbers = numbersOf(semantic, SIZES[type], level, await file.readAccessor(index));
      attributes[semantic] = addAccessor(numbers, type, semantic === 'POSITION' ? boundsOf(numbers) : {});
    }
    const Indices = level.vertices.length > 0xffff ? Uint32Array : Uint16Array;
    return { ...whole, attributes, indices: addAccessor(Indices.from(level.indices), 'SCALAR'), mode: 4 };
  };

  addBytes(binary);
  for (const { node, isMirrored, levels } of nodes) {
    const { name: own, mesh, skin, extensions } = allNodes[node];
    const ids: number[] = [];
    for (const [k, primitives] of levels.entries()) {
      const name = `${own ?? `node_${node}`}_level_${k + 1}`;
      const added: GltfPrimitive[] = [];
      for (const level of primitives) added.push(await addPrimitive(meshes[mesh!], level));
      meshes.push({ name, primitives: added });
      const scale = isMirrored && { scale: [-1, 1, 1] };
      ids.push(allNodes.push({ name, mesh: meshes.length - 1, skin: skin!, ...scale }) - 1);
    }
    allNodes[node] = { ...allNodes[node], extensions: { ...extensions, MSFT_lod: { ids } } };
  }
  const [buffer, ...buffers] = json.buffers!;
  return joinGlb(
    {
      ...json,
      ...{ accessors, bufferViews, meshes, nodes: allNodes },
      buffers: [{ ...buffer, byteLength: length }, ...buffers],
      extensionsUsed: [...new Set([...(json.extensionsUsed ?? []), 'MSFT_lod'])],
    },
    chunks,
  );
}

/** The numbers of a level's vertices: those of the whole mesh, but for those that the level brings. */
function numbersOf(
  semantic: string,
  size: number,
  { vertices, attributes }: LevelPrimitive,
  whole: Float32Array,
): Numbers {
  const own = attributes[semantic];
  const ownSize = own ? own.length / vertices.length : 0;
  const Type = semantic.startsWith('JOINTS_') ? Uint16Array : Float32Array;
  const numbers = new Type(vertices.length * size);
  for (let k = 0; k < numbers.length; k++) {
    const v = Math.floor(k / size);
    numbers[k] = k % size < ownSize ? own[v * ownSize + (k % size)] : whole[vertices[v] * size + (k % size)];
  }
  return numbers;
}

/** The box around positions, three numbers each. */
export function boundsOf(positions: ArrayLike<number>): { readonly min: number[]; readonly max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    min[k % 3] = Math.min(min[k % 3], positions[k]);
    max[k % 3] = Math.max(max[k % 3], positions[k]);
  }
  return { min, max };
}
