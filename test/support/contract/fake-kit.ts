import { createHash } from 'node:crypto';
import { CLIP_NAMES, type Manifest } from 'three-crowd/protocol';
import { buildManifest, type KitIndex } from '../../../src/kit/index.js';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const json = (value: unknown): Uint8Array => text(JSON.stringify(value));

/** The real catalogue, since the sample crowds name its buckets. */
export const KIT_MANIFEST = buildManifest();

/** A kit in the layout of a real one whose files hold recognisable bytes instead of models. */
export function createFakeKit(manifest: Manifest = KIT_MANIFEST): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([
    ['skeleton.glb', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 251)],
    ['lod.glb', text('glTF lod')],
    ['rest-reference.glb', text('glTF rest')],
    ['manifest.json', json(manifest)],
    ['bone-texture.bin', new Uint8Array(48 * 64)],
    ['bone-texture.json', json({ version: 1, layout: 'affine3x4' })],
    ['clips/activities.glb', text('glTF activities')],
    ...CLIP_NAMES.map((name): [string, Uint8Array] => [`clips/${name}.glb`, text(`glTF clip ${name}`)]),
  ]);
  const listed = [...files].map(([name, bytes]) => {
    return [name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength }];
  });
  return files.set('kit.json', json({ version: 'fake-1', files: Object.fromEntries(listed) }));
}

/** A later kit, whose only bucket has another name. */
export function createNextKit(): Map<string, Uint8Array> {
  return createFakeKit({
    ...KIT_MANIFEST,
    version: 'next-1',
    scenes: {},
    buckets: [{ ...KIT_MANIFEST.buckets[0], id: 'newcomer', weight: 1 }],
  });
}

/** The version that a service makes of the fake kit: the SHA-256 of its list of hashes, shortened. */
export const KIT_VERSION = versionOf(createFakeKit());

function versionOf(kit: ReadonlyMap<string, Uint8Array>): string {
  const { files } = JSON.parse(new TextDecoder().decode(kit.get('kit.json'))) as KitIndex;
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${name} ${sha256}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex').slice(0, 16);
}
