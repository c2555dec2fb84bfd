import type { Character } from '../../../src/protocol/index.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { boundClips } from '../../../src/render/poses/clip-bounds.js';
import { CpuPose } from '../../../src/render/poses/cpu-pose.js';
import type { PoseQueriesOptions } from '../../../src/render/poses/pose-queries.js';
import { deriveLocalPoses } from '../../../src/rig/index.js';
import type { Figure } from '../browser/figure.js';

const PARTS = ['body_a', 'body_b', 'face_a', 'hair_a', 'hands'];

/** A crowd of figures as the CPU poses it, each playing its own clip. */
export function figureOptions({ assets }: Figure, characters: readonly Character[]): PoseQueriesOptions {
  const { skeleton, skin } = assets;
  const boneTexture = boundClips(assets.boneTexture, assets.parts);
  const clips = boneTexture.manifest.clipInfo;
  const table = new CharacterTable(characters.length);
  characters.forEach((character, i) => {
    const clip = character.anim_clip === 'walk' ? 1 : 0;
    table.setTransform(i, character.x, 0, character.z, character.rot_y, character.scale);
    table.setPlayback(i, { clip, start: -character.phase * clips[clip].duration, speed: 1 });
    table.setParts(i, PARTS.indexOf(character.body_id), 2, 3);
    table.setHidden(i, false);
  });
  return {
    table,
    clips,
    boneTexture,
    skin,
    localPoses: () => deriveLocalPoses(assets.boneTexture, skeleton, skin),
    parts: assets.parts,
    partRegistry: {
      part: (number) => ({ part: assets.parts.get(PARTS[number])!, tint: 'skin' }),
      shared: [4],
    },
    rig: assets,
  };
}

/** Names of all parts that a character shows. */
export function wornParts({ body_id, face_id, hair_id }: Character): string[] {
  return [body_id, face_id, hair_id, 'hands'];
}

/** Characters as the table has them, rounded to the precision of a row, which matters for grazing rays. */
export function rounded(characters: readonly Character[], table: CharacterTable): Character[] {
  return characters.map((character, i) => ({
    ...character,
    x: table.x(i),
    z: table.z(i),
    rot_y: table.heading(i),
    scale: table.scale(i),
  }));
}

export function cpuPose(options: PoseQueriesOptions): CpuPose {
  return new CpuPose({ ...options, localPoses: options.localPoses() });
}
