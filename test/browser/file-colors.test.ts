/** Colours of people of files, beside three's own `material.color.set` on the same file. */
import type { Document, Node } from '@gltf-transform/core';
import { type Mesh, MeshStandardMaterial } from 'three';
import { isCrowd } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { drawAsThree } from '../support/browser/draw-as-three.js';
import { turnX, writeForeignFile } from '../support/foreign-file.js';

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

describe.each(BACKENDS)('%s', (backend) => {
  describe.each(['instanced', 'clones'] as const)('%s', (mode) => {
    test.each(Object.entries(FILES))('%s takes a tint as its material does', async (_, paint) => {
      const { share, differing } = await drawAsThree(backend, await fileOf(paint), {
        mode,
        change: (_stage, character) => {
          if (isCrowd(character)) return character.setColors(0, { garment: '#2f5aa8' });
          character.traverse((object) => {
            const { material } = object as Mesh;
            if (material instanceof MeshStandardMaterial) material.color.set('#2f5aa8');
          });
        },
      });
      expect(share).toBeGreaterThan(0.02);
      expect(differing).toBeLessThan(0.002);
    });

    test('colours of a file of several are as they are until a tint comes', async () => {
      const bytes = await fileOf(paintedBy([0.6, 0.1, 0.1], [0.1, 0.5, 0.2]));
      const { share, differing } = await drawAsThree(backend, bytes, { mode });
      expect(share).toBeGreaterThan(0.02);
      expect(differing).toBeLessThan(0.002);
    });
  });
});
