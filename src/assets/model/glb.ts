import {
  type BufferAttribute,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  LoaderUtils,
  LoadingManager,
  type Mesh,
  type Object3D,
} from 'three';
import { type GLTF, GLTFLoader, type GLTFLoaderPlugin, type GLTFParser } from 'three-stdlib';
import { AssetError } from '../../errors/index.js';
import {
  type GltfFile,
  type GltfJson,
  lowerNodes,
  readGltfText,
  type Semantic,
  splitGlb,
} from '../../gltf/index.js';
import type { AssetLoader } from '../fetch/asset-cache.js';
import { describeContent, type Fetched, type FetchOptions, fetchBytes } from '../fetch/fetch-bytes.js';
import { addDecoders, type DecoderOptions } from './decoders.js';
import { disposeScene } from './dispose-scene.js';
import { correctTextureTransforms } from './texture-transforms.js';

/** A GLB file as three has loaded it, and as the reader of `src/gltf` asks for its numbers. */
export interface Glb {
  readonly url: string;
  /** The file's default scene. */
  readonly scene: Object3D;
  readonly file: GltfFile;
  /** The object that each of the file's nodes became. */
  readonly objects: Map<number, Object3D>;
}

/** The file at an absolute address, fetched and parsed once for all who hold it. */
export function glbLoader(url: string, options: GlbOptions): AssetLoader<Glb> {
  return {
    key: `glb ${url}`,
    load: async (context) => parseGlb(await fetchBytes(url, { ...options, ...context }), options.decoders),
    free: (glb) => disposeScene(glb.scene),
  };
}

/** Options of fetching and decoding files. */
export interface GlbOptions extends Pick<FetchOptions, 'fetch' | 'timeout' | 'retry'> {
  readonly decoders?: DecoderOptions | undefined;
}

/**
 * Of a GLB, or of a glTF file that is text, whose other files are fetched from beside it.
 *
 * @throws {AssetError} where the file is neither, is cut off or damaged, needs a decoder that is not there, or holds images
 * that cannot be decoded
 */
export async function parseGlb(fetched: Fetched, decoders: DecoderOptions = {}): Promise<Glb> {
  const { url } = fetched;
  const bytes = new Uint8Array(fetched.bytes);
  const json = readGltfText(bytes) ?? splitGlb(bytes, url, () => describeContent(fetched)).json;
  let failedImages = 0;
  const manager = new LoadingManager(undefined, undefined, () => {
    failedImages += 1;
  });
  const objects = new Map<number, Object3D>();
  const loader = new GLTFLoader(manager).register((parser) => rememberNodes(parser, objects));
  await addDecoders(loader, json, url, decoders);
  let gltf: GLTF;
  try {
    gltf = await loader.parseAsync(fetched.bytes, LoaderUtils.extractUrlBase(url));
    // Lower levels of detail are in no scene.
    for (const node of lowerNodes(json)) await gltf.parser.getDependency('node', node);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError(`${url} is damaged (${reason}). A glTF validator tells more.`, url, { cause });
  }
  if (failedImages > 0) {
    disposeScene(gltf.scene);
    throw new AssetError(`${url} holds ${failedImages} images that could not be decoded.`, url);
  }
  correctTextureTransforms(gltf.scene);
  return { url, scene: gltf.scene, file: toGltfFile(gltf, url), objects };
}

/** The loader's numbers, decoded however the file needed it. */
function toGltfFile({ parser }: GLTF, url: string): GltfFile {
  const json = parser.json as GltfJson;
  const attributeNames: Record<Semantic, string> = {
    POSITION: 'position',
    JOINTS_0: 'skinIndex',
    WEIGHTS_0: 'skinWeight',
  };
  return {
    url,
    json,
    readAccessor: async (index) =>
      toNumbers((await parser.getDependency('accessor', index)) as BufferAttribute),
    readAttribute: async (mesh, primitive, semantic) => {
      // Draco's numbers are in no accessor, but in the geometry.
      const object = (await parser.getDependency('mesh', mesh)) as Object3D;
      const attribute = primitiveGeometry(object, primitive)?.attributes[attributeNames[semantic]];
      return attribute && toNumbers(attribute);
    },
    readMorphTarget: async (mesh, primitive, target) => {
      const object = (await parser.getDependency('mesh', mesh)) as Object3D;
      const offsets = primitiveGeometry(object, primitive)?.morphAttributes.position?.[target];
      return offsets && toNumbers(offsets);
    },
  };
}

/** The geometry of a primitive: of the mesh itself, or of a child of the group that several make up. */
function primitiveGeometry(object: Object3D, primitive: number): BufferGeometry | undefined {
  const mesh = (object as Partial<Mesh>).isMesh ? object : object.children[primitive];
  return (mesh as Mesh | undefined)?.geometry;
}

export function toNumbers(attribute: BufferAttribute | InterleavedBufferAttribute): Float32Array {
  const { count, itemSize, normalized } = attribute;
  const isPlain = !('isInterleavedBufferAttribute' in attribute) && !normalized;
  if (isPlain && attribute.array instanceof Float32Array) return attribute.array;
  const numbers = new Float32Array(count * itemSize);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = attribute.getComponent(Math.floor(i / itemSize), i % itemSize);
  }
  return numbers;
}

/**
 * A loader plugin that only watches which object each node becomes: the loader's own table of associations keeps only
 * one scene of a file with several.
 */
function rememberNodes(parser: GLTFParser, objects: Map<number, Object3D>): GLTFLoaderPlugin {
  const plugin = {
    name: 'three-crowd-nodes',
    async loadNode(index: number): Promise<Object3D> {
      const object = await parser.loadNode(index);
      objects.set(index, object);
      return object;
    },
  };
  return plugin;
}
