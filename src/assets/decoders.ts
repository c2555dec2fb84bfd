import type { GLTFLoader } from 'three-stdlib';
import { AssetError } from '../errors/index.js';
import { type GltfJson, loadMeshoptDecoder } from '../gltf/index.js';

type DracoLoader = Parameters<GLTFLoader['setDRACOLoader']>[0];
type Ktx2Loader = Parameters<GLTFLoader['setKTX2Loader']>[0];

/**
 * What decodes compressed files. Files compressed with meshopt need nothing: their decoder comes with the package, and is
 * loaded when a file asks for it.
 */
export interface DecoderOptions {
  /**
   * A `DRACOLoader` of three's, or the address of the folder with its decoder (`three/examples/jsm/libs/draco/gltf/`).
   * @default none: files compressed with Draco are refused
   */
  readonly draco?: DracoLoader | string | undefined;
  /**
   * A `KTX2Loader` of three's that has been told the renderer (`detectSupport`).
   * @default none: files with KTX2 textures are refused
   */
  readonly ktx2?: Ktx2Loader | undefined;
}

const DRACO = 'KHR_draco_mesh_compression';
const KTX2 = 'KHR_texture_basisu';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/**
 * Gives a loader the decoders that a file asks for, and no others.
 *
 * @throws {AssetError} where the file cannot be shown without a decoder that is not there
 */
export async function addDecoders(
  loader: GLTFLoader,
  { extensionsUsed = [], extensionsRequired = [] }: GltfJson,
  url: string,
  { draco, ktx2 }: DecoderOptions,
): Promise<void> {
  const lacks = (extension: string, option: string): void => {
    if (!extensionsRequired.includes(extension)) return;
    throw new AssetError(
      `${url} needs ${extension}, for which there is no decoder. Hand one over as decoders.${option}, or write the file without it.`,
      url,
    );
  };
  const asked = [...extensionsUsed, ...extensionsRequired];
  if (asked.some((extension) => MESHOPT.includes(extension))) {
    loader.setMeshoptDecoder((await loadMeshoptDecoder()) as never);
  }
  if (asked.includes(DRACO)) {
    if (draco) loader.setDRACOLoader(typeof draco === 'string' ? await createDracoLoader(draco) : draco);
    else lacks(DRACO, 'draco');
  }
  if (asked.includes(KTX2)) {
    if (ktx2) loader.setKTX2Loader(ktx2);
    else lacks(KTX2, 'ktx2');
  }
}

async function createDracoLoader(folder: string): Promise<DracoLoader> {
  const { DRACOLoader } = await import('three/addons/loaders/DRACOLoader.js');
  return new DRACOLoader().setDecoderPath(folder) as unknown as DracoLoader;
}
