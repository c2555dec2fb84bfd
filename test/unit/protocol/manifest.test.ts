import { type Manifest, parseManifest } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '../../support/sample-manifest.js';

describe('parseManifest', () => {
  test('takes the sample and keeps what it does not know', () => {
    const extended: unknown = {
      ...sampleManifest,
      author: 'kiln',
      parts: [{ ...sampleManifest.parts[0], rank: 1 }],
    };
    expect(parseManifest(sampleManifest)).toEqual(sampleManifest);
    expect(parseManifest(extended)).toEqual(extended);
  });

  test.each<[Partial<Record<keyof Manifest['buckets'][number], unknown>>, string, string]>([
    [{ weight: -1 }, 'buckets.0.weight', 'must be at least 0'],
    [{ bodies: [] }, 'buckets.0.bodies', 'must have a length of at least 1'],
    [{ faces: [3] }, 'buckets.0.faces.0', 'must be a text'],
    [{ palette: [] }, 'buckets.0.palette', 'must have a length of at least 1'],
    [{ palette: [[0.1, 0.2]] }, 'buckets.0.palette.0', 'must have a length of 3'],
    [{ skin: ['beige'] }, 'buckets.0.skin.0', 'must be a colour such as "#c08a4a"'],
    [{ hair: ['#abc'] }, 'buckets.0.hair.0', 'must be a colour such as "#c08a4a"'],
    [{ id: undefined }, 'buckets.0.id', 'must be a text'],
    [{ builds: [] }, 'buckets.0.builds', 'must have a length of at least 1'],
    [
      { builds: [0, 2] },
      'buckets.0.builds.1',
      'must be the number of one of its builds, of which there are 2',
    ],
  ])('refuses a bucket with %j', (changes, path, message) => {
    const manifest = {
      ...sampleManifest,
      builds: [{}, { girth: 1.2 }],
      buckets: [{ ...sampleManifest.buckets[0], ...changes }],
    };
    expect(() => parseManifest(manifest)).toThrow(
      expect.objectContaining({ path, message: `This is no part manifest: ${path}: ${message}.` }),
    );
  });

  test.each([
    [{ ...sampleManifest, buckets: [] }, 'buckets'],
    [{ ...sampleManifest, version: 1 }, 'version'],
    [{ ...sampleManifest, parts: [{ ...sampleManifest.parts[0], kind: 'hat' }] }, 'parts.0.kind'],
    [{ ...sampleManifest, parts: [{ ...sampleManifest.parts[0], tint: 'blue' }] }, 'parts.0.tint'],
    [null, ''],
  ])('names what is wrong, case %#', (manifest, path) => {
    expect(() => parseManifest(manifest)).toThrow(
      expect.objectContaining({ name: 'InvalidResponseError', path }),
    );
  });
});
