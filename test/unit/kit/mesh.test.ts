import { CatmullRomCurve3, Triangle, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { Vector } from '../../../src/kit/math/vector.js';
import { curve } from '../../../src/kit/mesh/curve.js';
import { addLoft } from '../../../src/kit/mesh/loft.js';
import { MeshBuilder, type Vertex } from '../../../src/kit/mesh/mesh-builder.js';
import { addBothSides } from '../../../src/kit/mesh/mirror.js';
import { computeNormals } from '../../../src/kit/mesh/normals.js';
import { occlude } from '../../../src/kit/mesh/occlusion.js';
import { packMesh } from '../../../src/kit/mesh/pack.js';
import { tinted, untinted } from '../../../src/kit/mesh/paint.js';
import { ring } from '../../../src/kit/mesh/ring.js';
import { simplifyMesh } from '../../../src/kit/mesh/simplify.js';
import { azimuthAtX, superellipse } from '../../../src/kit/mesh/surface.js';
import { TriangleTree } from '../../../src/kit/mesh/triangle-tree.js';
import { torsoWeights } from '../../../src/kit/skeleton/weights.js';
import { mulberry32 } from '../../../src/math/index.js';

const vertex = (position: Vector): Vertex => ({ position, paint: tinted(0.5), weights: [['head', 1]] });

/** A ball of `rows` by `segments` about (0, `y`, 0). */
function ball(rows: number, segments: number, y = 1, radius = 0.2): MeshBuilder {
  const mesh = new MeshBuilder('near');
  const lofted = Array.from({ length: rows }, (_, i) => {
    const polar = ((i + 0.5) / rows) * Math.PI;
    return {
      vertices: ring(mesh, segments, (azimuth) =>
        vertex([
          radius * Math.sin(polar) * Math.sin(azimuth),
          y + radius * Math.cos(polar),
          radius * Math.sin(polar) * Math.cos(azimuth),
        ]),
      ),
    };
  });
  addLoft(mesh, lofted, { startCap: true, endCap: true });
  return mesh;
}

/** The arrays of a mesh, with the colours that its vertices were painted in. */
const packed = (mesh: MeshBuilder) =>
  packMesh(
    mesh,
    computeNormals(mesh),
    mesh.vertices.map(({ paint }) => paint),
  );

describe('curve', () => {
  test('passes through its stations and holds the ends', () => {
    const at = curve([
      [0, 1],
      [1, 3],
      [4, -2],
    ]);
    expect([-1, 0, 1, 4, 9].map((x) => at(x)[0])).toEqual([1, 1, 3, -2, -2]);
  });

  test('is three’s Catmull–Rom curve where stations are evenly spaced', () => {
    const values = [0, 2, 1, 3, 3, 0];
    const ours = curve(values.map((value, i) => [i, value]));
    const points = values.map((value, i) => new Vector3(i, value, 0));
    const theirs = new CatmullRomCurve3(points, false, 'catmullrom', 0.5);
    for (const at of [1.2, 1.5, 2.1, 2.9, 3.4]) {
      expect(ours(at)[0]).toBeCloseTo(theirs.getPoint(at / (values.length - 1)).y, 6);
    }
  });
});

test('a superellipse satisfies its equation', () => {
  for (const exponent of [2, 2.3, 4]) {
    for (const azimuth of [0.1, 1, 2, -2.5]) {
      const [x, z] = superellipse(azimuth, 0.3, 0.2, exponent);
      expect(Math.abs(x / 0.3) ** exponent + Math.abs(z / 0.2) ** exponent).toBeCloseTo(1, 9);
    }
  }
});

test('azimuthAtX finds the place on the front of a surface', () => {
  const cylinder = (azimuth: number, y: number): Vector => [Math.sin(azimuth), y, Math.cos(azimuth)];
  expect(azimuthAtX(cylinder, 0.5, 0)).toBeCloseTo(Math.PI / 6, 5);
});

describe('a lofted ball', () => {
  test('is closed: every edge has two sides, wound opposite ways', () => {
    const { positions, indices } = packed(ball(8, 12));
    const place = (i: number) => positions.subarray(i * 3, i * 3 + 3).join();
    const edges = new Map<string, number>();
    for (let i = 0; i < indices.length; i += 3) {
      for (const k of [0, 1, 2]) {
        const [a, b] = [indices[i + k], indices[i + ((k + 1) % 3)]].map(place);
        edges.set(`${a}>${b}`, (edges.get(`${a}>${b}`) ?? 0) + 1);
      }
    }
    expect(edges.size).toBeGreaterThan(100);
    for (const [edge, count] of edges) {
      expect(count).toBe(1);
      expect(edges.has(edge.split('>').reverse().join('>'))).toBe(true);
    }
  });

  test('has normals that point away from its centre', () => {
    const mesh = ball(16, 24);
    computeNormals(mesh).forEach((normal, i) => {
      const [x, y, z] = mesh.vertices[i].position;
      const length = Math.hypot(x, y - 1, z);
      expect((normal[0] * x + normal[1] * (y - 1) + normal[2] * z) / length).toBeGreaterThan(0.97);
    });
  });
});

test('the mirror image has opposite bones and the same side out', () => {
  const mesh = new MeshBuilder('near');
  addBothSides(mesh, (left) => {
    const ids = [
      [0.1, 0, 0],
      [0.2, 0, 0],
      [0.1, 1, 0],
    ].map(([x, y, z]) => left.addVertex({ ...vertex([x, y, z]), weights: [['handL', 1]] }));
    left.addTriangle(ids[0], ids[1], ids[2]);
  });
  const bones = mesh.vertices.map(({ weights }) => weights[0][0]);
  expect(bones.join(' ')).toBe('handL handL handL handR handR handR');
  for (const normal of computeNormals(mesh)) expect(normal[2]).toBeCloseTo(1, 12);
});

test.each([1, 2, 3])('the triangle tree agrees with trying every triangle (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const point = (): Vector => [random() - 0.5, random() - 0.5, random() - 0.5];
  const mesh = new MeshBuilder('near');
  for (let i = 0; i < 60; i++) {
    const [a, b, c] = [point(), point(), point()].map((p) => mesh.addVertex(vertex(p)));
    mesh.addTriangle(a, b, c);
  }
  const tree = new TriangleTree([mesh]);
  let hits = 0;
  for (let i = 0; i < 200; i++) {
    const origin = new Vector3(...point()).multiplyScalar(2);
    const direction = new Vector3(...point()).normalize();
    const expected = nearestByThree(mesh, origin, direction);
    const found = tree.cast(origin.toArray(), direction.toArray(), 3);
    expect(found).toBeCloseTo(Math.min(expected, 3), 6);
    if (expected < 3) hits++;
  }
  expect(hits).toBeGreaterThan(20);
});

/** By plane and barycentric coordinates, with three's classes. */
function nearestByThree(mesh: MeshBuilder, origin: Vector3, direction: Vector3): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => new Vector3(...mesh.vertices[mesh.indices[i + k]].position));
    const triangle = new Triangle(a, b, c);
    const normal = triangle.getNormal(new Vector3());
    const distance = a.clone().sub(origin).dot(normal) / direction.dot(normal);
    if (distance > 1e-4 && triangle.containsPoint(origin.clone().addScaledVector(direction, distance))) {
      nearest = Math.min(nearest, distance);
    }
  }
  return nearest;
}

describe('occlusion', () => {
  test('a ball in the open is not darkened, nor by itself', () => {
    const mesh = ball(8, 12, 2);
    for (const [r] of occlude(mesh, computeNormals(mesh), [mesh])) expect(r).toBeCloseTo(0.5, 2);
  });

  test('inside another it is as dark as the floor allows, and warmer', () => {
    const mesh = ball(8, 12, 2, 0.05);
    for (const [r, , b] of occlude(mesh, computeNormals(mesh), [ball(8, 12, 2, 0.1)], { floor: 0.3 })) {
      expect(b).toBeGreaterThanOrEqual(0.5 * 0.3 ** 1.08 - 1e-9);
      expect(r).toBeLessThan(0.35);
      expect(r).toBeGreaterThan(b);
    }
  });
});

describe('packing', () => {
  test('keeps the four largest bones, whole numbers that sum to 65535', () => {
    const mesh = ball(3, 6);
    mesh.vertices[0] = {
      ...mesh.vertices[0],
      weights: [
        ['head', 0.1],
        ['neck', 0.4],
        ['chest', 0.2],
        ['spine', 0.3],
        ['hips', 0.05],
        ['neck', 0.1],
      ],
    };
    const all = packed(mesh).weights;
    const first = Math.floor(all.findIndex((weight, i) => i % 4 === 3 && weight > 0) / 4);
    const weights = [...all.subarray(first * 4, first * 4 + 4)];
    expect(weights.reduce((a, b) => a + b)).toBe(65535);
    for (const [k, share] of [0.5, 0.3, 0.2, 0.1].entries()) {
      expect(Math.abs(weights[k] / 65535 - share / 1.1)).toBeLessThan((k === 0 ? 1.5 : 0.5) / 512 + 1e-5);
    }
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
  });

  test('stores centimetres and linear colours', () => {
    const mesh = new MeshBuilder('near');
    const ids = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 0.1, 0],
    ].map(([x, y, z]) => mesh.addVertex({ ...vertex([x, y, z]), paint: untinted('#ffffff') }));
    mesh.addTriangle(ids[0], ids[1], ids[2]);
    const { positions, colors, normals } = packed(mesh);
    expect([...positions]).toEqual([0, 0, 0, 10, 0, 0, 0, 10, 0]);
    expect([...colors.subarray(0, 4)]).toEqual([65535, 65535, 65535, 0]);
    expect([...normals.subarray(0, 3)]).toEqual([0, 0, 1]);
  });
});

test('simplification reaches its target, keeps fixed vertices and the shape', async () => {
  const mesh = ball(24, 32);
  mesh.vertices.forEach((v, i) => {
    if (i % 40 === 0) mesh.vertices[i] = { ...v, isFixed: true };
  });
  const full = packed(mesh);
  const fixed = [...full.fixed].flatMap((isFixed, i) =>
    isFixed ? [full.positions.subarray(i * 3, i * 3 + 3).join()] : [],
  );
  expect(fixed.length).toBeGreaterThan(10);
  const simple = await simplifyMesh(full, 600);
  expect(simple.indices.length / 3).toBeLessThanOrEqual(600);
  const kept = new Set(
    Array.from({ length: simple.positions.length / 3 }, (_, i) =>
      simple.positions.subarray(i * 3, i * 3 + 3).join(),
    ),
  );
  for (const place of fixed) expect(kept).toContain(place);
  for (let i = 0; i < simple.positions.length; i += 3) {
    const [x, y, z] = simple.positions.subarray(i, i + 3);
    expect(Math.hypot(x, y - 100, z)).toBeLessThan(20.1);
  }
});

test('weights of the torso sum to 1 everywhere, and meet at the belt', () => {
  for (const y of [0.05, 0.4, 0.7, 0.9, 0.98, 0.986, 1.1, 1.3, 1.4, 1.44]) {
    for (const azimuth of [-3, -2, -1, 0, 0.5, 1.57, 2.7]) {
      const point: Vector = [0.15 * Math.sin(azimuth), y, 0.12 * Math.cos(azimuth)];
      const sum = torsoWeights(point).reduce((total, [, share]) => total + share, 0);
      expect(sum).toBeCloseTo(1, 9);
    }
  }
});
