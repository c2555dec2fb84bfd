import { type Camera, Matrix4, OrthographicCamera, PerspectiveCamera, WebGPUCoordinateSystem } from 'three';
import type { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TINTS } from '../../../src/protocol/index.js';
import { LEVEL_ERRORS, LEVELS, NEAR_MESH, SAMPLED_LEVEL } from '../../../src/render/drawing/far-levels.js';
import { BATCH, CLUSTER_BITS, EMPTY_CLUSTER } from '../../../src/render/drawing/far-mesh.js';
import { PAIRS_A_LINE, VisibleLists } from '../../../src/render/drawing/visible-lists.js';
import { CameraView } from '../../../src/render/poses/camera-view.js';
import { type ControlView, drawByte, farDrawByte } from '../../../src/render/webgpu/compute-buffers.js';
import { ComputeFrame } from '../../../src/render/webgpu/compute-frame.js';
import { loadShaderFunctions, type ShaderFunctions } from '../../../src/render/webgpu/shader-functions.js';
import { createFigure } from '../../support/browser/figure.js';
import { createNodeRenderer, readBuffer } from '../../support/render/node-renderer.js';
import {
  CLUSTERS_A_PART,
  type ScatteredCrowd,
  type ScatterOptions,
  scatterCrowd,
  seenByThree,
} from '../../support/render/scattered-crowd.js';

const COUNT = 1500;

let renderer: WebGPURenderer;
let shaders: ShaderFunctions;

beforeAll(async () => {
  renderer = await createNodeRenderer();
  shaders = await loadShaderFunctions('wgsl');
});

afterAll(() => renderer.dispose());

/** A view whose instances culling counts. */
type CountedView = Exclude<ControlView, 'wireframe' | 'kept'>;

/** The lists of a frame: two words for each instance. */
interface Lists {
  /** Character of each slot. */
  readonly characters: Uint32Array;
  near(view: CountedView, draw: number): Uint32Array;
  /** Whole batches. */
  merged(view: CountedView): Uint32Array;
}

/** The characters in the lists of a frame. */
interface Outcome {
  readonly characters: Uint32Array;
  /** Characters in each near draw of a view. */
  readonly near: Readonly<Record<CountedView, readonly number[][]>>;
  /** Characters in a view's merged draw, with the clusters it draws of each. */
  readonly merged: Readonly<Record<CountedView, ReadonlyMap<number, readonly number[]>>>;
}

const words = async (attribute: StorageBufferAttribute): Promise<Uint32Array> =>
  new Uint32Array(await readBuffer(renderer, attribute));

async function listsOf(frame: ComputeFrame, { draws }: ScatteredCrowd): Promise<Lists> {
  const control = await words(frame.control);
  const slots = await words(frame.slots.value as StorageBufferAttribute);
  const instances = await words(frame.instances.value as StorageBufferAttribute);
  const pairs = await words(frame.pairs.value as StorageBufferAttribute);
  return {
    characters: slots.slice(1, 1 + slots[0]),
    near: (view, draw) => {
      const at = drawByte(view, draw, draws.length) / 4;
      const [, count, , , first] = control.subarray(at, at + 5);
      return instances.subarray(2 * first, 2 * (first + count));
    },
    merged: (view) => {
      const at = farDrawByte(view, draws.length) / 4;
      const [, count, , first] = control.subarray(at, at + 4);
      return pairs.subarray(2 * BATCH * first, 2 * BATCH * (first + count));
    },
  };
}

async function outcomeOf(frame: ComputeFrame, crowd: ScatteredCrowd): Promise<Outcome> {
  return takeApart(await listsOf(frame, crowd), crowd);
}

/** Checks on the way that every instance has the colour that its part takes from its character. */
function takeApart({ characters, ...lists }: Lists, { draws, parts, table, far }: ScatteredCrowd): Outcome {
  const nearOf = (view: CountedView): number[][] =>
    draws.map((_, draw) => {
      const instances = lists.near(view, draw);
      const { tint } = parts.parts[draw];
      return Array.from({ length: instances.length / 2 }, (_, k) => {
        const [slot, color] = instances.subarray(2 * k);
        expect(color, `draw ${draw}`).toBe(table.packedColor(characters[slot], TINTS.indexOf(tint)));
        return characters[slot];
      });
    });
  const mergedOf = (view: CountedView): Map<number, number[]> => {
    const clusters = new Map<number, number[]>();
    const words = lists.merged(view);
    const filled = words.findLastIndex((word) => word !== EMPTY_CLUSTER) + 1;
    // Only the last batch has empty clusters.
    expect(words.length - filled).toBeLessThan(2 * BATCH);
    for (let k = 0; k < filled; k += 2) {
      const [word, color] = words.subarray(k);
      const place = word >>> CLUSTER_BITS;
      const character = place < far.slots ? characters[place] : place - far.slots;
      const cluster = word & ((1 << CLUSTER_BITS) - 1);
      const { tint } = parts.parts[Math.floor((cluster - 1) / CLUSTERS_A_PART)];
      expect(color, `cluster ${cluster}`).toBe(table.packedColor(character, TINTS.indexOf(tint)));
      clusters.set(character, [...(clusters.get(character) ?? []), cluster]);
    }
    return clusters;
  };
  return {
    characters,
    near: { camera: nearOf('camera'), shadow: nearOf('shadow') },
    merged: { camera: mergedOf('camera'), shadow: mergedOf('shadow') },
  };
}

/**
 * The coarsest level whose error is at most `share` of the view's height, in double precision; undefined so near to a
 * threshold that rounding decides.
 */
function levelOf(crowd: ScatteredCrowd, view: CameraView, i: number, share: number): number | undefined {
  const { table, extent } = crowd;
  const scale = table.scale(i);
  const { x, y, z, w } = view.depth;
  const depth = x * table.x(i) + y * (table.y(i) + extent.centerY * scale) + z * table.z(i) + w;
  const height = (view.focal * (extent.maxY - extent.minY) * scale) / Math.abs(depth);
  const errors = LEVEL_ERRORS.map((error) => error * height);
  if (errors.some((error) => Math.abs(error - share) < 1e-6)) return undefined;
  return errors.filter((error) => error < share).length;
}

/** First cluster and number of clusters of a part at a level; undefined for its near mesh. */
function clustersOf({ parts, far }: ScatteredCrowd, level: number, list: number): number[] | undefined {
  const [first, count] = far.ranges.subarray(((level - 1) * parts.parts.length + list) * 2);
  if (level === 0 || first === NEAR_MESH) return undefined;
  return Array.from({ length: count }, (_, k) => first + k);
}

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

function perspective(): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 60);
  camera.position.set(4, 2, 10);
  camera.lookAt(0, 1, -4);
  return camera;
}

function orthographic(): OrthographicCamera {
  const camera = new OrthographicCamera(-7, 7, 6, -6, 0.1, 60);
  camera.position.set(-8, 20, 12);
  camera.lookAt(-8, 0, 4);
  return camera;
}

/** A frame of a crowd: its own kernels and its own oracle. */
function createFrame(seed: number, options?: ScatterOptions): { crowd: ScatteredCrowd; frame: ComputeFrame } {
  const crowd = scatterCrowd(createFigure().assets, COUNT, seed, options);
  return { crowd, frame: new ComputeFrame(renderer, crowd, shaders) };
}

const viewOf = (camera: Camera): CameraView => {
  camera.updateMatrixWorld();
  return new CameraView().set(camera, new Matrix4());
};

test.each([
  [1, 'a perspective camera', perspective()],
  [2, 'an orthographic camera', orthographic()],
  [3, 'a camera that counts depth as WebGPU does', inWebGPUSpace(perspective())],
] as const)(
  'seed %i, %s: every draw has the characters that three sees, at their levels; shadows have coarser ones where their texels allow',
  async (seed, _name, camera) => {
    const { crowd, frame } = createFrame(seed, { hiddenShare: 0.1 });
    const sun = orthographic();
    sun.position.x += 20;
    const view = viewOf(camera);
    // Without perspective, all characters of scale 1 take the same share of the view.
    const size = view.focal * (crowd.extent.maxY - crowd.extent.minY);
    const share = camera instanceof OrthographicCamera ? size * LEVEL_ERRORS[1] : 0.011;
    const shadow = viewOf(sun);
    frame.run(0, view, [shadow], share / 0.92);
    const { characters, near, merged } = await outcomeOf(frame, crowd);
    const dispatch = [...(await words(frame.control)).subarray(0, 3)];

    const seen = { camera: seenByThree(crowd, camera), shadow: seenByThree(crowd, sun) };
    const either = new Set([...seen.camera, ...seen.shadow]);
    expect(seen.camera.size).toBeGreaterThan(50);
    expect(either.size).toBeGreaterThan(seen.camera.size + 50);
    expect(either.size).toBeLessThan(COUNT - 100);
    expect(sorted(characters)).toEqual(sorted(either));
    const lists = new VisibleLists(crowd.table, crowd.parts, crowd.extent, crowd.far);
    lists.update(view, [shadow], share / 0.92);
    expect(sorted(lists.characters.subarray(0, lists.viewCount)), 'the CPU').toEqual(sorted(seen.camera));
    expect(sorted(lists.characters.subarray(0, lists.count)), 'the CPU').toEqual(sorted(either));
    const groups = Math.ceil((either.size * crowd.localPoses.parents.length) / 64);
    expect(dispatch).toEqual([groups, 1, 1]);

    const levels = new Map([...either].map((i) => [i, levelOf(crowd, view, i, share)]));
    const shadowLevels = new Map(
      [...either].map((i) => {
        const [own, doubled] = [levelOf(crowd, shadow, i, share), levelOf(crowd, view, i, 2 * share)];
        const isDecided = own !== undefined && doubled !== undefined;
        return [i, isDecided ? Math.max(own, doubled) : undefined];
      }),
    );
    const decided = [...levels.values()].filter((level) => level !== undefined);
    expect(decided.length).toBeGreaterThan(either.size * 0.98);
    if (!(camera instanceof OrthographicCamera)) expect(new Set(decided).size).toBeGreaterThan(LEVELS - 1);
    const coarser = [...seen.shadow].filter((i) => (shadowLevels.get(i) ?? 0) > (levels.get(i) ?? LEVELS));
    if (!(camera instanceof OrthographicCamera)) expect(coarser.length).toBeGreaterThan(20);
    for (const kind of ['camera', 'shadow'] as const) {
      const nearLists = near[kind].map((list) => new Set(list));
      for (const i of seen[kind]) {
        const level = (kind === 'camera' ? levels : shadowLevels).get(i);
        if (level === undefined) continue;
        const lists = crowd.listsOf(i);
        const inNear = lists.filter((list) => clustersOf(crowd, level, list) === undefined);
        expect(
          lists.filter((list) => nearLists[list].has(i)),
          `character ${i}, ${kind}`,
        ).toEqual(inNear);
        const clusters = lists.flatMap((list) => clustersOf(crowd, level, list) ?? []);
        expect(sorted(merged[kind].get(i) ?? []), `character ${i}, ${kind}`).toEqual(sorted(clusters));
      }
      for (const i of [...merged[kind].keys(), ...near[kind].flat()]) expect(seen[kind].has(i)).toBe(true);
    }
    frame.dispose();
  },
);

/** Lists of the same frame by the kernels and by the CPU. */
const LISTS_OF = {
  kernels: async (
    crowd: ScatteredCrowd,
    view: CameraView,
    shadow: CameraView,
    share: number,
  ): Promise<Lists> => {
    const frame = new ComputeFrame(renderer, crowd, shaders);
    frame.run(0, view, [shadow], share);
    const lists = await listsOf(frame, crowd);
    frame.dispose();
    return lists;
  },
  CPU: async (crowd: ScatteredCrowd, view: CameraView, shadow: CameraView, share: number): Promise<Lists> => {
    const { table, parts, extent, far } = crowd;
    const visible = new VisibleLists(table, parts, extent, far);
    visible.update(view, [shadow], share);
    const { draws, merged, posed } = visible;
    return {
      characters: posed.characters.slice(0, posed.count),
      near: (pass, draw) => draws[draw][pass].pairs.subarray(0, 2 * draws[draw][pass].count),
      merged: (pass) => merged[pass].pairs.subarray(0, 2 * BATCH * Math.ceil(merged[pass].count / BATCH)),
    };
  },
};

test.each([
  ['kernels', 1000],
  ['kernels', 40],
  ['CPU', 1000],
  ['CPU', 40],
] as const)(
  'with %s and %i palette slots, levels from SAMPLED_LEVEL on take none, and whoever gets none has such a level (seed 7)',
  async (by, slots) => {
    const crowd = scatterCrowd(createFigure().assets, COUNT, 7);
    const ranges = crowd.far.ranges.map((word) => (word === NEAR_MESH ? EMPTY_CLUSTER + 1 : word));
    const few = { ...crowd, far: { ...crowd.far, ranges, slots } };
    const [camera, sun] = [perspective(), orthographic()];
    sun.position.x += 20;
    const [view, shadow] = [viewOf(camera), viewOf(sun)];
    const share = 0.011;
    const lists = await LISTS_OF[by](few, view, shadow, share / 0.92);
    const { characters, near, merged } = takeApart(lists, few);

    const posed = new Set(characters);
    expect(posed.size).toBe(characters.length);
    const seen = seenByThree(crowd, camera);
    const levels = new Map([...seen].map((i) => [i, levelOf(few, view, i, share)]));
    const finer = [...seen].filter((i) => (levels.get(i) ?? LEVELS) < SAMPLED_LEVEL);
    expect(finer.length).toBeGreaterThan(60);
    expect(finer.length).toBeLessThan(seen.size - 20);
    // Shadows of this sun, without perspective, have one level for all.
    if (slots < finer.length) expect(posed.size).toBe(slots);
    else for (const i of finer) expect(posed.has(i), `character ${i}`).toBe(true);
    let sampled = 0;
    for (const i of seen) {
      const wanted = levels.get(i);
      if (wanted === undefined) continue;
      const level = posed.has(i) ? wanted : Math.max(wanted, SAMPLED_LEVEL);
      const own = few.listsOf(i);
      const clusters = own.flatMap((list) => clustersOf(few, level, list) ?? []);
      expect(sorted(merged.camera.get(i) ?? []), `character ${i}`).toEqual(sorted(clusters));
      const isNear = near.camera.some((list) => list.includes(i));
      expect(isNear, `character ${i}`).toBe(level === 0);
      if (!posed.has(i)) sampled += 1;
    }
    expect(sampled).toBeGreaterThan(20);
  },
);

test.each(['kernels', 'CPU'] as const)(
  'with %s, a frame with more pairs than there is room for fills the room and no more (seed 8)',
  async (by) => {
    const crowd = scatterCrowd(createFigure().assets, COUNT, 8);
    // All clusters of each part, at all levels.
    const ranges = crowd.far.ranges.map((_, k) => {
      const part = (k >> 1) % crowd.parts.parts.length;
      return k % 2 === 0 ? EMPTY_CLUSTER + 1 + part * CLUSTERS_A_PART : CLUSTERS_A_PART;
    });
    const few = { ...crowd, far: { ...crowd.far, ranges, pairs: PAIRS_A_LINE } };
    const sun = orthographic();
    sun.position.x += 20;
    const lists = await LISTS_OF[by](few, viewOf(perspective()), viewOf(sun), 0.2);
    const { merged } = takeApart(lists, few);
    for (const view of ['camera', 'shadow'] as const) {
      expect([...merged[view].values()].flat().length, view).toBe(PAIRS_A_LINE);
    }
  },
);

test('the further surfaces of a part are drawn for those who wear it (seed 5)', async () => {
  const crowd = scatterCrowd(createFigure().assets, COUNT, 5);
  const further = [
    { like: 1, firstIndex: 6, indexCount: 12 },
    { like: 4, firstIndex: 18, indexCount: 3 },
  ];
  const frame = new ComputeFrame(renderer, { ...crowd, further }, shaders);
  const draws = crowd.draws.length + further.length;
  for (const share of [0, 0.0015]) {
    frame.run(0, viewOf(perspective()), [viewOf(orthographic())], share);
    const control = await words(frame.control);
    for (const view of ['camera', 'shadow', 'wireframe'] as const) {
      const edges = view === 'wireframe' ? 2 : 1;
      further.forEach(({ like, firstIndex, indexCount }, k) => {
        const argsOf = (draw: number) => [
          ...control.subarray(drawByte(view, draw, draws) / 4).subarray(0, 5),
        ];
        const [, instances, , , first] = argsOf(like);
        expect(instances).toBeGreaterThan(20);
        expect(argsOf(crowd.draws.length + k)).toEqual([
          edges * indexCount,
          instances,
          edges * firstIndex,
          0,
          first,
        ]);
      });
    }
  }
  frame.dispose();
});

test('at the threshold a level stays what it was (seed 4)', async () => {
  const { crowd, frame } = createFrame(4);
  const camera = perspective();
  const view = viewOf(camera);
  const farAt = async (share: number): Promise<Set<number>> => {
    frame.run(0, view, [], share);
    return new Set((await outcomeOf(frame, crowd)).merged.camera.keys());
  };
  const before = await farAt(0.0015);
  const raised = await farAt(0.0015625);
  const back = await farAt(0.0015);
  expect(before.size).toBeGreaterThan(20);
  expect(raised.size).toBeGreaterThan(before.size);
  // Those who crossed on the way up are within 8 % of the threshold, and stay far on the way down.
  expect(back).toEqual(raised);
  frame.dispose();
});

test('nobody is culled without a camera, and the hidden never count (seed 5)', async () => {
  const { crowd, frame } = createFrame(5, { hiddenShare: 0.3 });
  const visible = Array.from({ length: COUNT }, (_, i) => i).filter((i) => !crowd.table.isHidden(i));
  frame.run(0, undefined, [], 0.5);
  const first = await outcomeOf(frame, crowd);
  expect(sorted(first.characters)).toEqual(visible);
  expect(first.merged.camera.size).toBe(0);
  expect(sorted(first.near.camera[4])).toEqual(visible);

  crowd.table.setHidden(visible[0], true);
  frame.upload({ rows: [{ first: visible[0], count: 1 }], moves: [], layers: [] });
  frame.run(0, undefined, [], 0);
  expect(sorted((await outcomeOf(frame, crowd)).characters)).toEqual(visible.slice(1));
  frame.dispose();
});

test('more shadows than there is room for see everybody (seed 6)', { tags: ['nightly'] }, async () => {
  const { crowd, frame } = createFrame(6);
  const away = orthographic();
  away.position.set(500, 20, 500);
  const unseen = viewOf(away);
  const view = viewOf(perspective());
  frame.run(
    0,
    view,
    Array.from({ length: 15 }, () => unseen),
    0,
  );
  expect(sorted((await outcomeOf(frame, crowd)).characters)).toEqual(
    sorted(seenByThree(crowd, perspective())),
  );
  frame.run(
    0,
    view,
    Array.from({ length: 16 }, () => unseen),
    0,
  );
  expect((await outcomeOf(frame, crowd)).characters.length).toBe(COUNT);
  frame.dispose();
});

function inWebGPUSpace(camera: PerspectiveCamera): PerspectiveCamera {
  camera.coordinateSystem = WebGPUCoordinateSystem;
  camera.updateProjectionMatrix();
  return camera;
}
