import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, WebIO } from '@gltf-transform/core';
import validator from 'gltf-validator';
import { type Mesh, type Object3D, type SkinnedMesh, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { readSkinnedGlb, splitGlb } from '../../../src/gltf/index.js';
import { runProgram } from '../../support/cli/test-terminal.js';
import { addAccessor } from '../../support/edit-glb.js';
import { loadByThree } from '../../support/foreign-file.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();
const path = (name: string): string => join(directory, name);
/** Metres. */
const RADIUS = 0.85;
const CENTIMETRES = 100;

/** Red and green of a place on the sphere. */
const colorOf = (x: number, y: number) => [0.5 + 0.4 * x, 0.5 + 0.4 * y] as const;

/** A sphere whose lower half hangs on another joint. */
function addSphere(document: Document, scale: number, [columns, rows]: readonly [number, number]) {
  const { attributes, index } = new SphereGeometry(RADIUS * scale, columns, rows);
  const { position, normal, uv } = attributes;
  const numbers = (size: number, at: (v: number) => readonly number[]) =>
    Float32Array.from({ length: position.count * size }, (_, k) => at(Math.floor(k / size))[k % size]);
  return document
    .createPrimitive()
    .setAttribute('POSITION', addAccessor(document, 'VEC3', [...position.array]))
    .setAttribute('NORMAL', addAccessor(document, 'VEC3', [...normal.array]))
    .setAttribute('TEXCOORD_0', addAccessor(document, 'VEC2', [...uv.array]))
    .setAttribute(
      'COLOR_0',
      addAccessor(
        document,
        'VEC4',
        numbers(4, (v) => [...colorOf(normal.getX(v), normal.getY(v)), 0, 0.25]),
      ),
    )
    .setAttribute(
      'JOINTS_0',
      addAccessor(
        document,
        'VEC4',
        Uint16Array.from(numbers(4, (v) => [position.getY(v) < 0 ? 1 : 0, 0, 0, 0])),
      ),
    )
    .setAttribute(
      'WEIGHTS_0',
      addAccessor(
        document,
        'VEC4',
        numbers(4, () => [1, 0, 0, 0]),
      ),
    )
    .setIndices(addAccessor(document, 'SCALAR', Uint16Array.from(index!.array)));
}

/** A ball in metres and another one in centimetres, with two materials, on skins of the same joints; a hat without a skin. */
async function writeFigure(): Promise<Uint8Array> {
  const document = new Document();
  const root = document.createNode('root');
  const foot = document.createNode('foot');
  root.addChild(foot);
  const scene = document.createScene().addChild(root);
  const skinOf = (scale: number) =>
    document
      .createSkin()
      .addJoint(root)
      .addJoint(foot)
      .setInverseBindMatrices(
        addAccessor(
          document,
          'MAT4',
          [0, 1].flatMap(() => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]),
        ),
      );
  const meshOf = (name: string, scale: number, ...detail: (readonly [number, number])[]) => {
    const mesh = document.createMesh(name);
    for (const [k, segments] of detail.entries()) {
      mesh.addPrimitive(
        addSphere(document, scale, segments).setMaterial(document.createMaterial(`${name} ${k}`)),
      );
    }
    return document.createNode(name).setMesh(mesh);
  };
  scene.addChild(meshOf('metres', 1, [48, 32]).setSkin(skinOf(1)));
  scene.addChild(meshOf('centimetres', CENTIMETRES, [48, 32], [40, 24]).setSkin(skinOf(1 / CENTIMETRES)));
  foot.addChild(meshOf('hat', 1, [24, 16]));
  scene.addChild(meshOf('box', 1, [4, 2]).setSkin(skinOf(1)));
  return new WebIO().writeBinary(document);
}

async function run(bytes: Uint8Array | string) {
  await writeFile(path('figure.glb'), bytes);
  return runProgram(THREE_CROWD, ['levels', path('figure.glb'), '--out', path('levels.glb')]);
}

const LODS = 'MSFT_lod';
const idsOf = (node: { readonly extensions?: Readonly<Record<string, unknown>> }) =>
  (node.extensions?.[LODS] as { ids: number[] } | undefined)?.ids ?? [];

test('writes levels that three draws within their errors, and changes nothing else', async () => {
  const figure = await writeFigure();
  const { status, printed } = await run(figure);
  expect(status).toBe(0);
  expect(printed.join('\n')).toMatch(/metres +\d+, \d+, \d+, \d+\n/);
  expect(printed.join('\n')).toContain('hat          has no skin');
  expect(printed.at(-1)).toMatch(/^2 of 4 parts have levels of detail in /);

  const written = new Uint8Array(await readFile(path('levels.glb')));
  const { issues } = await validator.validateBytes(written);
  expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);

  const [before, after] = [splitGlb(figure, 'figure'), splitGlb(written, 'levels')];
  for (const name of ['accessors', 'bufferViews', 'meshes'] as const) {
    expect(after.json[name]!.slice(0, before.json[name]!.length)).toEqual(before.json[name]);
  }
  expect(
    after.json.nodes!.slice(0, before.json.nodes!.length).map(({ extensions, ...node }) => node),
  ).toEqual(before.json.nodes);
  expect([after.json.scenes, after.json.skins]).toEqual([before.json.scenes, before.json.skins]);
  expect(after.binary.subarray(0, before.binary.byteLength)).toEqual(before.binary);

  const { parts } = await readSkinnedGlb(written);
  const counts = new Map([...parts].map(([name, { levels }]) => [name, levels.length]));
  expect(Object.fromEntries(counts)).toEqual({ metres: 4, centimetres: 4, hat: 0, box: 0 });

  const gltf = await loadByThree(written.slice());
  const trianglesOf = (node: Object3D): number => {
    let sum = 0;
    node.traverse((mesh) => {
      sum += ((mesh as Mesh).geometry?.index?.count ?? 0) / 3;
    });
    return sum;
  };
  const point = new Vector3();
  let measured = 0;
  for (const [index, node] of after.json.nodes!.entries()) {
    const ids = idsOf(node);
    if (ids.length === 0) continue;
    let last = trianglesOf(await gltf.parser.getDependency('node', index));
    for (const [k, id] of ids.entries()) {
      const level: Object3D = await gltf.parser.getDependency('node', id);
      const triangles = trianglesOf(level);
      expect(triangles).toBeLessThanOrEqual(0.7 * last);
      last = triangles;
      const error = [0.0125, 0.026, 0.053, 0.11][k] * 2 * RADIUS;
      level.traverse((object) => {
        const { geometry, isSkinnedMesh } = object as SkinnedMesh;
        if (!isSkinnedMesh) return;
        const { position, normal, color } = geometry.attributes;
        for (let v = 0; v < position.count; v++) {
          (object as SkinnedMesh).getVertexPosition(v, point);
          expect(Math.abs(point.length() - RADIUS)).toBeLessThan(error);
          point.normalize();
          expect(point.dot(new Vector3().fromBufferAttribute(normal, v))).toBeGreaterThan(0.9);
          const [red, green] = colorOf(point.x, point.y);
          expect(Math.hypot(color.getX(v) - red, color.getY(v) - green)).toBeLessThan(0.1);
          expect(color.getW(v)).toBe(0.25);
          measured++;
        }
      });
    }
  }
  expect(measured).toBeGreaterThan(500);
});

test('levels that a file has are kept', async () => {
  await run(await writeFigure());
  const written = await readFile(path('levels.glb'));
  const { status, printed, errors } = await run(written);
  expect(status).toBe(1);
  expect(printed.join('\n')).toMatch(/metres +has levels of its own\n/);
  expect(errors).toEqual([
    expect.stringMatching(/figure\.glb gets no levels of detail, so nothing is written\.$/),
  ]);
});

test('a file that is no GLB is a failure that names it', async () => {
  const { status, errors } = await run('not a model');
  expect([status, errors]).toEqual([1, [expect.stringMatching(/figure\.glb is no GLB file/)]]);
});
