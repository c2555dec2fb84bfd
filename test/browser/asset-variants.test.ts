import { createCrowd } from 'three-crowd';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ASSET_VARIANTS, type AssetVariant, FAR_JOINTS } from '../support/asset-variants.js';
import type { TestRenderer } from '../support/browser/backends.js';
import { differingPixels, shareDrawn, takeCrowdPicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { tagsInTable, testInTurn } from '../support/in-turn.js';

const { url, apiKey, crowdId } = inject('strict');
const MODES = ['instanced', 'clones'] as const;

describe.each(['webgl', 'webgpu'] as const)('on %s', (backend) => {
  let renderer: TestRenderer;
  beforeAll(async () => {
    renderer = await sharedRenderer(backend);
  });

  /** By day every fortieth field on the classic renderer in each mode: files are read before anything is drawn. */
  const isDaily = backend === 'webgl';
  const tagsOf = (row: number, column: number): string[] =>
    isDaily ? tagsInTable(row, column * 10, 40) : ['nightly'];
  const draws = async (mode: (typeof MODES)[number], variant: AssetVariant) => {
    const { name, hasUnclearClips, [mode]: shown } = variant;
    const warnings: string[] = [];
    const onWarning = (message: string) => warnings.push(message);
    const options = { baseUrl: `${url}${name}`, apiKey, crowdId, renderer, mode, onWarning };
    const made = await createCrowd(options).catch((error: unknown) => error as Error);
    if ('fails' in shown) {
      expect(made).toMatchObject({ name: shown.fails, message: expect.stringMatching(shown.message) });
      return;
    }
    if (made instanceof Error) throw made;
    const expected = 'warns' in shown ? [shown.warns] : [];
    if (hasUnclearClips) expected.push(/option retarget/);
    for (const pattern of expected) expect(warnings).toContainEqual(expect.stringMatching(pattern));
    expect(warnings).toHaveLength(expected.length);
    expect(made.size).toBe(12);
    expect(await shareDrawn(renderer, made)).toBeGreaterThan(0.02);
    made.dispose();
  };

  for (const [column, mode] of MODES.entries()) {
    for (const [row, variant] of ASSET_VARIANTS.entries()) {
      test(`${mode}: ${variant.name}`, { tags: tagsOf(row, column) }, () => draws(mode, variant));
    }
  }

  testInTurn(
    ASSET_VARIANTS.filter(({ instanced }) => 'warns' in instanced).map(({ name }) => name),
    isDaily ? [0] : [],
  )('strict: %s is an error', async (name) => {
    const options = { baseUrl: `${url}${name}`, apiKey, crowdId, renderer, strict: true };
    await expect(createCrowd({ ...options, mode: 'instanced' })).rejects.toThrow(/bone|lod|not a node|404/);
  });

  testInTurn(Object.keys(FAR_JOINTS), isDaily ? [0] : [])(
    '%s: far people look as those of the plain far file',
    async (name) => {
      const farPicture = async (variant: string): Promise<Uint8Array> => {
        const crowd = await createCrowd({
          baseUrl: `${url}${variant}`,
          ...{ apiKey, crowdId, renderer, mode: 'instanced', motion: false, lodThreshold: 10 },
        });
        await crowd.levelsReady;
        expect(crowd.getObjectByName('far')).toBeDefined();
        const pixels = await takeCrowdPicture(renderer, crowd, 12);
        crowd.dispose();
        return pixels;
      };
      const plain = await farPicture('plain');
      expect(differingPixels(plain, await farPicture(name), 24)).toBeLessThan(0.002);
    },
  );
});
