import { Group } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UnsupportedError } from '../../../src/errors/index.js';
import type { PartsInUse } from '../../../src/render/characters/index.js';
import { CrowdMeshes, type InstancedCrowd } from '../../../src/render/drawing/index.js';
import { InstancedDrawing } from '../../../src/render/instanced-drawing.js';
import { sampleCharacter, sampleCharacters } from '../../support/render/sample-characters.js';

const FRAME = { seconds: 0, camera: undefined, lodThreshold: 0 };

/** A backend that records what it is asked for, and fails while `failure` is set. */
function recordingBackend() {
  const made: (InstancedCrowd & { readonly parts: PartsInUse; isDisposed: boolean })[] = [];
  const backend = {
    made,
    failure: undefined as Error | undefined,
    /** Of the next one that is made. */
    levelsComing: undefined as Promise<unknown> | undefined,
    create: (parts: PartsInUse): InstancedCrowd => {
      if (backend.failure) throw backend.failure;
      const crowd = {
        object: new Group(),
        meshes: new CrowdMeshes({ castShadow: false, receiveShadow: false }, () => false),
        drawCalls: parts.parts.length,
        parts,
        levelsComing: backend.levelsComing,
        isDisposed: false,
        update: vi.fn(() => {
          if (crowd.isDisposed) throw new Error('A disposed crowd was drawn.');
        }),
        upload: vi.fn(),
        dispose: () => {
          crowd.isDisposed = true;
        },
      };
      made.push(crowd);
      return crowd;
    },
  };
  return backend;
}

function createDrawing(count = 2) {
  const characters = sampleCharacters(count);
  const backend = recordingBackend();
  const drawing = new InstancedDrawing(characters.table, characters.parts, backend.create);
  return { characters, backend, drawing };
}

describe('an instanced drawing', () => {
  test('is made once, and told of the rows that have changed', () => {
    const { characters, backend, drawing } = createDrawing();
    drawing.update(FRAME);
    characters.setTransform(1, { x: 5 });
    drawing.update(FRAME);
    drawing.update(FRAME);
    expect(backend.made).toHaveLength(1);
    const uploads = vi.mocked(backend.made[0].upload).mock.calls.map(([{ rows }]) => rows);
    expect(uploads).toEqual([[], [{ first: 1, count: 1 }], []]);
    expect(backend.made[0].update).toHaveBeenCalledTimes(3);
    expect(drawing.object.children).toEqual([backend.made[0].object]);
  });

  test.each([
    ['a part that nobody wore', ({ characters }) => characters.setParts(0, { body: 'robe_3' })],
    ['more characters than it has room for', ({ characters }) => characters.add([sampleCharacter(9)], 0)],
    ['the first transparent character', ({ characters }) => characters.setOpacity(0, 0.5)],
    ['another renderer', ({ drawing }) => drawing.redraw()],
  ] as [string, (made: ReturnType<typeof createDrawing>) => void][])(
    'is rebuilt for %s, and the old one is freed a frame later',
    (_cause, change) => {
      const made = createDrawing();
      change(made);
      const { backend, drawing } = made;
      drawing.update(FRAME);
      expect(backend.made.map(({ isDisposed }) => isDisposed)).toEqual([false, false]);
      expect(drawing.object.children).toEqual([backend.made[1].object]);
      drawing.update(FRAME);
      expect(backend.made.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
      drawing.dispose();
      expect(backend.made[1].isDisposed).toBe(true);
    },
  );
});

describe('an instanced drawing whose levels of detail are being made', () => {
  function createWaiting() {
    const characters = sampleCharacters(2);
    const backend = recordingBackend();
    let resolve!: (value: unknown) => void;
    backend.levelsComing = new Promise((settle) => {
      resolve = settle;
    });
    const drawing = new InstancedDrawing(characters.table, characters.parts, backend.create);
    backend.levelsComing = undefined;
    return { backend, drawing, resolve };
  }

  test('is drawn without them, and rebuilt once at the first update after they have come', async () => {
    const { backend, drawing, resolve } = createWaiting();
    drawing.update(FRAME);
    expect(backend.made).toHaveLength(1);
    expect(backend.made[0].update).toHaveBeenCalledTimes(1);
    resolve(undefined);
    await drawing.levelsReady;
    expect(backend.made).toHaveLength(1);
    for (let frame = 0; frame < 3; frame++) drawing.update(FRAME);
    expect(backend.made.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
    expect(drawing.object.children).toEqual([backend.made[1].object]);
    await drawing.levelsReady;
  });

  test('makes nothing of levels that come after it was disposed of', async () => {
    const { backend, drawing, resolve } = createWaiting();
    drawing.dispose();
    resolve(undefined);
    await drawing.levelsReady;
    expect(backend.made.map(({ isDisposed }) => isDisposed)).toEqual([true]);
  });
});

describe('an instanced drawing that cannot be made', () => {
  afterEach(() => vi.restoreAllMocks());

  test('throws where it is the first', () => {
    const characters = sampleCharacters(2);
    const backend = recordingBackend();
    backend.failure = new UnsupportedError('too large');
    expect(() => new InstancedDrawing(characters.table, characters.parts, backend.create)).toThrow(
      'too large',
    );
  });

  test('is logged once, leaves nothing that was disposed of in use, and is tried again at the next cause', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { characters, backend, drawing } = createDrawing();
    backend.failure = new UnsupportedError('too large');
    characters.setParts(0, { body: 'robe_3' });
    for (let frame = 0; frame < 3; frame++) {
      drawing.update(FRAME);
      characters.setTransform(1, { x: frame });
    }
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.lastCall).toEqual([expect.stringContaining('cannot be drawn any more'), backend.failure]);
    expect(backend.made.map(({ isDisposed }) => isDisposed)).toEqual([true]);
    expect(drawing.object.children).toEqual([]);
    expect(drawing.drawCalls).toBe(0);

    backend.failure = undefined;
    characters.setParts(0, { body: 'robe_2' });
    drawing.update(FRAME);
    expect(drawing.object.children).toEqual([backend.made[1].object]);
    expect(backend.made[1].parts.parts.map(({ part }) => part.name)).toContain('robe_2');
    expect(drawing.drawCalls).toBe(backend.made[1].drawCalls);
    drawing.dispose();
    expect(backend.made[1].isDisposed).toBe(true);
  });
});
