import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../support/package/describe-api.js';
import { PACKAGES, type PackageName } from '../support/package/pack.js';

describe.each(Object.keys(PACKAGES) as PackageName[])('%s', (name) => {
  const directory = PACKAGES[name];
  const { exports, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const entries = new Map(
    Object.entries<{ types?: string }>(exports)
      .filter(([, { types }]) => types !== undefined)
      .map(([path, { types }]) => [name + path.slice(1), join(directory, types as string)]),
  );
  const api = describeApi(entries);
  const files = readdirSync(join(directory, 'dist')).filter((file) => file.endsWith('.d.ts'));

  test('its public declarations are those of the report', async () => {
    expect(api.exported).toBeGreaterThan(10);
    await expect(api.report).toMatchFileSnapshot(`api/${name}.txt`);
  });

  test('its declarations tell of nothing that is internal', () => {
    expect(api.report).not.toMatch(/@internal|\bprivate\s+\w+:|#\w+/);
    expect(files.length).toBeGreaterThanOrEqual(entries.size);
  });

  test('its declarations name no module that one who installs it lacks', () => {
    const installed = Object.keys({ ...dependencies, ...peerDependencies });
    const named = files.flatMap((file) =>
      ts
        .preProcessFile(readFileSync(join(directory, 'dist', file), 'utf8'))
        .importedFiles.map(({ fileName }) => ({ file, module: fileName })),
    );
    expect(named.length).toBeGreaterThan(0);
    const isThere = (module: string): boolean =>
      module.startsWith('.') ||
      isBuiltin(module) ||
      installed.some((name) => module === name || module.startsWith(`${name}/`));
    expect(named.filter(({ module }) => !isThere(module))).toEqual([]);
  });
});
