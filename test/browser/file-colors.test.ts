/** Colours of people of files, beside three's own `material.color.set` on the same file. */
import type { Document, Node } from '@gltf-transform/core';
import { type BufferGeometry, Color, type Mesh, type MeshStandardMaterial } from 'three';
import { isCrowd } from 'three-crowd';
import { describe, test } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { expectAsThree, meshesOf } from '../support/browser/draw-as-three.js';
import { addAccessor } from '../support/edit-glb.js';
import { turnX, writeForeignFile } from '../support/foreign-file.js';

/** A picture of 2 × 2 pixels: red, green, blue and white. */
const CHECKS = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC',
);

type Paint = (document: Document, find: (name: string) => Node) => void;

const paintedBy =
  (...colors: [r: number, g: number, b: number][]): Paint =>
  (_, find) => {
    for (const [k, name] of ['body', 'legs'].entries()) {
      const [primitive] = find(name).getMesh()!.listPrimitives();
      primitive.getMaterial()!.setBaseColorFactor([...colors[k % colors.length], 1]);
    }
  };

const FILES: Readonly<Record<string, Paint>> = {
  'a white file': paintedBy([1, 1, 1]),
  'a file of one plain colour': paintedBy([0.6, 0.1, 0.1]),
  'a half transparent file of a texture and vertex colours': (document, find) => {
    const texture = document.createTexture('checks').setImage(CHECKS).setMimeType('image/png');
    for (const name of ['body', 'legs']) {
      const [primitive] = find(name).getMesh()!.listPrimitives();
      const places = Array.from({ length: 16 }, (_, k) => (k % 3) / 2);
      const colors = Uint8Array.from({ length: 32 }, (_, k) => (k % 4 < 3 ? (k * 37) % 256 : 255));
      primitive
        .setAttribute('TEXCOORD_0', addAccessor(document, 'VEC2', places))
        .setAttribute('COLOR_0', addAccessor(document, 'VEC4', colors).setNormalized(true));
      primitive
        .getMaterial()!
        .setBaseColorTexture(texture)
        .setBaseColorFactor([0.6, 0.4, 0.4, 0.5])
        .setAlphaMode('BLEND');
    }
  },
};

const fileOf = (paint: Paint) =>
  writeForeignFile(
    [
      { name: 'hips', at: [0, 0.9, 0] },
      { name: 'body', parent: 'hips', at: [0, 0.4, 0], box: [0.3, 0.4, 0.1] },
      { name: 'legs', parent: 'hips', at: [0, -0.4, 0], box: [0.2, 0.4, 0.1] },
    ],
    {
      'Armature|Walking|Layer': [
        { node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0)] },
      ],
    },
    paint,
  );

type Painted = Mesh<BufferGeometry, MeshStandardMaterial>;

describe.each(BACKENDS)('%s', (backend) => {
  describe.each(['instanced', 'clones'] as const)('%s', (mode) => {
    test.each(Object.entries(FILES))('%s takes a tint as its material does', async (_, paint) => {
      await expectAsThree(backend, await fileOf(paint), {
        mode,
        change: (_stage, character) => {
          if (isCrowd(character)) return character.setColors(0, { garment: '#2f5aa8' });
          for (const { material } of meshesOf<Painted>(character)) material.color.set('#2f5aa8');
        },
      });
    });

    test.each(Object.entries(FILES))('%s has its own colour until a page sets another', async (_, paint) => {
      await expectAsThree(backend, await fileOf(paint), {
        mode,
        change: (_stage, character) => {
          for (const { material } of meshesOf<Painted>(character)) material.color.add(new Color('#20d010'));
        },
      });
    });

    test('a tint takes the place of the colour that a page sets', async () => {
      await expectAsThree(backend, await fileOf(paintedBy([0.6, 0.1, 0.1])), {
        mode,
        change: (_stage, character) => {
          const isTinted = isCrowd(character);
          if (isTinted) character.setColors(0, { garment: '#2f5aa8' });
          for (const { material } of meshesOf<Painted>(character)) {
            material.color.set(isTinted ? '#d0d020' : '#2f5aa8');
          }
        },
      });
    });

    test('each colour tints the materials that are named for it', async () => {
      await expectAsThree(backend, await fileOf(paintedBy([0.6, 0.1, 0.1], [0.1, 0.5, 0.2])), {
        mode,
        options: { tints: { skin: ['body'], hair: ['le*'] } },
        change: (_stage, character) => {
          if (isCrowd(character)) {
            return character.setColors(0, { garment: '#ffff00', skin: '#2f5aa8', hair: '#d0d0d0' });
          }
          for (const { material } of meshesOf<Painted>(character)) {
            material.color.set(material.name === 'body' ? '#2f5aa8' : '#d0d0d0');
          }
        },
      });
    });

    test('colours of a file of several are as they are until a tint comes', async () => {
      const bytes = await fileOf(paintedBy([0.6, 0.1, 0.1], [0.1, 0.5, 0.2]));
      await expectAsThree(backend, bytes, { mode });
    });
  });
});
