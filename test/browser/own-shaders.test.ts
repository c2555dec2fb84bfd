/** Shaders that are not the crowd's own, of `WebGLRenderer`: those of a user's material, and of a pass that draws a scene anew. */
import {
  Color,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshNormalMaterial,
  RawShaderMaterial,
  ShaderMaterial,
  type ShaderMaterialParameters,
  Vector2,
  WebGLRenderTarget,
} from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js';
import { OutlinePass } from 'three/addons/postprocessing/OutlinePass.js';
import type { Pass } from 'three/addons/postprocessing/Pass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { type Crowd, type CrowdMode, createCrowdFromGLTF, UnsupportedError } from 'three-crowd';
import { beforeAll, expect, test, vi } from 'vitest';
import { createWebGLRenderer, readPixels, type TestRenderer } from '../support/browser/backends.js';
import { addressOf, characterFile } from '../support/browser/character-file.js';
import { drawAsThree, expectAsThree, type ThreeSetting } from '../support/browser/draw-as-three.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import {
  createStage,
  differingPixels,
  PICTURE,
  type Stage,
  takePicture,
} from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

/** Shaded by the posed normal, in a colour that the page changes, and moved before it is posed. */
const SHADED: ShaderMaterialParameters = {
  vertexShader: `
#include <skinning_pars_vertex>
varying vec3 vTurned;
void main() {
  #include <beginnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  vTurned = normalMatrix * objectNormal;
  #include <begin_vertex>
  transformed.x += 0.1;
  #include <skinning_vertex>
  #include <project_vertex>
}`,
  fragmentShader: `
uniform vec3 glow;
varying vec3 vTurned;
void main( void ) {
  gl_FragColor = vec4( glow * ( 0.6 + 0.4 * normalize( vTurned ) ), 1.0 );
}`,
};
const glow = { value: new Color() };

function shaded(change: (vertexShader: string) => string = (text) => text): ShaderMaterial {
  const vertexShader = change(SHADED.vertexShader!);
  return new ShaderMaterial({ ...SHADED, vertexShader, uniforms: { glow } });
}

/** The same picture by a shader that does not know of skinning; three alone would draw it in its rest pose. */
function withoutSkinning(vertexShader: string): string {
  return vertexShader
    .replace(/#include <skin\w+>\n/g, '')
    .replace('#include <begin_vertex>\n  transformed.x += 0.1;', '#include <begin_vertex>');
}
const PLAIN = {
  vertexShader: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 ); }',
  fragmentShader: 'void main() { gl_FragColor = vec4( 1.0 ); }',
};

const SETTINGS: Readonly<Record<string, ThreeSetting>> = {
  'a shader of one’s own, whose uniforms change later': {
    material: () => {
      glow.value.set('#d03030');
      return shaded();
    },
    change: () => glow.value.set('#30d060'),
  },
  ...Object.fromEntries(
    (['instanced', 'clones'] as const).map((mode) => [
      `a shader without skinning, as ${mode},`,
      {
        mode,
        // A crowd says which part the material is for.
        material: (...part: unknown[]) => {
          glow.value.set('#d03030');
          const plain = (text: string): string => text.replace('transformed.x += 0.1;', '');
          return shaded(part.length > 0 ? withoutSkinning : plain);
        },
      },
    ]),
  ),
  'a material of normals': { material: () => new MeshNormalMaterial() },
  'a hook that moves vertices before they are posed': {
    material: () => {
      const material = new MeshBasicMaterial({ color: '#2a8050' });
      material.onBeforeCompile = (shader) => {
        shader.vertexShader = shader.vertexShader.replace(
          '#include <begin_vertex>',
          'vec3 transformed = position + 0.1 * normal;',
        );
      };
      return material;
    },
  },
  'a scene drawn with a material of normals': {
    change: ({ scene }) => {
      scene.overrideMaterial = new MeshNormalMaterial();
    },
  },
  'a scene drawn by its depth': {
    change: ({ scene }) => {
      scene.overrideMaterial = new MeshDepthMaterial();
    },
  },
  'a scene drawn with a shader of one’s own': {
    change: ({ scene }) => {
      glow.value.set('#d0d030');
      scene.overrideMaterial = shaded();
    },
  },
};

let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  bytes = await characterFile();
});

testInTurn(Object.keys(SETTINGS), [0, 5])('%s shows a crowd as three’s skinned mesh', async (name) => {
  await expectAsThree('webgl', bytes, { ...SETTINGS[name], covers: 0.01 });
});

test('a shader that cannot be posed is refused, and says what it lacks', async () => {
  const renderer = await sharedRenderer('webgl');
  const crowdWith = (material: ShaderMaterial): Promise<unknown> =>
    createCrowdFromGLTF(addressOf(bytes), {
      renderer,
      count: 2,
      mode: 'instanced',
      material: () => material,
    });
  for (const [material, told] of [
    [
      new ShaderMaterial({ ...PLAIN, name: 'glass' }),
      /"glass".*#include <skinning_vertex>.*#include <begin_vertex>/,
    ],
    [new RawShaderMaterial({ ...PLAIN, name: 'raw' }), /"raw" is a RawShaderMaterial/],
  ] as const) {
    const error = await crowdWith(material).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsupportedError);
    expect((error as Error).message).toMatch(told);
  }
});

test('people are left out of a pass that cannot be posed, with one warning', {
  tags: ['nightly'],
}, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const overrideMaterial = new ShaderMaterial({ ...PLAIN, name: 'flat' });
  const setting: ThreeSetting = { change: ({ scene }) => Object.assign(scene, { overrideMaterial }) };
  expect((await drawAsThree('webgl', bytes, setting)).share).toBe(0);
  expect(warn.mock.calls.filter(([text]) => String(text).includes('"flat"'))).toHaveLength(1);
  warn.mockRestore();
});

/** Ten tiny figures, near or far. */
function buildFigures(renderer: TestRenderer, mode: CrowdMode, lodThreshold: number): Promise<Crowd> {
  const { assets } = createFigure();
  const characters = figureCharacters(10, 9);
  return figureCrowd(renderer, { assets, characters, mode, lodThreshold });
}

test('far people in another material are posed as clones, and half of one who is half opaque', {
  tags: ['nightly'],
}, async () => {
  const renderer = await sharedRenderer('webgl');
  const normalsOf = async (mode: CrowdMode, opacity: number): Promise<Uint8Array> => {
    const crowd = await buildFigures(renderer, mode, 10);
    crowd.setOpacity('all', opacity);
    const { scene, camera } = createStage(crowd, 'directional');
    scene.overrideMaterial = new MeshNormalMaterial();
    crowd.update(1.1, camera);
    const pixels = await takePicture(renderer, scene, camera);
    crowd.dispose();
    return pixels;
  };
  const full = await normalsOf('instanced', 1);
  const empty = await normalsOf('instanced', 0);
  const shown = differingPixels(full, empty, 8);
  expect(shown).toBeGreaterThan(0.02);
  expect(differingPixels(full, await normalsOf('clones', 1), 8)).toBeLessThan(0.005);
  const half = differingPixels(await normalsOf('instanced', 0.5), empty, 8);
  expect(half / shown).toBeGreaterThan(0.45);
  expect(half / shown).toBeLessThan(0.55);
});

const PASSES: Readonly<Record<string, (stage: Stage, crowd: Crowd) => Pass>> = {
  OutlinePass: ({ scene, camera }, crowd) =>
    new OutlinePass(new Vector2(PICTURE.width, PICTURE.height), scene, camera, [crowd]),
  GTAOPass: ({ scene, camera }) => new GTAOPass(scene, camera, PICTURE.width, PICTURE.height),
};

test.each(Object.keys(PASSES))(
  '%s of three sees people as it sees clones',
  { tags: ['nightly'] },
  async (name) => {
    const renderer = createWebGLRenderer();
    renderer.setSize(PICTURE.width, PICTURE.height, false);
    const pictureOf = async (mode: CrowdMode, hasPass = true): Promise<Uint8Array> => {
      const crowd = await buildFigures(renderer, mode, 0);
      const stage = createStage(crowd, 'directional');
      const composer = new EffectComposer(renderer, new WebGLRenderTarget(PICTURE.width, PICTURE.height));
      composer.renderToScreen = false;
      composer.addPass(new RenderPass(stage.scene, stage.camera));
      if (hasPass) composer.addPass(PASSES[name](stage, crowd));
      // Shadow cameras take their place when three draws the first picture.
      for (const seconds of [1.1, 0]) {
        crowd.update(seconds, stage.camera);
        composer.render();
      }
      const pixels = (await readPixels(renderer, composer.readBuffer)) as Uint8Array;
      composer.dispose();
      crowd.dispose();
      return pixels;
    };
    const instanced = await pictureOf('instanced');
    expect(
      differingPixels(instanced, await pictureOf('instanced', false), 4),
      'the pass shows',
    ).toBeGreaterThan(0.01);
    expect(differingPixels(instanced, await pictureOf('clones'), 4)).toBeLessThan(0.02);
    renderer.dispose();
  },
);
