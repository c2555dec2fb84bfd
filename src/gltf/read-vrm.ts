import type { GltfJson } from './gltf-json.js';

/** What a VRM says of its avatar beyond glTF (https://github.com/vrm-c/vrm-specification). */
export interface VrmInfo {
  readonly version: '0.x' | '1.0';
  /** The avatar's name; undefined where the file has none. */
  readonly title: string | undefined;
  /** The bones of the human body that are told, by VRM's names for them. */
  readonly humanBones: readonly string[];
  /** Whether the avatar looks along −Z, as those of version 0 do, or along +Z. */
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

/** Undefined for a file that is no VRM. */
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
