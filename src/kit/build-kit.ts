import {
  bakeBoneTexture,
  type Clip,
  encodeBoneTexture,
  type RetargetConvention,
  retargetClip,
  type SkinnedVertices,
} from '../rig/index.js';
import { writeBaseMesh } from './base-mesh/mannequin.js';
import { buildCharacterParts } from './build-parts.js';
import { type KitWeave, type SkinnedPart, writeClipsGlb, writeSkinnedGlb } from './gltf/write-glb.js';
import { ACTIVITIES_FILE, buildManifest, KIT_VERSION } from './manifest.js';
import { FULL_SCALE, type PackedMesh } from './mesh/pack.js';
import { authorClips } from './motion/author-clips.js';
import { ACTIVITIES, MOTIONS } from './motion/clips/index.js';
import { baseSkeleton } from './skeleton/base-skeleton.js';
import { kitSkeleton, kitSkin } from './skeleton/kit-skeleton.js';

const CLOTH_ROUGHNESS = 0.82;
const EYE_ROUGHNESS = 0.45;

/** Roundels, lozenges and flowers, or plain. */
const SILK: KitWeave = { size: 7, patterns: [0, 1, 2, 3] };
/** Stripes and checks, or plain. */
const HEMP: KitWeave = { size: 6, patterns: [0, 4, 0, 5] };
const WEAVES: Readonly<Record<string, KitWeave>> = {
  body_official: SILK,
  body_scholar: SILK,
  body_merchant: SILK,
  body_court_lady: SILK,
  body_farmer: HEMP,
  body_townswoman: { size: 6, patterns: [3, 4, 0, 2] },
};

/** Writes all parts on one skeleton as a GLB: `skeleton_glb` from the near parts, `lod_glb` from the far ones. */
export function writeSkeletonGlb(parts: ReadonlyMap<string, PackedMesh>): Promise<Uint8Array> {
  const skinned = [...parts].map(
    ([name, mesh]): SkinnedPart => ({
      name,
      mesh,
      roughness: name === 'shared_eyes' ? EYE_ROUGHNESS : CLOTH_ROUGHNESS,
      hasTintMask: true,
      weave: WEAVES[name],
    }),
  );
  return writeSkinnedGlb(kitSkeleton(), kitSkin(), skinned);
}

/** Contents of `kit.json`. */
export interface KitIndex {
  /** {@link KIT_VERSION}. */
  readonly version: string;
  /** All other files by name, with size and SHA-256 in hex. */
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}

/** Options of {@link buildKit} and {@link writeKit}. */
export interface BuildKitOptions {
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Progress after each step, as measured. Ambient occlusion of the near parts takes the most time. */
const NEAR_PARTS = 0.55;
const FAR_PARTS = 0.6;

/** Retargeting convention that the clips are authored for. */
const RETARGET: RetargetConvention = 'pose-matched';

/**
 * Builds the sample kit in memory: the master GLB and its far version, the base mesh and its clips, the manifest, the
 * baked bone texture, and `kit.json`. Takes several seconds. The output is byte-identical on every run.
 *
 * @returns the contents of each file by its name
 * @example
 * const files = await buildKit();
 * const manifest = parseManifest(JSON.parse(new TextDecoder().decode(files.get('manifest.json'))));
 */
export async function buildKit(options: BuildKitOptions = {}): Promise<Map<string, Uint8Array>> {
  const report = (from: number, to: number) => (fraction: number) =>
    options.onProgress?.(from + (to - from) * fraction);
  // Meshes and clips.
  const near = await buildCharacterParts({ onProgress: report(0, NEAR_PARTS) });
  const far = await buildCharacterParts({ far: true, onProgress: report(NEAR_PARTS, FAR_PARTS) });
  const clips = authorClips(MOTIONS);
  const activities = authorClips(ACTIVITIES);
  // Files.
  const files = new Map<string, Uint8Array>();
  files.set('skeleton.glb', await writeSkeletonGlb(near));
  files.set('lod.glb', await writeSkeletonGlb(far));
  files.set('rest-reference.glb', await writeBaseMesh());
  for (const clip of clips) {
    files.set(`clips/${clip.name}.glb`, await writeClipsGlb([clip], baseSkeleton()));
  }
  files.set(ACTIVITIES_FILE, await writeClipsGlb(activities, baseSkeleton()));
  files.set('manifest.json', json(buildManifest()));
  for (const [name, bytes] of bake([...clips, ...activities], near, report(FAR_PARTS, 1)))
    files.set(name, bytes);
  files.set('kit.json', json(await indexFiles(files)));
  return files;
}

/** Retargets the clips to the characters and bakes them. Bounds are measured on the near parts. */
function bake(
  clips: readonly Clip[],
  parts: ReadonlyMap<string, PackedMesh>,
  onProgress: (fraction: number) => void,
): [name: string, bytes: Uint8Array][] {
  const base = baseSkeleton();
  const skeleton = kitSkeleton();
  const retargeted = clips.map((clip) => retargetClip(clip, base, skeleton, { convention: RETARGET }).clip);
  const vertices = [...parts.values()].map(skinnedVertices);
  const texture = bakeBoneTexture(skeleton, kitSkin(), retargeted, { vertices, onProgress });
  return [
    ['bone-texture.bin', new Uint8Array(encodeBoneTexture(texture))],
    ['bone-texture.json', json({ ...texture.manifest, retarget: RETARGET })],
  ];
}

async function indexFiles(files: ReadonlyMap<string, Uint8Array>): Promise<KitIndex> {
  const listed: [name: string, { sha256: string; bytes: number }][] = [];
  for (const [name, bytes] of files)
    listed.push([name, { sha256: await sha256(bytes), bytes: bytes.length }]);
  return { version: KIT_VERSION, files: Object.fromEntries(listed) };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

/** Converts a packed part to the vertex format of the rig. */
export function skinnedVertices({ positions, joints, weights }: PackedMesh): SkinnedVertices {
  return {
    positions,
    joints: Uint16Array.from(joints),
    weights: Float32Array.from(weights, (weight) => weight / FULL_SCALE),
  };
}
