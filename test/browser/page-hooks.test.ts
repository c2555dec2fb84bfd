/** Hooks that a page sets on the materials of every mesh of a scene, on those of a crowd as on those of three's own people. */
import {
  type BufferGeometry,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  type MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  RGBADepthPacking,
  type Scene,
} from 'three';
import { createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { addressOf, characterFile } from '../support/browser/character-file.js';
import { expectAsThree, meshesOf, type ThreeSetting } from '../support/browser/draw-as-three.js';
import { figureCharacters } from '../support/browser/figure.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { turnX, writeForeignFile } from '../support/foreign-file.js';
import { testInTurn } from '../support/in-turn.js';

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
      await expectAsThree('webgl', await characterFile(), {
        mode,
        change: (_, character) => {
          if (character.children.length > 0) materialsOf(character).forEach(change);
        },
      });
    });
  }
}

const flat = (): MeshBasicMaterial => new MeshBasicMaterial({ color: '#c04020' });
/** Gives a mesh a flat material, with the node that WebGPURenderer poses an instance by. */
function makeFlat(mesh: Mesh): void {
  const { positionNode } = mesh.material as { positionNode?: object };
  mesh.material = Object.assign(flat(), positionNode && { positionNode });
}
const MODES = ['instanced', 'clones'] as const;
const KINDS = BACKENDS.flatMap((backend) => MODES.map((mode) => [backend, mode] as const));

testInTurn(KINDS, [0, 4])('hooks that a page sets on a mesh are called (%s, %s)', async (backend, mode) => {
  const calls: string[] = [];
  await expectAsThree(backend, await characterFile(), {
    mode,
    change: ({ scene }, character) => {
      if (character.children.length === 0) return;
      // Instances are posed in it by the crowd's own hooks.
      scene.overrideMaterial = flat();
      const kind = character.parent === scene && 'stats' in character ? 'crowd' : 'three';
      for (const mesh of meshesOf(character)) {
        for (const name of ['onBeforeRender', 'onAfterRender', 'onBeforeShadow', 'onAfterShadow'] as const) {
          const before = mesh[name] as (...values: unknown[]) => void;
          mesh[name] = (...values: unknown[]) => {
            // As on other meshes, pages need not call what they found.
            if (name.includes('After')) before(...values);
            calls.push(`${kind} ${name}`);
          };
        }
      }
    },
  });
  const ofThree = new Set(calls.filter((call) => call.startsWith('three')));
  expect(ofThree.size).toBeGreaterThanOrEqual(2);
  for (const call of ofThree) expect(calls).toContain(call.replace('three', 'crowd'));
});

const BODY = 'body';
/** A body and legs that shine otherwise, so that each has a draw. */
const twoSurfaces = () =>
  writeForeignFile(
    [
      { name: 'hips', at: [0, 0.9, 0] },
      { name: BODY, parent: 'hips', at: [0, 0.4, 0], box: [0.3, 0.4, 0.1] },
      { name: 'legs', parent: 'hips', at: [0, -0.4, 0], box: [0.2, 0.4, 0.1] },
    ],
    {
      'Armature|Walking|Layer': [
        { node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0.6)] },
      ],
    },
    (_, find) => {
      find('legs').getMesh()!.listPrimitives()[0].getMaterial()!.setRoughnessFactor(0.2);
    },
  );

type Surface = Mesh<BufferGeometry, MeshStandardMaterial>;
const SETTINGS: Readonly<Record<string, (mesh: Surface) => void>> = {
  'a body that is hidden beside legs that glow': (mesh) => {
    mesh.visible = mesh.name !== BODY;
    mesh.material.emissive.set('#203040');
  },
  'a body on another layer': ({ name, layers }) => {
    if (name === BODY) layers.set(1);
  },
  'lines through which the other side is seen': ({ material }) => {
    Object.assign(material, { wireframe: true, transparent: true, opacity: 0.4, needsUpdate: true });
  },
};

testInTurn(
  Object.keys(SETTINGS).flatMap((name) => KINDS.map((kind) => [name, ...kind] as const)),
  [0, 9],
)('%s: as three draws it (%s, %s)', async (name, backend, mode) => {
  let changed = 0;
  await expectAsThree(backend, await twoSurfaces(), {
    covers: 0.01,
    mode,
    change: (_, character) => {
      for (const mesh of meshesOf<Surface>(character)) {
        SETTINGS[name](mesh);
        changed += 1;
      }
    },
  });
  expect(changed).toBe(4);
});

testInTurn(KINDS, [2, 5])(
  'a material that a page sets on a mesh is posed (%s, %s)',
  async (backend, mode) => {
    await expectAsThree(backend, await characterFile(), {
      mode,
      change: (_, character) => {
        meshesOf(character).forEach(makeFlat);
      },
    });
  },
);

/** What makes a crowd draw anew. In the end it looks as before. */
const CAUSES: Readonly<Record<string, NonNullable<ThreeSetting['afterwards']>>> = {
  'a first opacity': (crowd) => {
    crowd.setOpacity(0, 0.5);
    crowd.update(0);
    crowd.setOpacity(0, 1);
  },
  'more characters than it had room for': (crowd) => {
    const { body, face, hair } = crowd.get(0).parts;
    const far = { ...figureCharacters(1, 1)[0], body_id: body, face_id: face, hair_id: hair, z: 900 };
    crowd.addCharacters(Array.from({ length: 99 }, () => far));
  },
  'a renderer that is set': (crowd, renderer) => crowd.setRenderer(renderer),
};

testInTurn(
  Object.keys(CAUSES).flatMap((cause) => KINDS.map((kind) => [cause, ...kind] as const)),
  [0, 8, 14],
)('what a page set stays after %s, also what it remembers (%s, %s)', async (cause, backend, mode) => {
  const calls = new Set<string>();
  const remembered: MeshStandardMaterial[] = [];
  const glow = (material: MeshStandardMaterial) => material.emissive.set('#a06020');
  await expectAsThree(backend, await twoSurfaces(), {
    covers: 0.01,
    mode,
    change: (_, character) => {
      for (const mesh of meshesOf<Surface>(character)) {
        mesh.onBeforeRender = () => calls.add(mesh.name);
        if (mesh.name !== BODY) {
          if ('stats' in character) remembered.push(mesh.material);
          else glow(mesh.material);
        } else if (backend === 'webgl') mesh.material.onBeforeCompile = paintRed;
        else makeFlat(mesh);
      }
    },
    afterwards: async (crowd, renderer) => {
      await CAUSES[cause](crowd, renderer);
      calls.clear();
      remembered.forEach(glow);
    },
  });
  expect(remembered).toHaveLength(1);
  expect([...calls].sort()).toEqual([BODY, 'legs']);
});

testInTurn(
  BACKENDS.map((backend) => [backend, backend === 'webgl' ? 'webgpu' : 'webgl'] as const),
  [0, 2],
)(
  'meshes and materials of a page stay where another kind of renderer draws (%s, %s)',
  async (backend, other) => {
    const calls: string[] = [];
    await expectAsThree(backend, await twoSurfaces(), {
      covers: 0.005,
      change: (_, character) => {
        for (const mesh of meshesOf(character)) {
          mesh.visible = mesh.name !== BODY;
          makeFlat(mesh);
          mesh.onAfterRender = () => calls.push(mesh.name);
        }
      },
      afterwards: async (crowd, renderer) => {
        const second = await sharedRenderer(other);
        await crowd.setRenderer(second);
        calls.length = 0;
        const camera = new PerspectiveCamera();
        camera.position.z = 3;
        crowd.update(0, camera);
        second.render(crowd.parent as Scene, camera);
        expect(new Set(calls)).toEqual(new Set(['legs']));
        await crowd.setRenderer(renderer);
      },
    });
  },
);

testInTurn(['webgpu', 'webgpu-webgl2'] as const, [0])(
  'a material that does not pose an instance is told of once, with what to do (%s)',
  async (backend) => {
    const warnings: string[] = [];
    const crowd = await createCrowdFromGLTF(addressOf(await characterFile(['robe_1', 'face_1'])), {
      ...{ renderer: await sharedRenderer(backend), mode: 'instanced', count: 2 },
      onWarning: (message) => warnings.push(message),
    });
    onTestFinished(() => crowd.dispose());
    const known = warnings.length;
    for (let time = 0; time < 2; time++) {
      for (const mesh of meshesOf(crowd)) mesh.material = flat();
    }
    expect(warnings.slice(known)).toEqual([expect.stringMatching(/option `material`.*positionNode/)]);
  },
);

/** Leaves stripes without a shadow. */
const cutStripes: Hook = (shader) => {
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <clipping_planes_fragment>',
    'if ( mod( gl_FragCoord.y, 8.0 ) < 4.0 ) discard;',
  );
};

function castStripes(object: Object3D): void {
  object.customDepthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  object.customDistanceMaterial = new MeshDistanceMaterial();
  for (const material of [object.customDepthMaterial, object.customDistanceMaterial]) {
    material.onBeforeCompile = cutStripes;
  }
}

const SHADOWS: Readonly<Record<string, (mesh: Object3D) => void>> = {
  'legs alone cast shadows': (mesh) => {
    mesh.castShadow = mesh.name !== BODY;
  },
  'the body alone receives shadows': (mesh) => {
    mesh.castShadow = true;
    mesh.receiveShadow = mesh.name === BODY;
    // Into the shadow of the body.
    if (mesh.name !== BODY) mesh.position.z = -0.3;
  },
  'a shadow has materials of its own': castStripes,
  'the shadow of the legs has materials of its own': (mesh) => {
    if (mesh.name !== BODY) castStripes(mesh);
  },
};

for (const mode of MODES) {
  for (const light of ['directional', 'point'] as const) {
    test.each(Object.entries(SHADOWS))(
      `%s in a loaded scene (${mode}, ${light} light)`,
      async (_, prepare) => {
        await expectAsThree('webgl', await twoSurfaces(), {
          mode,
          light,
          prepare: (scene) => meshesOf(scene).forEach(prepare),
        });
      },
    );
  }
}
