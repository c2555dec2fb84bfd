import { type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { onTestFinished } from 'vitest';
import { type Character, type ClipName, completeRecipe } from '../../src/protocol/index.js';
import { type BoneTexture, encodeBoneTexture } from '../../src/rig/index.js';
import fourCharacters from '../fixtures/four-characters.json';
import { serveFiles } from './file-server.js';
import { plainRenderer } from './render/plain-renderer.js';

/** Files of a service by their fields in a response, and the parts that its characters wear. */
export interface ServedFiles {
  readonly skeleton: Uint8Array<ArrayBuffer>;
  /** All characters play the first one. */
  readonly clips: Partial<Record<ClipName, Uint8Array<ArrayBuffer>>>;
  readonly texture?: BoneTexture;
  readonly parts: readonly string[];
  /** Fields of the response. */
  readonly response?: Partial<CrowdResponse>;
  /** Fields of the character. */
  readonly character?: Partial<Character>;
}

/** A crowd of one character of a service, which is never drawn. */
export async function createServedCrowd(
  { skeleton, clips, texture, parts: [body_id, ...shared_parts], ...fields }: ServedFiles,
  options: Partial<Parameters<typeof createCrowd>[0]> = {},
): Promise<Crowd> {
  const names = Object.keys(clips) as ClipName[];
  const server = await serveFiles(
    new Map<string, Uint8Array>([
      ...['skeleton.glb', 'far.glb', 'base.glb'].map((file) => [file, skeleton] as const),
      ...names.map((name) => [`${name}.glb`, clips[name]!] as const),
      ...(texture
        ? ([
            ['bones.bin', new Uint8Array(encodeBoneTexture(texture))],
            ['bones.json', new TextEncoder().encode(JSON.stringify(texture.manifest))],
          ] as const)
        : []),
    ]),
  );
  onTestFinished(() => server.close());
  const response = {
    ...{ crowd_id: 'cr_Foreign1', name: 'Foreign', collection: 'tests', updated_at: '2026-11-22T00:00:00Z' },
    recipe: completeRecipe({ size: 1 }),
    characters: [
      {
        ...fourCharacters[0],
        ...{ body_id, face_id: '', hair_id: '', x: 0, z: 0, rot_y: 0, scale: 1, phase: 0 },
        ...{ anim_clip: names[0] === 'walk' ? 'walk' : 'idle', idle_variant: 0 },
        ...fields.character,
      },
    ],
    shared_parts,
    assets: {
      ...{ unit: 'm', unit_scale: 1, manifest_json: '' },
      ...{ skeleton_glb: 'skeleton.glb', lod_glb: 'far.glb', rest_reference_glb: 'base.glb' },
      ...(texture && { bone_tex_bin: 'bones.bin', bone_tex_manifest: 'bones.json' }),
      animations: Object.fromEntries(names.map((name) => [name, `${name}.glb`])),
    },
    ...fields.response,
  } as unknown as CrowdResponse;
  const crowd = await createCrowd({
    ...{ response, baseUrl: server.url, renderer: plainRenderer(), motion: false, strict: true },
    ...options,
  } as Parameters<typeof createCrowd>[0]);
  onTestFinished(() => crowd.dispose());
  return crowd;
}
