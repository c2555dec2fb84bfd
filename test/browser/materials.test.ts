import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  FrontSide,
  LinearFilter,
  type Material,
  MeshBasicMaterial,
  type MeshLambertMaterial,
  SRGBColorSpace,
} from 'three';
import { type BackendName, buildCrowd, type CrowdAssets, type CrowdMode } from 'three-crowd';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import { BACKENDS } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, photograph, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { tagsInTable, testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;

type Parts = Map<string, CrowdAssets['parts'] extends ReadonlyMap<string, infer P> ? P : never>;

/** Changes some parts of the test figure, near and far alike. */
function figureWith(change: (parts: Parts) => void): CrowdAssets {
  const { assets } = createFigure();
  const parts: Parts = new Map(assets.parts);
  change(parts);
  for (const { mesh, material, geometry } of parts.values()) Object.assign(mesh, { material, geometry });
  return { ...assets, parts, loadFarParts: async () => parts };
}

function remake(
  parts: Parts,
  name: string,
  dress: (material: MeshLambertMaterial) => void,
  shape: (geometry: BufferGeometry) => BufferGeometry = (geometry) => geometry,
): void {
  const part = parts.get(name);
  if (!part) throw new Error(`The figure has no ${name}.`);
  const material = part.material.clone() as MeshLambertMaterial;
  dress(material);
  parts.set(name, { ...part, material, geometry: shape(part.geometry) });
}

/** Squares of two colours; every other one is a hole. */
function checks(): DataTexture {
  const size = 8;
  const texels = new Uint8Array(size * size * 4);
  for (let k = 0; k < size * size; k++) {
    const isOdd = ((k % size) + Math.floor(k / size)) % 2;
    texels.set(isOdd ? [255, 90, 40, 0] : [40, 200, 255, 255], k * 4);
  }
  const texture = new DataTexture(texels, size, size);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** People side by side, so that none stands behind another. */
function row(): Character[] {
  return figureCharacters(6, 9).map((character, i) => ({
    ...character,
    x: (i - 2.5) * 1.4,
    z: 0,
    rot_y: i * 0.7,
    body_id: i % 2 === 0 ? 'body_a' : 'body_b',
  }));
}

interface Shot {
  readonly backend: BackendName;
  readonly mode: CrowdMode;
  readonly assets: CrowdAssets;
  readonly lodThreshold?: number;
}

async function picture({
  backend,
  mode,
  assets,
  lodThreshold = 0,
}: Shot): Promise<{ pixels: Uint8Array; drawCalls: number }> {
  const renderer = await sharedRenderer(backend);
  const options = { assets, characters: row(), sharedParts: ['hands'], mode, lodThreshold };
  const crowd = await buildCrowd({ renderer, ...options });
  const pixels = await photograph(renderer, createStage(crowd, 'directional'), crowd, 0.7);
  const { drawCalls } = crowd.stats;
  crowd.dispose();
  return { pixels, drawCalls };
}

const SURFACES: Readonly<Record<string, (parts: Parts) => void>> = {
  'a map': (parts) => remake(parts, 'body_a', (material) => Object.assign(material, { map: checks() })),
  'one map for all parts': (parts) => {
    const map = checks();
    for (const name of parts.keys()) remake(parts, name, (material) => Object.assign(material, { map }));
  },
  'an alpha test, on both sides': (parts) =>
    remake(parts, 'body_b', (material) =>
      Object.assign(material, { map: checks(), alphaTest: 0.5, side: DoubleSide }),
    ),
  'transparency over what is opaque': (parts) =>
    remake(parts, 'body_a', (material) =>
      Object.assign(material, { transparent: true, opacity: 0.4, side: FrontSide }),
    ),
  'the alpha of vertex colours': (parts) => {
    remake(parts, 'body_a', (material) => Object.assign(material, { transparent: true }));
    const part = parts.get('body_a');
    if (part) parts.set('body_a', { ...part, tintMask: false });
  },
  'a colour under the mask, and a glow of its own': (parts) => {
    remake(parts, 'body_b', (material) => material.emissive.set('#401060'));
    remake(parts, 'face_a', (material) => material.color.set('#30c050'));
  },
  'vertices without an index': (parts) =>
    remake(
      parts,
      'body_a',
      (material) => material.emissive.set('#602010'),
      (geometry) => geometry.toNonIndexed(),
    ),
};

describe.each(BACKENDS)('%s', (backend) => {
  let plain: Uint8Array;
  beforeAll(async () => {
    plain = (await picture({ backend, mode: 'clones', assets: createFigure().assets })).pixels;
  });

  for (const [row, surface] of Object.keys(SURFACES).entries()) {
    // Three times as many columns as backends: a third of the surfaces by day.
    const tags = tagsInTable(row, BACKENDS.indexOf(backend), BACKENDS.length * 3);
    test(`${surface} survives, near and far`, { tags }, async () => {
      const assets = figureWith(SURFACES[surface]);
      const clones = await picture({ backend, mode: 'clones', assets });
      expect(differingPixels(clones.pixels, plain, TOLERANCE), 'it shows').toBeGreaterThan(0.003);
      for (const lodThreshold of [0, 10]) {
        const { pixels } = await picture({ backend, mode: 'instanced', assets, lodThreshold });
        const differing = differingPixels(pixels, clones.pixels, TOLERANCE);
        expect(differing, `lodThreshold ${lodThreshold}`).toBeLessThan(0.005);
      }
    });
  }
});

testInTurn(BACKENDS, [])('%s: a rig that has no palette is drawn near at any distance', async (backend) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { assets } = createFigure({ scales: 'sheared' });
  const near = await picture({ backend, mode: 'instanced', assets });
  const far = await picture({ backend, mode: 'instanced', assets, lodThreshold: 10 });
  expect([near.drawCalls, far.drawCalls]).toEqual([5, 5]);
  expect(differingPixels(near.pixels, far.pixels, TOLERANCE)).toBeLessThan(0.005);
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

/** Nothing but a colour: no light, no texture, no tone mapping. */
function flat({ vertexColors }: Material): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: '#305080', vertexColors });
}

testInTurn(
  BACKENDS.flatMap((backend) =>
    (
      [
        ['near', 'instanced', 0],
        ['far', 'instanced', 10],
        ['clones', 'clones', 0],
      ] as const
    ).map((how) => [backend, ...how] as const),
  ),
  [0, 4, 7, 8],
)(
  '%s, %s: a tint is the colour that is shown, whatever the colour of the material',
  async (backend, _how, mode, lodThreshold) => {
    const renderer = await sharedRenderer(backend);
    const white = figureWith((parts) => {
      for (const [name, part] of parts) {
        const geometry = part.geometry.clone();
        const { count } = geometry.getAttribute('position');
        geometry.setAttribute('color', new BufferAttribute(new Float32Array(count * 4).fill(1), 4));
        parts.set(name, { ...part, geometry });
      }
    });
    const crowd = await figureCrowd(renderer, {
      assets: white,
      characters: row(),
      mode,
      lodThreshold,
      material: (_part, material) => flat(material),
    });
    crowd.setColors('all', { garment: '#20c040', skin: '#e0a080', hair: '#a01010' });
    const { scene, camera } = createStage(crowd, 'directional');
    scene.background = new Color('#000000');
    crowd.update(0, camera);
    const pixels = await takePicture(renderer, scene, camera);
    crowd.dispose();
    for (const color of ['#20c040', '#e0a080', '#a01010']) {
      // The target's pixels are linear.
      const { r, g, b } = new Color(color);
      const shown = countPixels(pixels, [r * 255, g * 255, b * 255]);
      expect(shown, color).toBeGreaterThan(20);
    }
  },
);

function countPixels(pixels: Uint8Array, color: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (color.every((value, k) => Math.abs(pixels[i + k] - value) < 2)) count += 1;
  }
  return count;
}

test('only what cannot be merged leaves the merged far draw', { tags: ['nightly'] }, async () => {
  const drawsOf = async (assets: CrowdAssets): Promise<number> =>
    (await picture({ backend: 'webgl', mode: 'instanced', assets, lodThreshold: 10 })).drawCalls;
  const { assets } = createFigure();
  // Two bodies, a face, hair and hands.
  expect(await drawsOf(assets)).toBe(5 + 1);
  // A part with a texture of its own is drawn near at any distance.
  expect(await drawsOf(figureWith(SURFACES['a map']))).toBe(5 + 1);
  // All under one texture are drawn together.
  expect(await drawsOf(figureWith(SURFACES['one map for all parts']))).toBe(5 + 1);
  const missing = {
    ...assets,
    loadFarParts: async () => new Map([...assets.parts].filter(([name]) => name !== 'hair_a')),
  };
  expect(await drawsOf(missing)).toBe(5 + 1);
});

test('a hook that all materials have keeps them in one far draw', { tags: ['nightly'] }, async () => {
  const hook: Material['onBeforeCompile'] = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      'outgoingLight = outgoingLight.bgr;\n#include <opaque_fragment>',
    );
  };
  const assets = figureWith((parts) => {
    for (const name of parts.keys())
      remake(parts, name, (material) => Object.assign(material, { onBeforeCompile: hook }));
  });
  const near = await picture({ backend: 'webgl', mode: 'instanced', assets });
  const far = await picture({ backend: 'webgl', mode: 'instanced', assets, lodThreshold: 10 });
  const plain = await picture({ backend: 'webgl', mode: 'instanced', assets: createFigure().assets });
  expect(far.drawCalls).toBe(6);
  expect(differingPixels(near.pixels, plain.pixels, TOLERANCE)).toBeGreaterThan(0.02);
  expect(differingPixels(near.pixels, far.pixels, TOLERANCE)).toBeLessThan(0.005);
});
