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

/** Paints everything, which no tint or pose does. three tells hooks apart by their text. */
const paintRed: Hook = (shader) => {
  shader.fragmentShader = shader.fragmentShader.replace(
    PAINTED,
    `${PAINTED}\ngl_FragColor.rgb = vec3( 0.8, 0.1, 0.1 );`,
  );
};
const paintBlue: Hook = (shader) => {
  shader.fragmentShader = shader.fragmentShader.replace(
    PAINTED,
    `${PAINTED}\ngl_FragColor.rgb = vec3( 0.1, 0.1, 0.8 );`,
  );
};
const PAINTED = '#include <opaque_fragment>';

const CHANGES: Readonly<Record<string, (material: Material) => void>> = {
  'is set': (material) => {
    material.onBeforeCompile = paintRed;
  },
  'is set around the one that was there': (material) => {
    const before = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      before(shader, renderer);
      paintBlue(shader, renderer);
    };
  },
  'is set and taken away': (material) => {
    material.onBeforeCompile = paintRed;
    delete (material as Partial<Material>).onBeforeCompile;
  },
  'is replaced': (material) => {
    material.onBeforeCompile = paintRed;
    material.onBeforeCompile = paintBlue;
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
