import type { GltfJson, GltfNode } from './gltf-json.js';

/** Vertex attributes that are read here; loaders read the others. */
export type Semantic = 'POSITION' | 'JOINTS_0' | 'WEIGHTS_0';

/**
 * A glTF file with decoded accessors, independent of the decoder: {@link openGlb}, or a loader that has parsed the
 * file. All rules of reading are above this interface.
 */
export interface GltfFile {
  /** The address or path, for messages. */
  readonly url: string;
  readonly json: GltfJson;
  /** Reads an accessor; normalized integers become fractions. */
  readAccessor(index: number): Promise<Float32Array>;
  /** Reads an attribute of a primitive; undefined if it is absent. */
  readAttribute(mesh: number, primitive: number, semantic: Semantic): Promise<Float32Array | undefined>;
  /** Reads the position offsets of a morph target; undefined if it has none. */
  readMorphTarget(mesh: number, primitive: number, target: number): Promise<Float32Array | undefined>;
}

/**
 * Returns unique node names: the file's own; `node_7` for unnamed nodes; with the index appended (`Bone_12`) if an
 * earlier node has the same name, or, for a mesh, a node without one: clips move that by its name.
 */
export function nodeNames({ nodes = [] }: GltfJson): string[] {
  const taken = new Set<string>();
  const names: string[] = [];
  for (const isMesh of [false, true]) {
    for (const [index, { name, mesh }] of nodes.entries()) {
      if ((mesh !== undefined) !== isMesh) continue;
      let unique = name || `node_${index}`;
      while (taken.has(unique)) unique = `${unique}_${index}`;
      taken.add(unique);
      names[index] = unique;
    }
  }
  return names;
}

/** Returns the parent of each node, −1 for roots. */
export function nodeParents({ nodes = [] }: GltfJson): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach(({ children = [] }, index) => {
    for (const child of children) parents[child] = index;
  });
  return parents;
}

/**
 * Returns the nodes of the default scene, parents first, depth first; all nodes if there is no scene. Without the nodes that
 * are lower levels of detail of others (`MSFT_lod`): they stand in the same place, in some files also in the scene.
 */
export function sceneNodes({ nodes = [], scenes = [], scene = 0 }: GltfJson, parents: Int32Array): number[] {
  const roots = scenes[scene]?.nodes ?? [...parents.keys()].filter((node) => parents[node] < 0);
  const lower = new Set(lowerNodes({ nodes }));
  const found: number[] = [];
  const visit = (node: number): void => {
    if (lower.has(node)) return;
    found.push(node);
    for (const child of nodes[node]?.children ?? []) visit(child);
  };
  for (const root of roots) visit(root);
  return found;
}

/** The nodes that are lower levels of detail of a node (`MSFT_lod`), finest first. */
export function lowerLevels({ extensions }: GltfNode): readonly number[] {
  const { ids } = (extensions?.['MSFT_lod'] ?? {}) as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids : [];
}

/** The lower levels of detail of all nodes. */
export function lowerNodes({ nodes = [] }: Pick<GltfJson, 'nodes'>): number[] {
  return nodes.flatMap(lowerLevels).filter((node) => nodes[node] !== undefined);
}
