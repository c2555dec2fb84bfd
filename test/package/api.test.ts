import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../support/package/describe-api.js';
import { PACKAGES, type PackageName } from '../support/package/pack.js';

describe.each(Object.keys(PACKAGES) as PackageName[])('%s', (name) => {
  const directory = PACKAGES[name];
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const entries = new Map(
    Object.entries<{ types?: string }>(exports)
      .filter(([, { types }]) => types !== undefined)
      .map(([path, { types }]) => [name + path.slice(1), join(directory, types as string)]),
  );
  const api = describeApi(entries);

  test('its public declarations are those of the report', async () => {
    expect(api.exported).toBeGreaterThan(10);
    await expect(api.report).toMatchFileSnapshot(`api/${name}.txt`);
  });

  test('its declarations tell of nothing that is internal', () => {
    expect(api.report).not.toMatch(/@internal|\bprivate\s+\w+:|#\w+/);
    const files = readdirSync(join(directory, 'dist')).filter((file) => file.endsWith('.d.ts'));
    expect(files.length).toBeGreaterThanOrEqual(entries.size);
  });
});
