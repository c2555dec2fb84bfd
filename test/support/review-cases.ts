/** A case of the review, and what proves it. */
export interface ReviewCase {
  /** What a service or a file may do that the interface allows, or leaves open. */
  readonly says: string;
  /** Names of rows of `CROWD_VARIANTS` and `ASSET_VARIANTS`. @default none */
  readonly rows?: readonly string[];
  /** Other tests: a file, and a text within it that names the test. @default none */
  readonly tests?: readonly (readonly [file: string, title: string])[];
}

const WRITES = 'test/contract/client/write-variants.test.ts';
const LISTS = 'test/contract/client/list-variants.test.ts';

/**
 * The 35 cases in which a client was run against a service that speaks the interface and nothing more, by their numbers in
 * that review. It describes those that did not simply hold; the ten that did (1 to 4, 8, 12, 17, 22, 29, 33) have no words
 * there, and are what the plain answer, the plain crowd and all other tests show.
 */
export const REVIEW_CASES: Readonly<Record<number, ReviewCase>> = {
  5: {
    says: 'a page of another origin may send Authorization and Content-Type only',
    tests: [
      ['test/browser/strict-service.test.ts', 'the service is on another origin'],
      ['test/browser/strict-service.test.ts', 'the plain crowd is drawn in mode'],
      ['test/browser/strict-service.test.ts', 'shows the crowd with backend'],
    ],
  },
  6: {
    says: 'create and update answer in any form',
    tests: [
      [WRITES, 'a crowd is created where the answer is'],
      [WRITES, 'a crowd is updated where the answer is'],
    ],
  },
  7: { says: 'a list has other time stamps, or none', tests: [[LISTS, 'time stamps: ']] },
  9: {
    says: 'a list has pages of any kind',
    tests: [
      [LISTS, 'a list goes on by'],
      [LISTS, 'a warning that there may be more'],
    ],
  },
  10: {
    says: 'a create is lost by a service without idempotency keys',
    tests: [[WRITES, 'a create is not sent again, and the error says what may have happened']],
  },
  11: {
    says: '429 without a header means the quota',
    rows: ['quota'],
    tests: [
      [
        'test/contract/client/misbehaving-servers.test.ts',
        'does not try again after a 429 that does not say',
      ],
    ],
  },
  13: {
    says: 'the bone texture is absent, null or empty',
    rows: ['no-bone-texture', 'null-bone-texture', 'empty-bone-texture'],
  },
  14: {
    says: 'other fields that nobody needs to draw are null or absent',
    rows: [
      'null-recipe',
      'null-recipe-fields',
      'no-recipe-fields',
      'null-terrain-fields',
      'null-attract-target',
      'null-obstacle-radius',
      'null-variant-of-walkers',
      'no-variant-of-walkers',
      'null-lod',
      'null-rest-reference',
      'null-manifest',
      'null-unit',
      'null-clips-of-nobody',
      'null-texts',
      'null-shared-parts',
    ],
  },
  15: { says: 'numbers are a hair outside their range', rows: ['rounded-up', 'rounded-down'] },
  16: {
    says: 'the recipe has kinds that nobody knows',
    rows: ['unknown-boundary-shape', 'unknown-noise', 'unknown-distribution'],
  },
  18: {
    says: 'clipInfo has frame ranges',
    rows: [
      'clip-info-start-end',
      'clip-info-inclusive',
      'clip-info-pairs-by-name',
      'clip-info-start-frames',
      'bone-manifest-as-documented',
    ],
  },
  19: {
    says: 'the manifest has a version, a walk clip or durations of its own',
    rows: [
      'bone-manifest-of-version-2',
      'bone-manifest-of-version-as-text',
      'walk-clip-counted-elsewhere',
      'durations-to-the-last-frame',
    ],
  },
  20: {
    says: 'something is wrong with a bone texture that clones do not need',
    rows: ['bone-texture-404', 'bone-texture-cut', 'bone-manifest-404', 'bone-layout-unknown'],
  },
  21: { says: 'the bone texture has fewer clips than are played', rows: ['bone-texture-of-two-clips'] },
  23: {
    says: 'the bone texture has other matrices',
    rows: [
      'bone-texture-of-columns',
      'bone-texture-of-4x4-rows',
      'bone-texture-of-padded-rows',
      'bone-texture-of-padded-bones',
      'bone-texture-of-world-matrices',
    ],
  },
  24: {
    says: 'what nobody plays, or the far file, is missing',
    rows: ['clip-of-nobody-404', 'lod-404', 'played-clip-404-and-no-texture'],
  },
  25: {
    says: 'a part has two materials',
    rows: ['a-part-of-two-materials'],
    tests: [['test/browser/several-materials.test.ts', 'a served part of three textures']],
  },
  26: { says: 'each mesh has a skin of its own', rows: ['a-skin-for-each-mesh'] },
  27: { says: 'a mesh that nobody names is on another skeleton', rows: ['a-mesh-on-another-skeleton'] },
  28: {
    says: 'files are compressed',
    tests: [
      ['test/browser/compressed.test.ts', 'a service may have files with'],
      ['test/browser/compressed.test.ts', 'without a decoder, the message says which to give'],
    ],
  },
  30: {
    says: 'the far file has other joints',
    rows: ['lod-other-joint-order', 'lod-joint-short', 'lod-of-another-skeleton'],
    tests: [['test/browser/asset-variants.test.ts', 'far people look as those of the plain far file']],
  },
  31: {
    says: 'a part is not in the file',
    rows: ['a-part-that-is-not-there', 'a-shared-part-that-is-not-there'],
  },
  32: { says: 'a clip file has two animations of other names', rows: ['a-clip-file-of-two-others'] },
  34: { says: 'unit_scale is not 1', rows: ['other-unit-scale'] },
  35: { says: 'the recipe varies scales by more than 1', rows: ['wide-scale-variation'] },
};
