import { expect, test } from 'vitest';
import { type Gray, MARGIN, similarity, toGray } from '../../../bench/likeness/similarity.js';

const [WIDTH, HEIGHT] = [23, 17];

const picture = (valueAt: (x: number, y: number) => number): Gray => ({
  width: WIDTH,
  height: HEIGHT,
  values: Float64Array.from({ length: WIDTH * HEIGHT }, (_, k) => valueAt(k % WIDTH, Math.floor(k / WIDTH))),
});

const A = picture((x, y) => (x * x * 7 + y * 13 + x * y) % 256);
const B = picture((x, y) => ((x * x * 7 + y * 13 + x * y) % 256) * 0.8 + ((x * 5 + y * 11) % 32));
const C = picture((x, y) => (x * 31 + y * y * 17) % 256);

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value) / values.length;

// structural_similarity of scikit-image 0.26.0, of these pictures: gaussian_weights=True, sigma=1.5,
// use_sample_covariance=False, data_range=255, full=True; of the full result, the pixels [5:-5, 5:-5].
test.each([
  [
    'a picture that is darker and has a pattern',
    A,
    B,
    0.9614028686444379,
    0.9536470646733576,
    0.9695663370085892,
  ],
  ['another picture', A, C, -0.1370298201773317, -0.06706241721359671, -0.09531300052360236],
  ['two others', B, C, -0.10802508439069837, -0.0500581236443237, -0.12238878689016643],
])('the similarity to %s is that of scikit-image', (_what, a, b, whole, first, last) => {
  const { width, height, values } = similarity(a, b);
  expect([width, height, values.length]).toEqual([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, width * height]);
  expect(mean(values)).toBeCloseTo(whole, 10);
  expect(values[0]).toBeCloseTo(first, 10);
  expect(values.at(-1)).toBeCloseTo(last, 10);
});

test('a picture is wholly similar to itself', () => {
  for (const value of similarity(A, A).values) expect(value).toBeCloseTo(1, 12);
});

test('pictures of one brightness each differ by their means alone', () => {
  const [dark, bright] = [60, 75];
  const c1 = 6.5025;
  const expected = (2 * dark * bright + c1) / (dark ** 2 + bright ** 2 + c1);
  const { values } = similarity(
    picture(() => dark),
    picture(() => bright),
  );
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) expect(value).toBeCloseTo(expected, 10);
});

test('brightness is the luma of Rec. 601', () => {
  const rgba = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 200, 200, 200, 255];
  const { values } = toGray(2, 2, rgba);
  // Of Rec. 601: 0.299, 0.587 and 0.114.
  for (const [k, expected] of [76.245, 149.685, 29.07, 200].entries())
    expect(values[k]).toBeCloseTo(expected, 10);
});
