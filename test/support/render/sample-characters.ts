import { BufferGeometry, Float32BufferAttribute, MeshBasicMaterial, SkinnedMesh } from 'three';
import type { BoneTextureManifest, Character, ClipInfo } from '../../../src/protocol/index.js';
import { Characters } from '../../../src/render/characters/characters.js';
import { ClipRegistry } from '../../../src/render/characters/clip-registry.js';
import type { Part } from '../../../src/render/characters/part.js';
import { PartRegistry } from '../../../src/render/characters/part-registry.js';
import { resolveCharacter } from '../../../src/render/characters/resolve-character.js';

export const CLIPS: readonly ClipInfo[] = [
  clip('idle', 0, 60, true),
  clip('idle_tired', 60, 90, true),
  clip('walk', 150, 30, true),
  clip('jog', 180, 20, true),
  clip('walk_stop', 200, 31, false),
];

export const MANIFEST: BoneTextureManifest = {
  version: 1,
  layout: 'affine3x4',
  texWidth: 3,
  texHeight: 231,
  nBones: 1,
  bakeFps: 30,
  boneNames: ['Hips'],
  clipInfo: [...CLIPS],
  walkClip: 2,
};

const PART_NAMES = ['robe_1', 'robe_2', 'robe_3', 'face_1', 'hair_1', 'hat_1', 'hands'] as const;

/** Parts of one, two, three … triangles. */
export function sampleParts(names: readonly string[] = PART_NAMES): Map<string, Part> {
  return new Map(
    names.map((name, k) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array((k + 1) * 9), 3));
      const material = new MeshBasicMaterial();
      const mesh = new SkinnedMesh(geometry, material);
      return [name, { name, geometry, material, mesh, tintMask: false }];
    }),
  );
}

export function sampleCharacter(index: number, over: Partial<Character> = {}): Character {
  return {
    index,
    bucket: 'test',
    body_id: 'robe_1',
    face_id: 'face_1',
    hair_id: 'hair_1',
    x: index,
    z: -index,
    rot_y: 0.5,
    scale: 1,
    phase: 0.25,
    anim_clip: 'walk',
    idle_variant: 0,
    garment_hsl: [0.6, 0.5, 0.4],
    skin_hex: '#e0b08a',
    hair_hex: '#2a2018',
    ...over,
  };
}

export function sampleCharacters(
  count: number,
  over: (index: number) => Partial<Character> = () => ({}),
): Characters {
  const clips = new ClipRegistry(MANIFEST);
  const characters = new Characters(count, new PartRegistry(sampleParts(), ['hands']), clips, (added) =>
    added.map((character) => resolveCharacter(character, clips, { ground: (x) => x / 10 })),
  );
  characters.add(
    Array.from({ length: count }, (_, index) => sampleCharacter(index, over(index))),
    0,
  );
  return characters;
}

function clip(name: string, startFrame: number, frameCount: number, loop: boolean): ClipInfo {
  return { name, startFrame, frameCount, duration: frameCount / 30, loop, speed: 0 };
}
