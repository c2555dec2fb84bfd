import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { type CrowdService, createCrowdService } from '../../../src/server/index.js';
import { createFakeKit } from '../../support/contract/fake-kit.js';
import { codeBlocks, GUIDES, readMarkdown } from '../../support/documents/markdown.js';
import { createDirectory } from '../../support/temporary-directory.js';

/** The program of the guide as the body of a function: without types, and with its imports as parameters. */
function readSample(folder: string): string {
  const samples = codeBlocks(readMarkdown(`${GUIDES}/your-own-assets.md`)).filter(({ text }) =>
    text.includes('createCrowdService'),
  );
  expect(samples).toHaveLength(1);
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(samples[0].text, { compilerOptions: options });
  expect(outputText).toContain("'my/'");
  return outputText
    .replace(/^import .*$/gm, '')
    .replace("'my'", JSON.stringify(folder))
    .replace("'my/'", JSON.stringify(`${folder}/`));
}

test('the guide to your own assets serves a folder that has a kit.json already', async () => {
  const kit = createFakeKit();
  expect(kit.has('kit.json')).toBe(true);
  const folder = await createDirectory(kit, onTestFinished);
  let served: CrowdService | undefined;
  const given = {
    createHash,
    readdir,
    readFile,
    createCrowdService,
    listen: async (service: CrowdService) => {
      served = service;
    },
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction(...Object.keys(given), readSample(folder));
  await run(...Object.values(given));
  onTestFinished(() => served?.close());
  const answer = await served?.fetch(new Request('http://localhost/health'));
  expect(answer?.status).toBe(200);
});
