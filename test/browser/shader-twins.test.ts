import { MathUtils, Matrix3, Quaternion, Vector2, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import {
  type AnimationState,
  createAnimationState,
  fadeWeight,
} from '../../src/render/characters/animation-state.js';
import { CharacterTable } from '../../src/render/characters/character-table.js';
import {
  createShownFoot,
  LayerTable,
  MOST_YAW,
  upperWeight,
} from '../../src/render/characters/layer-table.js';
import {
  packColor,
  packHeading,
  packOpacity,
  unpackHeading,
} from '../../src/render/characters/row-layout.js';
import { DATA_WIDTH, ROW_WORDS } from '../../src/render/characters/row-table.js';
import { KEEPS_COLOR } from '../../src/render/drawing/far-mesh.js';
import { withConstants } from '../../src/render/drawing/shader-constants.js';
import { legTurns } from '../../src/render/poses/leg-turns.js';
import { BUILDS, locateFrame } from '../../src/rig/index.js';
import { runGlsl, runWgsl, WORDS_A_CASE } from '../support/browser/run-shader.js';
import { threadAt } from '../support/weave.js';

const SEED = 11;
const CASES = 500;
/** Seconds of the crowd's clock. */
const TIME = 0.2;

const sources = import.meta.glob<string>('../../shaders/*.{wgsl,glsl}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const source = (name: string, language: 'wgsl' | 'glsl'): string =>
  withConstants(sources[`../../shaders/${name}.${language}`] ?? '');

type Random = () => number;

interface Twin {
  readonly name: string;
  /** Calls the function; `vec4` is each language's own. */
  readonly call: string;
  /** Fills a case. */
  input(random: Random, floats: Float32Array, bits: Uint32Array): void;
  /** What the function should answer. */
  expected(floats: Float32Array, bits: Uint32Array): number[];
  readonly tolerance: number;
}

const within = (random: Random, reach: number): number => (random() * 2 - 1) * reach;

const vector = (random: Random, reach: number): [number, number, number] => [
  within(random, reach),
  within(random, reach),
  within(random, reach),
];

function unitQuaternion(random: Random, out: Float32Array, o: number): void {
  new Quaternion(...vector(random, 1), within(random, 1)).normalize().toArray(out, o);
}

/** A place in motifs, then twice the pattern, the share and 0.5; the normal, and the width of a pixel. */
function wovenColor(f: Float32Array): number[] {
  const pattern = Math.floor(f[3] / 2);
  const share = (f[3] - 2 * pattern - 0.5) * (1 - MathUtils.smoothstep(f[7], 0.15, 0.5));
  const across = Math.abs(f[4]) > Math.abs(f[6]) ? f[2] : f[0];
  return [0.42, 0.38, 0.25].map((thread) => 1 + thread * share * threadAt(pattern, across, f[1]));
}

/** A row of the table with random contents: its last three texels are A, B and C; D is (time, part). */
function fillRow(random: Random, _floats: Float32Array, bits: Uint32Array): void {
  const table = new CharacterTable(1);
  const pick = (most: number): number => Math.floor(random() * most);
  row.animation = {
    clip: pick(1024),
    oldClip: pick(1024),
    start: Math.fround(within(random, 100)),
    speed: Math.fround(random() * 2),
    oldStart: Math.fround(within(random, 100)),
    oldSpeed: Math.fround(random() * 2),
    fadeStart: Math.fround(within(random, 2)),
    fadeSeconds: random() < 0.3 ? 0 : Math.fround(0.2 + random()),
  };
  row.scale = Math.fround(0.5 + random());
  row.parts = [pick(1000), pick(1000), pick(1000)];
  row.isHidden = random() < 0.5;
  row.opacity = pick(3) / 2;
  table.setTransform(0, 1, 2, 3, 0, row.scale);
  table.setAnimation(0, row.animation);
  table.setParts(0, ...row.parts);
  table.setHidden(0, row.isHidden);
  table.setOpacity(0, row.opacity);
  row.cell = pick(256);
  table.setTextureCell(0, row.cell);
  row.build = pick(BUILDS);
  table.setBuild(0, row.build);
  bits.set(table.words.subarray(4, ROW_WORDS));
}

/** What {@link fillRow} wrote last. */
const row = {
  animation: createAnimationState() as AnimationState,
  scale: 1,
  parts: [0, 0, 0] as [number, number, number],
  isHidden: false,
  opacity: 1,
  cell: 0,
  build: 0,
};

/** A character who is within a step: the position texel of the row is A, the move B, what is left of the step and its number C. */
function fillMove(random: Random, floats: Float32Array, bits: Uint32Array): void {
  const heading = within(random, Math.PI);
  const before = random() < 0.3 ? heading : heading + within(random, 1.2);
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
  moving.setStepEnd(0, ...vector(random, 10), sine, cosine);
  moving.step = Math.floor(65_536 * random());
  // A long move ends some steps ahead, in every second case, or has ended.
  const lastStep = moving.step + Math.floor(14 * random()) - 3;
  if (random() < 0.5) moving.moves.setLong(0, ...vector(random, 0.1), lastStep);
  else moving.moves.set(0, ...vector(random, 1), sine - Math.sin(before), cosine - Math.cos(before));
  moving.stepLeft = Math.fround(random());
  bits.set(moving.words.subarray(0, 4));
  bits.set(moving.moves.words.subarray(0, 4), 4);
  floats[8] = moving.stepLeft;
  floats[9] = moving.step;
}

/** Whom {@link fillMove} filled in last. */
const moving = new CharacterTable(1);

/** A record of layers with random contents: its two feet, body and upper body are A, B, C and D. */
function fillLayers(random: Random, _floats: Float32Array, bits: Uint32Array): void {
  layers = new LayerTable(1);
  for (const foot of [0, 1] as const) {
    layers.setFoot(0, foot, {
      x: within(random, 50),
      z: within(random, 50),
      isPlaced: random() < 0.5,
      ...directionOf(within(random, Math.PI)),
      lift: within(random, 1),
      yaw: within(random, 1),
      tiltX: within(random, 0.4),
      tiltZ: within(random, 0.4),
    });
  }
  if (random() < 0.5) {
    layers.releaseFoot(0, 0, {
      x: within(random, 1),
      z: within(random, 1),
      yaw: within(random, 1),
      lift: within(random, 0.1),
      rise: 0.1 * random(),
      start: TIME - 0.3 * random(),
    });
  }
  layers.setHips(0, random());
  layers.setLook(0, within(random, 0.7), within(random, 0.7), random());
  layers.setUpper(0, {
    clip: Math.floor(random() * 1000),
    isAdditive: random() < 0.5,
    start: Math.fround(within(random, 5)),
    speed: Math.fround(0.5 + random()),
    fadeStart: 0,
    fadeSeconds: Math.fround([0, 0.5, -0.5][Math.floor(random() * 3)]),
  });
  bits.set(layers.words.subarray(0, ROW_WORDS));
}

const directionOf = (angle: number) => ({ sine: Math.sin(angle), cosine: Math.cos(angle) });

/** What {@link fillLayers} wrote last. */
let layers = new LayerTable(1);
const placement = createShownFoot();

const twins: readonly Twin[] = [
  {
    name: 'crowd-quaternion',
    call: 'crowdProduct(A, B)',
    input: (random, f) => {
      unitQuaternion(random, f, 0);
      unitQuaternion(random, f, 4);
    },
    expected: (f) => new Quaternion().fromArray(f).multiply(new Quaternion().fromArray(f, 4)).toArray(),
    tolerance: 1e-5,
  },
  {
    name: 'crowd-quaternion',
    call: 'vec4(crowdTurned(A, B.xyz), 0.0)',
    input: (random, f) => {
      unitQuaternion(random, f, 0);
      f.set(vector(random, 2), 4);
    },
    expected: (f) => [
      ...new Vector3().fromArray(f, 4).applyQuaternion(new Quaternion().fromArray(f)).toArray(),
      0,
    ],
    tolerance: 1e-5,
  },
  ...([0, 1] as const).map(
    (column): Twin => ({
      name: 'crowd-leg-turns',
      call: `crowdLegTurns(vec3(0.0), A.xyz, B.xyz, C.xyz, vec3(1.0, 0.0, 0.0))[${column}]`,
      input: (random, f) =>
        f.set([
          ...[within(random, 0.1), -0.4, 0.1 * random(), 0],
          ...[within(random, 0.1), -0.8, -0.1 - 0.1 * random(), 0],
          ...[within(random, 0.3), -0.5 - 0.3 * random(), within(random, 0.3), 0],
        ]),
      expected: (f) => {
        const turns = new Float64Array(8);
        const joints = Float64Array.of(0, 0, 0, ...f.subarray(0, 3), ...f.subarray(4, 7));
        legTurns(turns, 0, joints, f.subarray(8), Float64Array.of(1, 0, 0));
        return [...turns.subarray(column * 4, column * 4 + 4)];
      },
      tolerance: 2e-4,
    }),
  ),
  {
    name: 'crowd-layers',
    call: `crowdFootPlace(UA, ${TIME})`,
    input: fillLayers,
    expected: () => {
      layers.foot(0, 0, TIME, placement);
      return [placement.x, placement.z, Number(placement.isPlaced), placement.lift];
    },
    tolerance: 1e-4,
  },
  {
    name: 'crowd-layers',
    // Any word is somebody's heading.
    call: `crowdFootTurn(UA, UB.x, ${TIME})`,
    input: fillLayers,
    // three's own: about the vertical, then by the shortest way to the normal.
    expected: (_f, u) => {
      layers.foot(0, 0, TIME, placement);
      const { isPlaced, sine, cosine, tiltX, tiltZ } = placement;
      const turned = new Vector2(cosine, sine).rotateAround(new Vector2(), -unpackHeading(u[4])).angle();
      const near = turned > Math.PI ? turned - 2 * Math.PI : turned;
      const yaw = isPlaced ? Math.min(MOST_YAW, Math.max(-MOST_YAW, near)) : placement.yaw;
      const up = new Vector3(0, 1, 0);
      const normal = new Vector3(tiltX, Math.sqrt(1 - tiltX ** 2 - tiltZ ** 2), tiltZ);
      return new Quaternion()
        .setFromUnitVectors(up, normal)
        .multiply(new Quaternion().setFromAxisAngle(up, yaw))
        .toArray();
    },
    tolerance: 1e-4,
  },
  {
    name: 'crowd-layers',
    call: `vec4(crowdHipsDrop(UC), crowdLookWeight(UC), crowdUpperWeight(UC, UD, ${TIME}), crowdUpperSeconds(UD, ${TIME}))`,
    input: fillLayers,
    expected: () => {
      const upper = layers.upper(0)!;
      const look = [0, 0, 0];
      layers.look(0, look);
      return [layers.hips(0), look[2], upperWeight(upper, 0.2), (0.2 - upper.start) * upper.speed];
    },
    tolerance: 1e-4,
  },
  {
    name: 'crowd-layers',
    call: 'crowdLessened(crowdLookTurn(UC, vec3(0.0, 0.0, 1.0)), 1.0)',
    input: fillLayers,
    expected: () => {
      const look = [0, 0, 0];
      layers.look(0, look);
      const [x, y] = look;
      const direction = new Vector3(x, y, Math.sqrt(Math.max(0, 1 - x * x - y * y)));
      return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), direction).toArray();
    },
    tolerance: 1e-3,
  },
  {
    name: 'crowd-layers',
    call: 'vec4(float(crowdUpperNumber(UD)), float(crowdUpperIsAdditive(UD)), 0.0, 0.0)',
    input: fillLayers,
    expected: () => {
      const { clip, isAdditive } = layers.upper(0)!;
      return [clip, isAdditive ? 1 : 0, 0, 0];
    },
    tolerance: 0,
  },
  {
    name: 'crowd-row',
    call: 'vec4(crowdClipSeconds(UA, D.x), crowdOldClipSeconds(UB, D.x), crowdFadeWeight(UB, D.x), crowdScale(UA))',
    input: (random, f, u) => {
      fillRow(random, f, u);
      f[12] = within(random, 3);
    },
    expected: (f) => {
      const { start, speed, oldStart, oldSpeed } = row.animation;
      const weight = fadeWeight(row.animation, f[12]);
      return [(f[12] - start) * speed, (f[12] - oldStart) * oldSpeed, weight, row.scale];
    },
    tolerance: 1e-4,
  },
  {
    name: 'crowd-row',
    call: 'vec4(float(crowdClipNumber(UA)), float(crowdOldClipNumber(UA)), float(crowdPartNumber(UC, UD.y)), float(crowdIsHidden(UC)))',
    input: (random, f, u) => {
      fillRow(random, f, u);
      u[13] = Math.floor(random() * 3);
    },
    expected: (_f, u) => [
      row.animation.clip,
      row.animation.oldClip,
      row.parts[u[13]],
      row.isHidden || row.opacity === 0 ? 1 : 0,
    ],
    tolerance: 0,
  },
  {
    name: 'crowd-moved',
    call: 'vec4(uintBitsToFloat(crowdMoved(UA, UB, C.xy)).xyz, 0.0)',
    input: fillMove,
    expected: () => [moving.x(0), moving.y(0), moving.z(0), 0],
    tolerance: 1e-5,
  },
  {
    name: 'crowd-moved',
    // Both halves of the heading, counted from the lowest number.
    call: `vec4(${['', ' >> 16u'].map((half) => `float(((crowdMoved(UA, UB, C.xy).w${half}) + 32768u) & 65535u)`).join(', ')}, 0.0, 0.0)`,
    input: fillMove,
    expected: () => [Math.sin, Math.cos].map((of) => 32768 + 32767 * of(moving.heading(0))),
    tolerance: 2.5,
  },
  {
    name: 'crowd-frames',
    call: 'vec4(crowdFrames(A, B.x), 0.0)',
    input: (random, f) => {
      const frames = 1 + Math.floor(random() * 200);
      const duration = 0.2 + random() * 6;
      const code = [0, 2, 3, 4, 5, 8, 11][Math.floor(random() * 7)];
      // A held frame is asked for in its middle, since its border is not sharp.
      const seconds =
        code < 8 ? within(random, 120) : ((Math.floor(random() * frames) + 0.5) * duration) / frames;
      f.set([Math.floor(random() * 500), frames, duration, code, seconds]);
    },
    expected: (f) => {
      const out = [0, 0, 0];
      const code = f[3];
      const clip = { startFrame: f[0], frameCount: f[1], duration: f[2], loop: (code & 1) !== 0 };
      const end = (code & 4) !== 0 ? 'stored' : (code & 2) !== 0 ? 'first' : undefined;
      locateFrame({ ...clip, ...(end && { end }), isStepped: (code & 8) !== 0 }, f[4], out, 0);
      // Frames may be told apart differently at their border; the moment that they stand for may not.
      return [out[0] + out[2] * (out[1] === out[0] ? 0 : 1)];
    },
    tolerance: 0.02,
  },
  {
    name: 'crowd-row',
    call: 'vec4(float(crowdTextureCell(UA)), float(crowdBuild(UA)), 0.0, 0.0)',
    input: fillRow,
    expected: () => [row.cell, row.build],
    tolerance: 0,
  },
  {
    name: 'crowd-cell',
    call: 'vec4(crowdCellUv(A.xy, UB.x, C.xyz), 0.0, 0.0)',
    input: (random, f, u) => {
      f.set([random(), random()]);
      u[4] = Math.floor(random() * 256);
      f.set([1 + Math.floor(random() * 8), 1 + Math.floor(random() * 8), random() < 0.5 ? 0 : 1], 8);
    },
    // By three's own matrix of a texture that is repeated and offset.
    expected: (f, u) => {
      const [columns, rows, fromTop] = f.subarray(8, 11);
      const cell = u[4] % (columns * rows);
      const row = Math.floor(cell / columns);
      const [left, top] = [(cell % columns) / columns, (fromTop ? rows - 1 - row : row) / rows];
      const place = new Matrix3().setUvTransform(left, top, 1 / columns, 1 / rows, 0, 0, 0);
      return new Vector2(f[0], f[1]).applyMatrix3(place).toArray();
    },
    tolerance: 1e-5,
  },
  {
    name: 'crowd-texel',
    call: 'vec4(vec2(crowdTexel(int(A.x))), 0.0, 0.0)',
    input: (random, f) => f.set([Math.floor(random() * 1e6)]),
    expected: (f) => [f[0] % DATA_WIDTH, Math.floor(f[0] / DATA_WIDTH)],
    tolerance: 0,
  },
  ...(
    [
      ['crowd-rotate', 'crowdRotate', 1],
      ['crowd-inverse-rotate', 'crowdInverseRotate', -1],
    ] as const
  ).map(
    ([name, called, sign]): Twin => ({
      name,
      call: `vec4(${called}(A.xyz, UB.x), 0.0)`,
      input: (random, f, u) => {
        const heading = within(random, Math.PI);
        f.set([...vector(random, 2), heading]);
        u[4] = packHeading(heading);
      },
      expected: (f) =>
        new Vector3()
          .fromArray(f)
          .applyAxisAngle(new Vector3(0, 1, 0), sign * f[3])
          .toArray(),
      tolerance: 1e-4,
    }),
  ),
  {
    name: 'crowd-color',
    call: 'vec4(crowdColor(UB.x), crowdOpacity(UB.x))',
    input: (random, f, u) => {
      f.set([random(), random(), random(), Math.floor(random() * 32) / 31]);
      u[4] = packColor(f[0], f[1], f[2]) + packOpacity(f[3]);
    },
    expected: (f) => [f[0], f[1], f[2], f[3]],
    // 9 bits of the square root: 1/511.
    tolerance: 2e-3,
  },
  {
    name: 'crowd-dither',
    call: 'vec4(crowdDither(A.xy), 0.0, 0.0, 0.0)',
    input: (random, f) => f.set([Math.floor(random() * 64) + 0.5, Math.floor(random() * 64) + 0.5]),
    // Where a fraction wraps, 32 bits may come out at the other end.
    expected: (f) => [(52.9829189 * ((0.06711056 * f[0] + 0.00583715 * f[1]) % 1)) % 1],
    tolerance: 1e-3,
  },
  {
    name: 'crowd-tint',
    call: 'vec4(crowdTint(A, B.xyz, C.xyz, B.w), 0.0)',
    input: (random, f) => {
      for (let k = 0; k < 12; k++) f[k] = random();
      f[7] = random() < 0.5 ? 1 : 0;
    },
    // Without a mask, all of the material's own colour is replaced by the tint.
    expected: (f) => [0, 1, 2].map((k) => f[k] * (f[7] ? f[4 + k] * (1 - f[3]) + f[8 + k] * f[3] : f[8 + k])),
    tolerance: 1e-6,
  },
  {
    name: 'crowd-tint',
    call: 'vec4(crowdFarTint(A.xyz, B.xyz, C.xyz, UB.w), 0.0)',
    input: (random, f, u) => {
      for (let k = 0; k < 11; k++) f[k] = random();
      if (random() < 0.5) f.fill(1, 8, 11);
      u[7] = Math.floor(random() * KEEPS_COLOR) + (random() < 0.5 ? KEEPS_COLOR : 0);
    },
    expected: (f, u) => {
      const isTinted = f.subarray(8, 11).some((value) => value !== 1);
      const keeps = u[7] >= KEEPS_COLOR;
      return [0, 1, 2].map((k) => {
        const [own, tinted] = [f[k], f[4 + k] * f[8 + k]];
        if (keeps) return isTinted ? tinted : own;
        return own + tinted;
      });
    },
    tolerance: 1e-6,
  },
  {
    name: 'crowd-weave',
    call: 'vec4(crowdWeave(A, B.xyz, B.w), 0.0)',
    input: (random, f) => {
      // Every second place is in an axis of a motif.
      const place = vector(random, 30).map((value) => (random() < 0.5 ? value : Math.round(value * 2) / 2));
      const share = random() < 0.5 ? Math.round(random()) : random();
      f.set([...place, 2 * Math.floor(random() * 6) + share + 0.5, ...vector(random, 1), random() * 0.6]);
    },
    expected: (f) => wovenColor(f),
    tolerance: 1e-3,
  },
  {
    name: 'crowd-floats',
    call: 'crowdFloats(UA)',
    input: (random, f) => f.set([within(random, 1e4), within(random, 1), random() * 1e-9, -0]),
    expected: (f) => [...f.subarray(0, 4)],
    tolerance: 0,
  },
  {
    name: 'crowd-slerp',
    call: 'crowdSlerp(A, B, C.x)',
    input: (random, f) => {
      unitQuaternion(random, f, 0);
      unitQuaternion(random, f, 4);
      f[8] = random();
    },
    // A turn and its negative are the same turn; three answers on the side of the first.
    expected: (f) => new Quaternion().fromArray(f).slerp(new Quaternion().fromArray(f, 4), f[8]).toArray(),
    tolerance: 5e-4,
  },
  {
    name: 'crowd-axes',
    call: 'vec4(crowdAxes(A, B.xyz) * C.xyz, 0.0)',
    input: (random, f) => {
      unitQuaternion(random, f, 0);
      for (let k = 4; k < 11; k++) f[k] = within(random, 2);
    },
    expected: (f) => {
      const scaled = new Vector3().fromArray(f, 8).multiply(new Vector3().fromArray(f, 4));
      return scaled.applyQuaternion(new Quaternion().fromArray(f)).toArray();
    },
    tolerance: 1e-5,
  },
  {
    name: 'crowd-far-normal',
    call: 'vec4(crowdFarNormal(UA.x), 0.0)',
    input: (random, _f, u) => {
      u[0] = Math.floor(random() * 2 ** 32);
    },
    expected: (_f, u) => [0, 10, 20].map((shift) => ((u[0] >>> shift) & 1023) / 511.5 - 1),
    tolerance: 1e-5,
  },
];

test('every shader has a twin, and every pair is tested here', () => {
  const names = [
    ...new Set(Object.keys(sources).map((path) => path.replace(/^.*\/(.*)\.\w+$/, '$1'))),
  ].sort();
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect([source(name, 'wgsl'), source(name, 'glsl')]).not.toContain(undefined);
  expect([...new Set(twins.map(({ name }) => name))].sort()).toEqual(names);
});

test.each(twins)(
  `$name answers alike in WGSL and GLSL (seed ${SEED})`,
  async ({ name, call, input, expected, tolerance }) => {
    const random = mulberry32(SEED);
    const cases = new Float32Array(CASES * WORDS_A_CASE);
    const wanted: number[][] = [];
    for (let i = 0; i < CASES; i++) {
      const floats = cases.subarray(i * WORDS_A_CASE, (i + 1) * WORDS_A_CASE);
      const bits = new Uint32Array(cases.buffer, floats.byteOffset, WORDS_A_CASE);
      input(random, floats, bits);
      wanted.push(expected(floats, bits));
    }
    const wgslCall = call
      .replaceAll('uintBitsToFloat(', 'bitcast<vec4<f32>>(')
      .replaceAll('vec4(', 'vec4<f32>(')
      .replaceAll('vec3(', 'vec3<f32>(')
      .replaceAll('vec2(', 'vec2<f32>(')
      .replaceAll(/\bint\(/g, 'i32(')
      .replaceAll('float(', 'f32(');
    const answers = {
      wgsl: await runWgsl(source(name, 'wgsl'), wgslCall, cases),
      glsl: runGlsl(source(name, 'glsl'), call, cases),
    };
    for (const [language, results] of Object.entries(answers)) {
      for (let i = 0; i < CASES; i++) {
        let answer = [...results.subarray(i * 4, i * 4 + 4)];
        if (name === 'crowd-frames') answer = [answer[0] + answer[2] * (answer[1] === answer[0] ? 0 : 1)];
        for (const [k, value] of wanted[i].entries()) {
          const error = Math.abs(answer[k] - value);
          if (!(error <= tolerance))
            expect.fail(`${language} case ${i}, component ${k}: ${answer[k]} instead of ${value}`);
        }
      }
    }
  },
);
