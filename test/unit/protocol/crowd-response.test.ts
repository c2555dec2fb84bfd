import { generateCharacters } from 'three-crowd/generate';
import { describe, expect, test, vi } from 'vitest';
import {
  CLIP_NAMES,
  CROWD_ID,
  type CrowdResponse,
  IDLE_CLIPS,
  parseCrowdResponse,
} from '../../../src/protocol/index.js';
import { errorOf } from '../../support/error-of.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

const file = (name: string): string => `https://assets.example/v1/${name}`;

/** A fresh answer of the interface's shape, with three characters. */
function sampleResponse(): CrowdResponse {
  const recipe = sampleRecipe({ size: 3 });
  return {
    crowd_id: 'cr_aB3dE6gH',
    name: 'Market at noon',
    collection: recipe.collection,
    recipe,
    characters: generateCharacters(recipe, sampleManifest),
    shared_parts: sampleManifest.shared,
    assets: {
      unit: 'm',
      unit_scale: 1,
      skeleton_glb: file('skeleton.glb'),
      lod_glb: file('lod.glb'),
      rest_reference_glb: file('rest.glb'),
      manifest_json: file('manifest.json'),
      bone_tex_bin: file('bones.bin'),
      bone_tex_manifest: file('bones.json'),
      animations: Object.fromEntries(CLIP_NAMES.map((name) => [name, file(`${name}.glb`)])),
    },
    updated_at: '2025-03-01T12:00:00Z',
  };
}

/** The sample with the value at a dotted path replaced, or removed where it is undefined. */
function withValueAt(path: string, value: unknown): unknown {
  const root: Record<string, unknown> = JSON.parse(JSON.stringify(sampleResponse()));
  const keys = path.split('.');
  let parent = root;
  for (const key of keys.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = keys[keys.length - 1];
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return root;
}

describe('parseCrowdResponse', () => {
  test('takes an answer of the interface’s shape, through JSON, unchanged', () => {
    const wire: unknown = JSON.parse(JSON.stringify(sampleResponse()));
    expect(parseCrowdResponse(wire)).toEqual(sampleResponse());
  });

  test.each(['tier', 'characters.1.mood', 'assets.impostor_atlas', 'recipe.festival'])(
    'keeps the unknown field %s',
    (path) => {
      const extended = withValueAt(path, { any: 1 });
      expect(parseCrowdResponse(extended)).toEqual(extended);
    },
  );

  test.each(['assets.bone_tex_bin', 'assets.bone_tex_manifest', 'assets.animations.jog'])(
    'accepts a response without %s',
    (path) => {
      const shorter = withValueAt(path, undefined);
      expect(parseCrowdResponse(shorter)).toEqual(shorter);
    },
  );

  test('takes relative addresses and bare hex colours', () => {
    const relative = withValueAt('assets.skeleton_glb', '/assets/skeleton.glb');
    expect(() => parseCrowdResponse(relative)).not.toThrow();
    expect(() => parseCrowdResponse(withValueAt('characters.0.skin_hex', 'F0D2B4'))).not.toThrow();
  });

  test.each<[path: string, value: unknown, message: string, how: 'always' | 'if strict']>([
    ['crowd_id', 'cr_short', 'must match /^cr_[a-zA-Z0-9]{8}$/', 'always'],
    ['name', 5, 'must be a text', 'if strict'],
    ['characters', {}, 'must be a list', 'always'],
    ['characters.1', null, 'must be an object', 'always'],
    ['characters.1.index', 1.5, 'must be an integer', 'if strict'],
    ['characters.1.index', -1, 'must be at least 0', 'if strict'],
    ['characters.2.body_id', '', 'must not be empty', 'always'],
    ['characters.0.x', '3', 'must be a finite number', 'always'],
    ['characters.0.x', Number.NaN, 'must be a finite number', 'always'],
    ['characters.0.scale', 0, 'must be more than 0', 'always'],
    ['characters.0.phase', 1.2, 'must be at most 1', 'always'],
    ['characters.0.anim_clip', 'jog', 'must be one of "idle", "walk"', 'always'],
    ['characters.0.idle_variant', 8, 'must be at most 7', 'if strict'],
    ['characters.0.garment_hsl', [0.1, 0.2], 'must have a length of 3', 'always'],
    ['characters.0.garment_hsl.2', 40, 'must be at most 1', 'always'],
    ['characters.0.skin_hex', 'beige', 'must be a hex colour such as "#c08a4a"', 'always'],
    ['characters.0.hair_hex', undefined, 'must be a text', 'always'],
    ['characters.0.build', 16, 'must be at most 15', 'if strict'],
    ['shared_parts.0', 7, 'must be a text', 'if strict'],
    ['builds', Array(17).fill({}), 'must have a length of at most 16', 'if strict'],
    ['recipe.pace', 40, 'must be at most 1', 'if strict'],
    ['assets.unit', 'cm', 'must be one of "m"', 'always'],
    ['assets.skeleton_glb', undefined, 'must be a text', 'always'],
    ['assets.animations.walk', 9, 'must be a text', 'if strict'],
    ['updated_at', undefined, 'must be a text', 'if strict'],
  ])('refuses %s of %j: %s, %s', async (path, value, message, how) => {
    const data = withValueAt(path, value);
    const error = await errorOf(() => parseCrowdResponse(data, { strict: true }), 'InvalidResponseError');
    expect(error.path).toBe(path);
    expect(error.message).toBe(`This is no CrowdResponse: ${path}: ${message}.`);
    expect(error.cause).toBeDefined();
    if (how === 'always') expect(() => parseCrowdResponse(data)).toThrow(expect.objectContaining({ path }));
    else expect(() => parseCrowdResponse(data, { onWarning: () => {} })).not.toThrow();
  });

  test('clamps a number that rounding has put beyond its range, without a warning', () => {
    const onWarning = vi.fn();
    const rounded = withValueAt('characters.0.garment_hsl', [1.0000000000000002, -1e-9, 0.5]);
    const { characters } = parseCrowdResponse(rounded, { onWarning });
    expect(characters[0].garment_hsl).toEqual([1, 0, 0.5]);
    expect(onWarning).not.toHaveBeenCalled();
  });

  test('leaves the data as it was', () => {
    const data = withValueAt('recipe.boundaryShape', 'ring');
    expect(parseCrowdResponse(data).recipe.boundaryShape).toBe('circle');
    expect(data).toEqual(withValueAt('recipe.boundaryShape', 'ring'));
  });

  test('warns of all corrections at once, and of equal ones once', () => {
    const onWarning = vi.fn();
    const data = withValueAt('recipe.boundaryShape', 'ring') as CrowdResponse;
    for (const character of data.characters) {
      character.anim_clip = 'idle';
      character.idle_variant = 9;
    }
    parseCrowdResponse(data, { onWarning });
    expect(onWarning.mock.calls).toEqual([
      [
        'This CrowdResponse was corrected: recipe.boundaryShape is "ring" and must be one of "circle", "square", "road", ' +
          '"donut", "spline": it is left out; characters.0.idle_variant is 9 and must be at most 7: 0 is taken (and 2 more like it).',
      ],
    ]);
  });

  test('leaves unreadable entries out of a list, and keeps the others', () => {
    const obstacle = { type: 'well', x: 1, z: 2, radius: 3 };
    const data = withValueAt('recipe.obstacles', [{ x: 0 }, obstacle, 7, { ...obstacle, radius: null }]);
    const onWarning = vi.fn();
    expect(parseCrowdResponse(data, { onWarning }).recipe.obstacles).toEqual([obstacle]);
    expect(onWarning).toHaveBeenCalledOnce();
  });

  test('leaves wrong sizes of a build out, and keeps the numbers of the others', () => {
    const builds = [{ girth: 1.2, head: 'large' }, null, { legs: 3 }, { scale: 0.6 }];
    const crowd = parseCrowdResponse(withValueAt('builds', builds), { onWarning: () => {} });
    expect(crowd.builds).toEqual([{ girth: 1.2 }, {}, {}, { scale: 0.6 }]);
  });

  test.each([[null], ['<html>'], [[]]])('says that %j is no answer at all', (data) => {
    expect(() => parseCrowdResponse(data)).toThrow('This is no CrowdResponse: the data: must be an object.');
  });
});

describe('names', () => {
  test('the first eight clips are the idles, by idle_variant', () => {
    expect(CLIP_NAMES).toHaveLength(11);
    expect(IDLE_CLIPS).toHaveLength(8);
    expect(IDLE_CLIPS[0]).toBe('idle');
    expect(IDLE_CLIPS[1]).toBe('idle_arms_crossed');
    expect(IDLE_CLIPS[7]).toBe('idle_tired');
    expect(IDLE_CLIPS.every((name) => name.startsWith('idle'))).toBe(true);
  });

  test.each([
    ['cr_abcdEF12', true],
    ['cr_abcdEF1', false],
    ['cr_abcdEF123', false],
    ['cr_abcd-F12', false],
    ['xcr_abcdEF12', false],
    ['cr_abcdEF12\n', false],
  ])('%j as a crowd id: %s', (id, isValid) => expect(CROWD_ID.test(id)).toBe(isValid));
});
