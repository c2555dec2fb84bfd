import type { GltfJson } from './gltf-json.js';

/** VRM metadata of an avatar (https://github.com/vrm-c/vrm-specification). */
export interface VrmInfo {
  readonly version: '0.x' | '1.0';
  /** The avatar's name; undefined where the file has none. */
  readonly title: string | undefined;
  /** Mapped human bones, by VRM's names. */
  readonly humanBones: readonly string[];
  /** True if the avatar faces −Z, as in version 0; false for +Z. */
  readonly facesBack: boolean;
}

/** Fields of the extension `VRMC_vrm`. */
interface Vrm1 {
  readonly meta?: { readonly name?: string };
  readonly humanoid?: { readonly humanBones?: Readonly<Record<string, unknown>> };
}

/** Fields of the extension `VRM`. */
interface Vrm0 {
  readonly meta?: { readonly title?: string };
  readonly humanoid?: { readonly humanBones?: readonly { readonly bone?: string }[] };
}

/** Returns undefined if the file is not a VRM. */
export function readVrm({ extensions }: GltfJson): VrmInfo | undefined {
  const newer = extensions?.['VRMC_vrm'] as Vrm1 | undefined;
  if (newer) {
    const humanBones = Object.keys(newer.humanoid?.humanBones ?? {});
    return { version: '1.0', title: newer.meta?.name, humanBones, facesBack: false };
  }
  const older = extensions?.['VRM'] as Vrm0 | undefined;
  if (!older) return undefined;
  const humanBones = (older.humanoid?.humanBones ?? []).flatMap(({ bone }) => bone ?? []);
  return { version: '0.x', title: older.meta?.title, humanBones, facesBack: true };
}
