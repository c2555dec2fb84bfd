import { type BufferAttribute, type Group, LoaderUtils, LoadingManager, type Object3D } from 'three';
import { type GLTF, GLTFLoader, type GLTFLoaderPlugin, type GLTFParser } from 'three-stdlib';
import { AssetError } from '../errors/index.js';
import type { Source } from './asset-cache.js';
import { disposeScene } from './dispose-scene.js';
import { type Fetched, type FetchOptions, fetchBytes } from './fetch-bytes.js';
import { type GltfJson, readGlbJson } from './glb-json.js';

/** A GLB file, parsed, with the names that the file itself uses. */
export interface Glb {
  readonly url: string;
  /** The file's default scene. */
  readonly scene: Group;
  readonly json: GltfJson;
  /** Index of the file's node that an object was made from. */
  readonly nodeOf: ReadonlyMap<Object3D, number>;
  accessor(index: number): Promise<BufferAttribute>;
}

/** The file at an absolute address, fetched and parsed once for all who hold it. */
export function glbSource(url: string, options: Pick<FetchOptions, 'fetch'>): Source<Glb> {
  return {
    key: `glb ${url}`,
    load: async (work) => parseGlb(await fetchBytes(url, { ...options, ...work })),
    free: (glb) => disposeScene(glb.scene),
  };
}

/**
 * @throws {AssetError} where the file is no GLB, is cut off or damaged, or holds images that cannot be decoded
 */
export async function parseGlb(file: Fetched): Promise<Glb> {
  const { url } = file;
  const json = readGlbJson(file);
  let failedImages = 0;
  const manager = new LoadingManager(undefined, undefined, () => {
    failedImages += 1;
  });
  const nodeOf = new Map<Object3D, number>();
  const loader = new GLTFLoader(manager).register((parser) => rememberNodes(parser, nodeOf));
  let gltf: GLTF;
  try {
    gltf = await loader.parseAsync(file.bytes, LoaderUtils.extractUrlBase(url));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError(`${url} is damaged (${reason}). A glTF validator tells more.`, url, { cause });
  }
  if (failedImages > 0) {
    disposeScene(gltf.scene);
    throw new AssetError(`${url} holds ${failedImages} images that could not be decoded.`, url);
  }
  const accessor = async (index: number) =>
    (await gltf.parser.getDependency('accessor', index)) as BufferAttribute;
  return { url, scene: gltf.scene, json, nodeOf, accessor };
}

/** The name of a node in the file; `node_7` for one without. */
export function nodeName(glb: Glb, index: number): string {
  return glb.json.nodes?.[index]?.name || `node_${index}`;
}

/**
 * A loader plugin that only watches which object each node becomes. The loader renames objects (it strips dots and
 * numbers duplicates), and its own table of associations keeps only one scene of a file with several.
 */
function rememberNodes(parser: GLTFParser, nodeOf: Map<Object3D, number>): GLTFLoaderPlugin {
  const plugin = {
    name: 'three-crowd-nodes',
    async loadNode(index: number): Promise<Object3D> {
      const object = await parser.loadNode(index);
      nodeOf.set(object, index);
      return object;
    },
  };
  return plugin;
}
