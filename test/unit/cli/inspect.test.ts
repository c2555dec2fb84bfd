import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../../src/cli/program/run.js';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { createTerminal } from '../../support/cli/test-terminal.js';
import { asVrm } from '../../support/rig/as-vrm.js';
import { tinyCharacter } from '../../support/rig/tiny-character.js';

const directory = await mkdtemp(join(tmpdir(), 'three-crowd-'));
afterAll(() => rm(directory, { recursive: true }));

const { files } = await tinyCharacter({
  edit: (document, file) => {
    if (file !== 'characters.glb') return;
    const nodes = document.getRoot().listNodes();
    const find = (name: string) => nodes.find((node) => node.getName() === name)!;
    // A hat on the head, and a lamp that hangs on nothing.
    find('Head').addChild(document.createNode('hat').setMesh(find('hair_1').getMesh()));
    document
      .getRoot()
      .listScenes()[0]
      .addChild(document.createNode('lamp').setMesh(find('hair_1').getMesh()));
  },
});
for (const [name, bytes] of files) await writeFile(join(directory, name), bytes);
const path = (name: string): string => join(directory, name);

test('says which parts a file has, what is not drawn, and why', async () => {
  const terminal = createTerminal();
  expect(await run(THREE_CROWD, ['inspect', path('characters.glb')], terminal)).toBe(0);
  const text = terminal.printed.join('\n');
  expect(text).toContain('6 parts on 7 bones (6 joints)');
  expect(text).toMatch(/part +robe\.2 +skinned, 16 vertices, 1 material/);
  expect(text).toMatch(/part +hat +rigid, 8 vertices/);
  expect(text).toMatch(/not drawn +lamp +It hangs on no bone\. Parent it to one, or leave it out\./);
});

test('of a person who lies, it tells why Blender may have written one', async () => {
  const tipped = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      for (const node of document.getRoot().listScenes()[0].listChildren()) {
        node.setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
      }
    },
  });
  const readInput = async () => tipped.files.get('characters.glb')!;
  const printed = async (terminal = createTerminal()) => {
    expect(await run(THREE_CROWD, ['inspect', '-'], terminal)).toBe(0);
    return terminal.printed.join('\n');
  };
  expect(await printed(createTerminal({ readInput }))).toMatch(/ from front to back: a person lies down/);
  const upright = async () => files.get('characters.glb')!;
  expect(await printed(createTerminal({ readInput: upright }))).not.toContain('lies');
});

test('as JSON, clips and all', async () => {
  const terminal = createTerminal();
  expect(await run(THREE_CROWD, ['inspect', '--json', path('walk.glb')], terminal)).toBe(0);
  expect(JSON.parse(terminal.printed.join('\n'))).toEqual([
    expect.objectContaining({ parts: [], clips: [{ name: 'walk', seconds: 0.8, bones: 2 }] }),
  ]);
});

test('a file that is not there is a failure that names it', async () => {
  const terminal = createTerminal();
  expect(await run(THREE_CROWD, ['inspect', path('nothing.glb')], terminal)).toBe(1);
  expect(terminal.errors).toEqual([expect.stringMatching(/nothing\.glb cannot be read: ENOENT/)]);
});

test('a quoted pattern stands for the files that match, and "-" for standard input', async () => {
  const terminal = createTerminal();
  expect(await run(THREE_CROWD, ['inspect', '--json', path('w*.glb')], terminal)).toBe(0);
  expect(JSON.parse(terminal.printed.join('\n')).length).toBeGreaterThan(1);
  const bytes = files.get('walk.glb');
  const piped = createTerminal({ readInput: async () => bytes as Uint8Array });
  expect(await run(THREE_CROWD, ['inspect', '-'], piped)).toBe(0);
  expect(piped.printed.join('\n')).toMatch(/clip +walk/);
  const none = createTerminal();
  expect(await run(THREE_CROWD, ['inspect', path('none*.glb')], none)).toBe(1);
  expect(none.errors[0]).toMatch(/No file matches .*none\*\.glb/);
});

test.each([
  ['0.x', '−Z'],
  ['1.0', '+Z'],
] as const)('a VRM %s is a character that looks along %s', async (version, axis) => {
  const terminal = createTerminal();
  const readInput = async () => asVrm(files.get('characters.glb')!, version);
  expect(await run(THREE_CROWD, ['inspect', '-'], { ...terminal, readInput })).toBe(0);
  const text = terminal.printed.join('\n');
  expect(text).toContain('6 parts on 7 bones (6 joints)');
  expect(text).toContain(`A VRM ${version} "Tiny" with 6 bones of a human body, which looks along ${axis}.`);
  expect(text).toMatch(version === '1.0' ? /extension +VRMC_vrm/ : /extension +VRM\b/);
});
