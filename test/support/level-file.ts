import { splitGlb } from '../../src/gltf/index.js';
import { packGlb } from './pack-glb.js';

interface NodesJson {
  readonly nodes: { readonly name?: string; extensions?: object }[];
  readonly scenes: { nodes: number[] }[];
  extensionsUsed?: readonly string[];
}

/** The file whose `lower` nodes are levels of detail of the node `finest`, and in no scene. */
export function levelFile(
  glb: Uint8Array,
  finest: string,
  lower: readonly string[],
): Uint8Array<ArrayBuffer> {
  const json = structuredClone(splitGlb(glb, 'levels.glb').json) as unknown as NodesJson;
  const ids = lower.map((name) => json.nodes.findIndex((node) => node.name === name));
  const node = json.nodes.find(({ name }) => name === finest)!;
  node.extensions = { ...node.extensions, MSFT_lod: { ids } };
  for (const scene of json.scenes) scene.nodes = scene.nodes.filter((root) => !ids.includes(root));
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'MSFT_lod'];
  return packGlb(json, glb);
}
