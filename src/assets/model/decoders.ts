import { AssetError, UnsupportedError } from '../../errors/index.js';
import { type GltfJson, loadMeshoptDecoder } from '../../gltf/index.js';

// Own types, since the declarations may not name three-stdlib: it is part of the build, and nobody has it installed.

/** A `DRACOLoader`, of three's or of three-stdlib's. */
interface DracoLoader {
  setDecoderPath(path: string): unknown;
  preload(): unknown;
}

/** A `KTX2Loader`, of three's or of three-stdlib's. */
interface Ktx2Loader {
  setTranscoderPath(path: string): unknown;
  detectSupport(renderer: never): unknown;
}

/** The part of a `GLTFLoader` that takes decoders. */
interface DecodingLoader {
  setDRACOLoader(loader: DracoLoader): unknown;
  setKTX2Loader(loader: Ktx2Loader): unknown;
  setMeshoptDecoder(decoder: never): unknown;
}

/**
 * Decoders for compressed files. The decoder of meshopt comes with the package, and is loaded if a file needs it.
 */
export interface DecoderOptions {
  /**
   * Address of the folder with three's Draco decoder (`examples/jsm/libs/draco/gltf/`), or a `DRACOLoader` of three's with
   * that path (`setDecoderPath`). The decoder is fetched when a file needs it.
   * @default none: files compressed with Draco are refused
   */
  readonly draco?: string | DracoLoader | undefined;
  /**
   * Address of the folder with three's transcoder of KTX2 textures (`examples/jsm/libs/basis/`), or a `KTX2Loader` of
   * three's after `setTranscoderPath` and `detectSupport`. The transcoder is fetched when a file needs it.
   * @default none: files with KTX2 textures are refused
   */
  readonly ktx2?: string | Ktx2Loader | undefined;
  /**
   * The renderer that will show the textures, or the promise of one, for `ktx2` as an address.
   * @default the crowd's, where this is an option of a crowd
   */
  readonly renderer?: object | undefined;
}

const DRACO = 'KHR_draco_mesh_compression';
const KTX2 = 'KHR_texture_basisu';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/**
 * Gives a loader the decoders that a file asks for, and no others.
 *
 * @throws {AssetError} where the file cannot be shown without a decoder that is not there
 * @throws {UnsupportedError} in the classic script, for the address of a decoder
 */
export async function addDecoders(
  loader: DecodingLoader,
  { extensionsUsed = [], extensionsRequired = [] }: GltfJson,
  url: string,
  { draco, ktx2, renderer }: DecoderOptions,
): Promise<void> {
  const lacks = (extension: string, option: string): void => {
    if (!extensionsRequired.includes(extension)) return;
    throw new AssetError(
      `${url} needs ${extension}, for which there is no decoder. Give the address of three's as decoders.${option}, or write the file without it.`,
      url,
    );
  };
  const asked = [...extensionsUsed, ...extensionsRequired];
  if (asked.some((extension) => MESHOPT.includes(extension))) {
    loader.setMeshoptDecoder((await loadMeshoptDecoder()) as never);
  }
  if (asked.includes(DRACO)) {
    if (draco) loader.setDRACOLoader(typeof draco === 'string' ? await dracoLoaderAt(draco) : draco);
    else lacks(DRACO, 'draco');
  }
  if (asked.includes(KTX2)) {
    if (typeof ktx2 === 'string' && !renderer) {
      throw new AssetError(
        `${url} has KTX2 textures, whose decoder needs to know the renderer. Give it as decoders.renderer.`,
        url,
      );
    }
    if (ktx2)
      loader.setKTX2Loader(typeof ktx2 === 'string' ? await ktx2LoaderAt(ktx2, await renderer!) : ktx2);
    else lacks(KTX2, 'ktx2');
  }
}

/** One of each address for all files of the page, since each keeps workers that hold a compiled decoder. */
const dracoLoaders = new Map<string, Promise<DracoLoader>>();
const ktx2Loaders = new WeakMap<object, Map<string, Promise<Ktx2Loader>>>();

function dracoLoaderAt(path: string): Promise<DracoLoader> {
  return dracoLoaders.get(path) ?? keepUnlessRejected(dracoLoaders, path, createDracoLoader(path));
}

async function createDracoLoader(path: string): Promise<DracoLoader> {
  // The build leaves it out of the classic script: that is one file, and cannot load another by address.
  const { DRACOLoader } = import.meta.url
    ? await import('three/addons/loaders/DRACOLoader.js')
    : refuseInScript('draco');
  // The glTF loader of three-stdlib calls what three's own offers under the same names.
  return new DRACOLoader().setDecoderPath(withSlash(path));
}

function ktx2LoaderAt(path: string, renderer: object): Promise<Ktx2Loader> {
  const ofRenderer = ktx2Loaders.get(renderer) ?? new Map<string, Promise<Ktx2Loader>>();
  ktx2Loaders.set(renderer, ofRenderer);
  return ofRenderer.get(path) ?? keepUnlessRejected(ofRenderer, path, createKtx2Loader(path, renderer));
}

/** Removes a promise that rejects, so that the next file tries again. */
function keepUnlessRejected<T>(kept: Map<string, Promise<T>>, path: string, created: Promise<T>): Promise<T> {
  kept.set(path, created);
  created.catch(() => kept.delete(path));
  return created;
}

async function createKtx2Loader(path: string, renderer: object): Promise<Ktx2Loader> {
  const { KTX2Loader } = import.meta.url
    ? await import('three/addons/loaders/KTX2Loader.js')
    : refuseInScript('ktx2');
  // WebGPU knows its formats only then; WebGLRenderer has no such method.
  await (renderer as { init?(): Promise<unknown> }).init?.();
  return new KTX2Loader().setTranscoderPath(withSlash(path)).detectSupport(renderer as never);
}

function refuseInScript(option: string): never {
  throw new UnsupportedError(
    `decoders.${option} as an address is not part of the classic script. Use the module script, or hand over a loader of three's.`,
  );
}

/** A folder's address, however it was written. */
function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
