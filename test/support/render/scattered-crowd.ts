import { type Camera, Frustum, Matrix4, Sphere, Vector3 } from 'three';
import type { CrowdAssets } from 'three-crowd';
import { mulberry32 } from '../../../src/math/index.js';
import { type ClipInfo, TINTS } from '../../../src/protocol/index.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import type { PartsInUse } from '../../../src/render/characters/part.js';
import { type FarLevels, LEVELS, NEAR_MESH } from '../../../src/render/drawing/far-levels.js';
import { BATCH, EMPTY_CLUSTER } from '../../../src/render/drawing/far-mesh.js';
import { boundClips, type CharacterExtent, characterExtent } from '../../../src/render/poses/clip-bounds.js';
import type { DrawCapacity } from '../../../src/render/webgpu/compute-buffers.js';
import { deriveLocalPoses, type LocalPoses } from '../../../src/rig/index.js';
import { moveAtRandom } from './random-moves.js';

/** Side of the square that characters stand in, metres. */
const SIDE = 40;
const BODIES = ['body_a', 'body_b'];

/** Characters of the test figure standing about, ready to be culled. */
export interface ScatteredCrowd {
  readonly table: CharacterTable;
  readonly parts: PartsInUse;
  readonly clips: readonly ClipInfo[];
  readonly extent: CharacterExtent;
  readonly far: FarLevels;
  readonly draws: readonly DrawCapacity[];
  readonly localPoses: LocalPoses;
  /** Part lists that a character is in. */
  listsOf(character: number): number[];
}

export interface ScatterOptions {
  /** Fraction of hidden characters, 0 to 1. */
  readonly hiddenShare?: number;
}

export function scatterCrowd(
  assets: CrowdAssets,
  count: number,
  seed: number,
  { hiddenShare = 0 }: ScatterOptions = {},
): ScatteredCrowd {
  const random = mulberry32(seed);
  const table = new CharacterTable(count);
  const bodies = Array.from({ length: count }, () => (random() < 0.5 ? 0 : 1));
  const inSquare = (): number => (random() - 0.5) * SIDE;
  for (let i = 0; i < count; i++) {
    table.setTransform(i, inSquare(), random(), inSquare(), random() * 6, 0.9 + random() * 0.2);
    table.setPlayback(i, { clip: 0, start: 0, speed: 1 });
    table.setParts(i, bodies[i], 2, 3);
    table.setHidden(i, random() < hiddenShare);
  }
  for (let i = 0; i < count; i++)
    for (const tint of TINTS) table.setColor(i, tint, [random(), random(), random()]);
  // Far enough to detect culling that uses the ends of steps.
  moveAtRandom(table, 4, seed);
  const part = (name: string): PartsInUse['parts'][number]['part'] => {
    const found = assets.parts.get(name);
    if (!found) throw new Error(`The figure has no ${name}.`);
    return found;
  };
  const parts: PartsInUse = {
    parts: [
      ...BODIES.map((name, n) => ({
        part: part(name),
        tint: 'garment' as const,
        kind: 0,
        capacity: bodies.filter((body) => body === n).length,
      })),
      { part: part('face_a'), tint: 'skin', kind: 1, capacity: count },
      { part: part('hair_a'), tint: 'hair', kind: 2, capacity: count },
      { part: part('hands'), tint: 'skin', kind: undefined, capacity: count },
    ],
    shared: [4],
  };
  const clips = boundClips(assets.boneTexture, assets.parts).manifest.clipInfo;
  const extent = characterExtent(clips);
  const draws = parts.parts.map(({ part, capacity: count }) => ({
    count,
    firstIndex: 0,
    indexCount: part.geometry.index?.count ?? 0,
  }));
  const localPoses = deriveLocalPoses(assets.boneTexture, assets.skeleton, assets.skin);
  if (!localPoses) throw new Error('The figure should have local poses.');
  return {
    table,
    parts,
    clips,
    extent,
    far: createLevels(parts, assets, table.count),
    draws,
    localPoses,
    listsOf: (character) => [bodies[character], 2, 3, 4],
  };
}

/** Clusters of a part of {@link scatterCrowd} at all levels: part n has 10 n + 1 to 10 n + 10. */
export const CLUSTERS_A_PART = 10;

/** Levels with other clusters each; at the last one the first body is drawn near, and the hair not at all. */
function createLevels({ parts }: PartsInUse, { parts: assets }: CrowdAssets, count: number): FarLevels {
  const clusters = [3, 2, 1];
  const ranges = Array.from({ length: LEVELS }, (_, level) =>
    parts.map(({ part }, n) => {
      const isLast = level === LEVELS - 1;
      if (isLast && n === 0) return [NEAR_MESH, 0];
      return [
        EMPTY_CLUSTER + 1 + n * CLUSTERS_A_PART + 3 * level,
        isLast && part.name === 'hair_a' ? 0 : clusters[level],
      ];
    }),
  );
  const most = 3 * parts.reduce((sum, { capacity }) => sum + capacity, 0);
  const pairs = Math.ceil(most / BATCH) * BATCH;
  const { material } = [...assets.values()][0];
  const none = new Uint32Array();
  const merged = { words: none, material, hasUv: false, grid: undefined, ranges: none };
  return { merged, ranges: Uint32Array.from(ranges.flat(2)), slots: count, pairs };
}

/** The characters that a camera sees, by three's own frustum. */
export function seenByThree({ table, extent }: ScatteredCrowd, camera: Camera): Set<number> {
  camera.updateMatrixWorld();
  const frustum = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    camera.coordinateSystem,
  );
  const seen = new Set<number>();
  for (let i = 0; i < table.count; i++) {
    const scale = table.scale(i);
    const center = new Vector3(table.x(i), table.y(i) + extent.centerY * scale, table.z(i));
    if (!table.isHidden(i) && frustum.intersectsSphere(new Sphere(center, extent.radius * scale)))
      seen.add(i);
  }
  return seen;
}
