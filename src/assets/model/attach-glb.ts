import type { Matrix4 } from 'three';
import { type GltfNode, nodeParents, sceneNodes } from '../../gltf/index.js';
import type { Glb } from './glb.js';

/** A file below a node of another one. */
export interface AttachedGlb {
  readonly glb: Glb;
  readonly node: number;
  /** From the attached file's space to that of the node. */
  readonly matrix: Matrix4;
  /** Name of each node of the attached file that has a mesh. */
  readonly meshNames: ReadonlyMap<number, string>;
}

/**
 * The host with the meshes of another file below one of its nodes, as if they were rigid meshes of its own. Both files stay as
 * they are. Skins, clips and lower levels of detail of the attached file are left out.
 */
export function attachGlb(host: Glb, { glb, node, matrix, meshNames }: AttachedGlb): Glb {
  const { file } = glb;
  const { nodes = [], meshes = [] } = file.json;
  const own = host.file.json;
  const [firstNode, firstMesh] = [(own.nodes?.length ?? 0) + 1, own.meshes?.length ?? 0];
  const parents = nodeParents(file.json);
  const shown = new Set(sceneNodes(file.json, parents));
  const below = (children: readonly number[]): number[] =>
    children.filter((child) => shown.has(child)).map((child) => child + firstNode);
  const holder: GltfNode = {
    matrix: matrix.toArray(),
    children: below([...shown].filter((child) => !shown.has(parents[child]))),
  };
  const attached = nodes.map((each, k): GltfNode => {
    const { name: _, mesh, skin: __, extensions: { MSFT_lod: ___, ...extensions } = {}, ...place } = each;
    const drawn = mesh === undefined ? {} : { name: meshNames.get(k) ?? '', mesh: mesh + firstMesh };
    return { ...place, ...drawn, extensions, children: below(each.children ?? []) };
  });
  const kept = (own.nodes ?? []).map((each, k) =>
    k === node ? { ...each, children: [...(each.children ?? []), firstNode - 1] } : each,
  );
  const isAttached = (mesh: number): boolean => mesh >= firstMesh;
  return {
    ...host,
    objects: new Map([
      ...host.objects,
      ...[...glb.objects].map(([k, object]) => [k + firstNode, object] as const),
    ]),
    file: {
      ...host.file,
      json: { ...own, nodes: [...kept, holder, ...attached], meshes: [...(own.meshes ?? []), ...meshes] },
      readAttribute: (mesh, ...rest) =>
        isAttached(mesh)
          ? file.readAttribute(mesh - firstMesh, ...rest)
          : host.file.readAttribute(mesh, ...rest),
      readMorphTarget: (mesh, ...rest) =>
        isAttached(mesh)
          ? file.readMorphTarget(mesh - firstMesh, ...rest)
          : host.file.readMorphTarget(mesh, ...rest),
    },
  };
}
