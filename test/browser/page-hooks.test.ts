/** Hooks that a page sets on the materials of every mesh of a scene, on those of a crowd as on those of three's own people. */
import type { Material, Mesh, Object3D } from 'three';
import { expect, test } from 'vitest';
import { characterFile } from '../support/browser/character-file.js';
import { drawAsThree } from '../support/browser/draw-as-three.js';

type Hook = Material['onBeforeCompile'];

function materialsOf(root: Object3D): Material[] {
  const materials: Material[] = [];
  root.traverse((object) => {
    if ('isMesh' in object) materials.push(...[(object as Mesh).material].flat());
  });
  expect(materials.length).toBeGreaterThan(0);
  return materials;
}

/** Paints everything, which no tint or pose does. */
const paint =
  (rgb: string): Hook =>
  (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `#include <opaque_fragment>\ngl_FragColor.rgb = vec3( ${rgb} );`,
    );
  };

const CHANGES: Readonly<Record<string, (material: Material) => void>> = {
  'is set': (material) => {
    material.onBeforeCompile = paint('0.8, 0.1, 0.1');
  },
  'is set around the one that was there': (material) => {
    const before = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      before(shader, renderer);
      paint('0.1, 0.8, 0.1')(shader, renderer);
    };
  },
  'is set and taken away': (material) => {
    material.onBeforeCompile = paint('0.8, 0.1, 0.1');
    delete (material as Partial<Material>).onBeforeCompile;
  },
  'is replaced': (material) => {
    material.onBeforeCompile = paint('0.8, 0.1, 0.1');
    material.onBeforeCompile = paint('0.1, 0.1, 0.8');
  },
};

for (const mode of ['instanced', 'clones'] as const) {
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`a hook that ${name} draws people as three does (${mode})`, async () => {
      const { share, differing } = await drawAsThree('webgl', await characterFile(), {
        mode,
        change: (_, character) => {
          if (character.children.length > 0) materialsOf(character).forEach(change);
        },
      });
      expect(share).toBeGreaterThan(0.02);
      expect(differing).toBeLessThan(0.002);
    });
  }
}
