import { CrowdClient } from 'three-crowd/client';
import type { CrowdResponse } from 'three-crowd/protocol';
import { beforeAll, expect, inject, test } from 'vitest';
import { differingPixels } from '../support/browser/picture.js';

let response: CrowdResponse;

beforeAll(async () => {
  const { url, apiKey, crowdId } = inject('strict');
  const client = new CrowdClient({ baseUrl: `${url}plain`, apiKey, dangerouslyAllowBrowser: true });
  response = await client.getCrowd(crowdId);
});

test('a crowd in a left-handed scene looks as it does in a right-handed one, and not so without the helper', {
  tags: ['nightly'],
}, async () => {
  // Babylon.js takes as long as ten tests to load, and every run reads this file.
  const { takePicture } = await import('../support/browser/babylon-picture.js');
  const right = await takePicture(true, response);
  const left = await takePicture(false, response);
  const empty = await takePicture(true, { ...response, characters: [] });
  expect(differingPixels(right, empty, 8)).toBeGreaterThan(0.05);
  expect(differingPixels(left, right, 24)).toBeLessThan(0.002);
  for (const change of [
    { z: -1, rot_y: 1 },
    { z: 1, rot_y: -1 },
  ]) {
    const characters = response.characters.map((character) => ({
      ...character,
      z: character.z * change.z,
      rot_y: character.rot_y * change.rot_y,
    }));
    expect(differingPixels(await takePicture(false, { ...response, characters }), right, 24)).toBeGreaterThan(
      0.01,
    );
  }
});
