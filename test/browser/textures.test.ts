/** People with textures of their own beside three's own objects, whose maps have the offset and the repeat of each cell. */
import {
  BoxGeometry,
  type CanvasTexture,
  Group,
  type Material,
  Mesh,
  type MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { createAtlas } from '../support/browser/atlas.js';
import { TIERS } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { expectPictureOf } from '../support/browser/draw-as-three.js';
import { differingPixels, photographFront } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { addAccessor } from '../support/edit-glb.js';
import { errorOf } from '../support/error-of.js';
import { turnX, writeForeignFile } from '../support/foreign-file.js';
import { testInTurn } from '../support/in-turn.js';

/** Largest difference, of 255, between pixels that count as equal. */
const TOLERANCE = 24;
const SIZES: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  shirt: [4, 2],
  cape: [1, 3],
};

/** Width, height and depth, metres. */
const BOXES = { shirt: [0.5, 0.6, 0.24], cape: [0.6, 0.8, 0.2], hair: [0.28, 0.2, 0.2] } as const;

function writePerson(): Promise<Uint8Array<ArrayBuffer>> {
  return writeForeignFile(
    [
      { name: 'hips', at: [0, 0.9, 0] },
      { name: 'shirt', parent: 'hips', at: [0, 0.35, 0], box: [1, 1, 1] },
      { name: 'cape', parent: 'hips', at: [0, -0.45, 0], box: [1, 1, 1] },
      { name: 'hair', parent: 'hips', at: [0, 0.85, 0], box: [1, 1, 1] },
    ],
    { stand: [{ node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0)] }] },
    (document, find) => {
      for (const [name, sides] of Object.entries(BOXES)) {
        const [primitive] = find(name).getMesh()!.listPrimitives();
        primitive
          .getMaterial()!
          .setMetallicFactor(0)
          .setAlphaMode(name === 'cape' ? 'MASK' : 'OPAQUE');
        // A simpler mesh of a box with many triangles has the same picture.
        const { attributes, index } = new BoxGeometry(...sides, 6, 6, 6);
        primitive
          .setAttribute('POSITION', addAccessor(document, 'VEC3', [...attributes.position.array]))
          .setAttribute('NORMAL', addAccessor(document, 'VEC3', [...attributes.normal.array]))
          .setAttribute('TEXCOORD_0', addAccessor(document, 'VEC2', [...attributes.uv.array]))
          .setIndices(addAccessor(document, 'SCALAR', Uint16Array.from(index!.array)));
      }
    },
  );
}

/** Cells of different colours, each with a hole. */
function paintAtlas([columns, rows]: readonly [columns: number, rows: number]): CanvasTexture {
  const colors = Array.from(
    { length: columns * rows },
    (_, k) => `hsl(${(360 * k) / (columns * rows)}, 90%, 50%)`,
  );
  return createAtlas(columns, colors, { hasHoles: true });
}

const places = Array.from({ length: 6 }, (_, k) => ({ x: (k - 2.5) * 1.1, z: (k % 2) / 2 }));

testInTurn(TIERS, [0, 2])('%s %s shows the cell of each character, near and far', async (backend, mode) => {
  const bytes = await writePerson();
  const renderer = await sharedRenderer(backend);
  const atlases = Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, paintAtlas(size)]));
  const textures = Object.fromEntries(
    Object.entries(SIZES).map(([name, [columns, rows]]) => [name, { columns, rows, map: atlases[name] }]),
  );
  const crowd = await createCrowdFromGLTF(addressOf(bytes), {
    ...{ renderer, mode, strict: true },
    characters: places,
    vary: { textures, zones: { hair: false }, build: false, height: 0 },
  });
  onTestFinished(() => {
    crowd.dispose();
    for (const atlas of Object.values(atlases)) atlas.dispose();
  });
  expect(crowd.stats.parts).toBe(3);
  const three = new Group();
  const shown = new Set<string>();
  for (const [i, { x, z }] of places.entries()) {
    const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    const cells = crowd.setVariation(i).textures;
    scene.position.set(x, 0, z);
    scene.traverse((object) => {
      Object.assign(object, { castShadow: true, receiveShadow: true });
      if (!(object instanceof Mesh)) return;
      const material = object.material as Material as MeshStandardMaterial;
      const cell = cells[material.name];
      if (cell === undefined) return;
      shown.add(`${material.name} ${cell}`);
      const [columns, rows] = SIZES[material.name];
      material.map = atlases[material.name].clone();
      material.map.repeat.set(1 / columns, 1 / rows);
      material.map.offset.set((cell % columns) / columns, Math.floor(cell / columns) / rows);
    });
    three.add(scene);
  }
  expect(shown.size).toBeGreaterThan(7);
  await crowd.levelsReady;
  for (const lodThreshold of [0, 1000]) {
    crowd.lodThreshold = lodThreshold;
    await expectPictureOf(renderer, crowd, three);
  }
  expect(crowd.getObjectByName('far') !== undefined).toBe(mode === 'instanced');
  const before = await photographFront(renderer, crowd);
  crowd.setVariation(0, { textures: { shirt: (crowd.setVariation(0).textures['shirt'] + 3) % 8 } });
  expect(differingPixels(await photographFront(renderer, crowd), before, TOLERANCE)).toBeGreaterThan(0.003);
});

test('an image is shown by its address as three loads it, and freed with the crowd', async () => {
  const bytes = await writePerson();
  const renderer = await sharedRenderer('webgl');
  const [columns, rows] = SIZES['shirt'];
  const address = (paintAtlas(SIZES['shirt']).image as HTMLCanvasElement).toDataURL();
  const map = Object.assign(await new TextureLoader().loadAsync(address), {
    flipY: false,
    colorSpace: SRGBColorSpace,
  });
  onTestFinished(() => map.dispose());
  const create = (image: string | typeof map) =>
    createCrowdFromGLTF(addressOf(bytes), {
      ...{ renderer, mode: 'instanced', strict: true, characters: places },
      vary: { textures: { shirt: { columns, rows, map: image } }, zones: { hair: false }, build: false },
    });
  /** A picture of a crowd, and the textures that were disposed of with it. */
  const show = async (image: string | typeof map): Promise<[picture: Uint8Array, disposed: Set<Texture>]> => {
    const crowd = await create(image);
    const picture = await photographFront(renderer, crowd);
    const maps = new Set<Texture>();
    const disposed = new Set<Texture>();
    crowd.traverse((object) => {
      const { map } = ((object as Mesh).material ?? {}) as MeshStandardMaterial;
      if (map) maps.add(map);
    });
    expect(maps.size).toBe(1);
    for (const texture of maps) texture.addEventListener('dispose', () => disposed.add(texture));
    crowd.dispose();
    return [picture, disposed];
  };
  const [expected, disposedOfGiven] = await show(map);
  const [picture, disposed] = await show(address);
  expect(differingPixels(picture, expected, TOLERANCE)).toBeLessThan(0.0005);
  expect(disposedOfGiven.size).toBe(0);
  expect(disposed.size).toBe(1);

  const { message } = await errorOf(create(addressOf(bytes)), 'AssetError');
  expect(message).toMatch(
    / is no image that this browser reads: it begins with .* Give a PNG, JPEG or WebP file\./,
  );
});
