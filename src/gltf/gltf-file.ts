import type { GltfJson } from './gltf-json.js';

/** What of a mesh is read here; the rest of it is the loader's. */
export type Semantic = 'POSITION' | 'JOINTS_0' | 'WEIGHTS_0';

/**
 * A glTF file that can be asked for its numbers, whoever decodes them: {@link openGlb} by itself, or a loader that has
 * read the file already. All rules of reading stand above this interface, so that there is one set of them.
 */
export interface GltfFile {
  /** The address or path, for messages. */
  readonly url: string;
  readonly json: GltfJson;
  /** Every number of an accessor; normalised integers as the fractions that they stand for. */
  readAccessor(index: number): Promise<Float32Array>;
  /** One attribute of a primitive likewise; undefined where the primitive lacks it. */
  readAttribute(mesh: number, primitive: number, semantic: Semantic): Promise<Float32Array | undefined>;
  /** What a morph target adds to a primitive's positions; undefined where it moves none. */
  readMorphTarget(mesh: number, primitive: number, target: number): Promise<Float32Array | undefined>;
}

/**
 * The names that bones, parts and tracks go by: the file's own; `node_7` for a node without one; and for a node whose
 * name another one before it has, the name with its index (`Bone_12`).
 */
export function nodeNames({ nodes = [] }: GltfJson): string[] {
  const taken = new Set<string>();
  return nodes.map(({ name }, index) => {
    let unique = name || `node_${index}`;
    if (taken.has(unique)) unique = `${unique}_${index}`;
    taken.add(unique);
    return unique;
  });
}

/** Parent of each node, −1 for those that stand in a scene or nowhere. */
export function nodeParents({ nodes = [] }: GltfJson): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach(({ children = [] }, index) => {
    for (const child of children) parents[child] = index;
  });
  return parents;
}

/** The nodes of the scene that the file shows, parents first, depth first; all of them where it has no scene. */
export function sceneNodes({ nodes = [], scenes = [], scene = 0 }: GltfJson, parents: Int32Array): number[] {
  const roots = scenes[scene]?.nodes ?? [...parents.keys()].filter((node) => parents[node] < 0);
  const found: number[] = [];
  const visit = (node: number): void => {
    found.push(node);
    for (const child of nodes[node]?.children ?? []) visit(child);
  };
  for (const root of roots) visit(root);
  return found;
}
