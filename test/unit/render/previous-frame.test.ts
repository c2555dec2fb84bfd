import type { WebGPURenderer } from 'three/webgpu';
import { beforeEach, expect, test } from 'vitest';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { ROW_WORDS } from '../../../src/render/characters/row-table.js';
import { PreviousFrame } from '../../../src/render/webgpu/previous-frame.js';

/** Of three's renderer the previous frame reads the number of the animation frame alone. */
const info = { frame: 0 };
const renderer = { info } as unknown as WebGPURenderer;

let table: CharacterTable;
let previous: PreviousFrame;

/** Somebody in a row, and their row as it is then. */
function put(i: number, x: number): number[] {
  table.setTransform(i, x, 0, 0, 0, 1);
  table.setParts(i, 0, 0, 0);
  return rowOf(table.words, i);
}

function rowOf(words: Uint32Array, i: number): number[] {
  return [...words.subarray(i * ROW_WORDS, (i + 1) * ROW_WORDS)];
}

beforeEach(() => {
  info.frame = 10;
  table = new CharacterTable(3);
  put(0, 0);
  previous = new PreviousFrame(renderer, table);
});

test('is unknown in the first frame, and then what was drawn last in the frame before', () => {
  const first = put(0, 1);
  previous.start(1);
  expect(previous.isKnown).toBe(false);
  info.frame = 11;
  const second = put(0, 2);
  expect(previous.advance(1.1)).toBe(true);
  expect(previous.isKnown).toBe(true);
  expect(previous.seconds).toBe(1);
  expect(rowOf(previous.rows.words, 0)).toEqual(first);
  info.frame = 12;
  put(0, 3);
  expect(previous.advance(1.2)).toBe(true);
  expect(previous.seconds).toBe(1.1);
  expect(rowOf(previous.rows.words, 0)).toEqual(second);
});

test('stays the same for all cameras of a frame', () => {
  const first = put(0, 1);
  previous.start(1);
  info.frame = 11;
  put(0, 2);
  previous.advance(1.1);
  put(0, 3);
  expect(previous.advance(1.1)).toBe(false);
  expect(previous.seconds).toBe(1);
  expect(rowOf(previous.rows.words, 0)).toEqual(first);
});

test('has those who were not there before where they are now, and then where they were', () => {
  previous.start(1);
  info.frame = 11;
  const arrived = put(1, 5);
  previous.advance(1.1);
  expect(rowOf(previous.rows.words, 1)).toEqual(arrived);
  info.frame = 12;
  put(1, 6);
  previous.advance(1.2);
  expect(rowOf(previous.rows.words, 1)).toEqual(arrived);
});

test('keeps what it knows when the table grows', () => {
  const before = previous.rows.words.length;
  const last = before / ROW_WORDS;
  const first = put(0, 1);
  previous.start(1);
  info.frame = 11;
  const second = put(0, 2);
  table.grow(last + 1);
  const arrived = put(last, 9);
  previous.advance(1.1);
  expect(previous.rows.words.length).toBeGreaterThan(before);
  expect(rowOf(previous.rows.words, 0)).toEqual(first);
  expect(rowOf(previous.rows.words, last)).toEqual(arrived);
  info.frame = 12;
  put(0, 3);
  put(last, 10);
  previous.advance(1.2);
  expect(rowOf(previous.rows.words, 0)).toEqual(second);
  expect(rowOf(previous.rows.words, last)).toEqual(arrived);
});
