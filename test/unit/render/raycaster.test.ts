import { BoxGeometry, type BufferAttribute, Mesh, Raycaster, Triangle, Vector2, Vector3 } from 'three';
import type { Crowd, CrowdIntersection } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { createFigure, type Figure, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';
import { skinnedMeshesOf } from '../../support/skinned-meshes.js';

const SEED = 7;

describe("three's Raycaster", () => {
  const [left, right] = figureCharacters(2, SEED).map((character, i) => ({
    ...character,
    x: i * 4,
    z: 0,
    rot_y: 0,
  }));
  const ahead = (x: number): Raycaster =>
    Object.assign(new Raycaster(new Vector3(x, 0.9, 5), new Vector3(0, 0, -1)), { firstHitOnly: true });

  async function build(): Promise<{ crowd: Crowd; figure: Figure }> {
    const figure = createFigure();
    const crowd = await buildFigureCrowd(figure, [left, right]);
    crowd.update(0.5);
    crowd.updateMatrixWorld(true);
    return { crowd, figure };
  }

  test('hits the crowd alone, whatever meshes draw it', async () => {
    const { crowd } = await build();
    expect(skinnedMeshesOf(crowd)).toHaveLength(8);
    const hits = ahead(4).intersectObject(crowd);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ object: crowd, character: 1, instanceId: 1 });
    expect(ahead(2).intersectObject(crowd)).toHaveLength(0);
  });

  test('has all hits of a ray, sorted by three, unless the first alone is wanted', async () => {
    const { crowd } = await build();
    const all = Object.assign(ahead(4), { firstHitOnly: false }).intersectObject(crowd);
    expect(all.length).toBeGreaterThan(0);
    const distances = all.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(all[0]).toMatchObject({ distance: ahead(4).intersectObject(crowd)[0].distance, character: 1 });
  });

  test('finds what else hangs in the crowd', async () => {
    const { crowd } = await build();
    const box = new Mesh(new BoxGeometry());
    box.position.set(2, 1, 0);
    crowd.add(box);
    box.updateMatrixWorld(true);
    expect(ahead(2).intersectObject(crowd)[0].object).toBe(box);
  });

  test('respects near and far', async () => {
    const { crowd } = await build();
    const reach = (near: number, far: number): number => {
      const raycaster = ahead(0);
      Object.assign(raycaster, { near, far });
      return raycaster.intersectObject(crowd).length;
    };
    const [{ distance }] = ahead(0).intersectObject(crowd);
    expect(distance).toBeGreaterThan(4);
    expect(reach(0, distance - 0.001)).toBe(0);
    expect(reach(0, distance + 0.001)).toBe(1);
    expect(reach(distance - 0.001, 100)).toBe(1);
    expect(reach(6, 100)).toBe(0);
  });

  test('respects layers, below the crowd as well', async () => {
    const { crowd } = await build();
    crowd.layers.set(3);
    expect(ahead(0).intersectObject(crowd)).toHaveLength(0);
    const raycaster = ahead(0);
    raycaster.layers.set(3);
    expect(raycaster.intersectObject(crowd)).toHaveLength(1);
  });

  test('misses hidden and removed characters', async () => {
    const { crowd } = await build();
    crowd.setVisible(0, false);
    crowd.removeCharacters(1);
    expect(ahead(0).intersectObject(crowd)).toHaveLength(0);
    expect(ahead(4).intersectObject(crowd)).toHaveLength(0);
    crowd.setVisible(0, true);
    expect(ahead(0).intersectObject(crowd)).toHaveLength(1);
  });

  test('gets the triangle, the texture coordinates and the posed normals', async () => {
    const { crowd, figure } = await build();
    const [hit] = ahead(0).intersectObject(crowd) as CrowdIntersection[];
    const part = figure.assets.parts.get(hit.part)!.geometry;
    const posed = figure.expected(hit.part, left, 0.5);
    const { a, b, c, normal } = hit.face!;
    const index = part.index!;
    expect([a, b, c]).toEqual([0, 1, 2].map((k) => index.getX(hit.faceIndex! * 3 + k)));
    const corners = [a, b, c].map((vertex) => new Vector3().fromArray(posed, vertex * 3));
    const triangle = new Triangle(...(corners as [Vector3, Vector3, Vector3]));
    expect(triangle.getNormal(new Vector3()).distanceTo(normal)).toBeLessThan(1e-3);
    const [uvA, uvB, uvC] = [a, b, c].map((vertex) =>
      new Vector2().fromBufferAttribute(part.getAttribute('uv') as BufferAttribute, vertex),
    );
    const uv = triangle.getInterpolation(hit.point, uvA, uvB, uvC, new Vector2())!;
    expect(uv.distanceTo(hit.uv!)).toBeLessThan(1e-3);

    // Where the vertices go when each is moved along its normal tells how normals are posed.
    const moved = createFigure();
    const { position, normal: normals } = moved.assets.parts.get(hit.part)!.geometry.attributes;
    const array = position.array as Float32Array;
    for (let k = 0; k < array.length; k++) array[k] += normals.array[k];
    const beyond = moved.expected(hit.part, left, 0.5);
    const [normalA, normalB, normalC] = [a, b, c].map((vertex) =>
      new Vector3()
        .fromArray(beyond, vertex * 3)
        .sub(new Vector3().fromArray(posed, vertex * 3))
        .normalize(),
    );
    const smooth = triangle
      .getInterpolation(hit.point, normalA, normalB, normalC, new Vector3())!
      .normalize();
    expect(hit.normal!.length()).toBeCloseTo(1, 6);
    expect(hit.normal!.distanceTo(smooth)).toBeLessThan(1e-3);
  });
});
