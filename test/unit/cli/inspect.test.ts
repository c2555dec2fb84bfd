import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { runProgram } from '../../support/cli/test-terminal.js';
import { asVrm } from '../../support/rig/as-vrm.js';
import { tinyCharacter } from '../../support/rig/tiny-character.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();

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

/** Inspects files. Returns the text that is printed. */
async function inspect(...args: string[]): Promise<string> {
  const { status, printed } = await runProgram(THREE_CROWD, ['inspect', ...args]);
  expect(status).toBe(0);
  return printed.join('\n');
}

/** Inspects standard input. */
async function inspectInput(bytes: Uint8Array): Promise<string> {
  const options = { readInput: async () => bytes };
  const { status, printed } = await runProgram(THREE_CROWD, ['inspect', '-'], options);
  expect(status).toBe(0);
  return printed.join('\n');
}

test('lists the parts of a file, and what is not drawn with the reason', async () => {
  const text = await inspect(path('characters.glb'));
  expect(text).toContain('6 parts on 7 bones (6 joints)');
  expect(text).toMatch(/part +robe\.2 +skinned, 16 vertices, 1 material/);
  expect(text).toMatch(/part +hat +rigid, 8 vertices/);
  expect(text).toMatch(/not drawn +lamp +It hangs on no bone\. Parent it to one, or leave it out\./);
});

test('explains a person who lies by what Blender may have written', async () => {
  const tipped = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      for (const node of document.getRoot().listScenes()[0].listChildren()) {
        node.setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
      }
    },
  });
  expect(await inspectInput(tipped.files.get('characters.glb')!)).toMatch(
    / from front to back: a person lies down/,
  );
  expect(await inspectInput(files.get('characters.glb')!)).not.toContain('lies');
});

test('names the morph targets of meshes, and clips that move nothing else', async () => {
  const morphed = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      const root = document.getRoot();
      const node = root.listNodes().find((found) => found.getName() === 'robe_1')!;
      const mesh = node
        .getMesh()!
        .setName('robe')

        .setWeights([0, 0]);
      for (const primitive of mesh.listPrimitives()) {
        const position = primitive.getAttribute('POSITION')!;
        for (const name of ['smile', 'blink'])
          primitive.addTarget(document.createPrimitiveTarget(name).setAttribute('POSITION', position));
      }
      const [buffer] = root.listBuffers();
      const numbers = (array: Float32Array<ArrayBuffer>) =>
        document.createAccessor().setType('SCALAR').setArray(array).setBuffer(buffer);
      const sampler = document
        .createAnimationSampler()
        .setInput(numbers(new Float32Array([0, 1])))
        .setOutput(numbers(new Float32Array([0, 0, 1, 1])));
      const channel = document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath('weights')
        .setSampler(sampler);
      document.createAnimation('grin').addSampler(sampler).addChannel(channel);
    },
  });
  const text = await inspectInput(morphed.files.get('characters.glb')!);
  expect(text).toMatch(/morph targets +robe +smile, blink: drawn at their initial weights/);
  expect(text).toMatch(/clip +grin +left out: it moves morph targets alone/);
  expect(await inspectInput(files.get('characters.glb')!)).not.toContain('morph');
});

test.each(['Kaydara FBX Binary  \0', '; FBX 7.4.0 project file'])(
  '"%s" is an FBX file to convert',
  async (text) => {
    await writeFile(path('character.fbx'), text);
    const { status, errors } = await runProgram(THREE_CROWD, ['inspect', path('character.fbx')]);
    expect([status, errors]).toEqual([
      1,
      [
        expect.stringMatching(
          /It is an FBX file: open it in Blender \(File, Import, FBX\) and export it as glTF 2\.0/,
        ),
      ],
    ]);
  },
);

test('as JSON, clips and all', async () => {
  expect(JSON.parse(await inspect('--json', path('walk.glb')))).toEqual([
    expect.objectContaining({
      parts: [],
      clips: [{ name: 'walk', seconds: 0.8, bones: 2, movesMorphs: false }],
    }),
  ]);
});

test.each([
  ['nothing.glb', /nothing\.glb cannot be read: ENOENT/],
  ['none*.glb', /No file matches .*none\*\.glb/],
])('%s is a failure that names it', async (name, message) => {
  const { status, errors } = await runProgram(THREE_CROWD, ['inspect', path(name)]);
  expect([status, errors]).toEqual([1, [expect.stringMatching(message)]]);
});

test('a quoted pattern stands for the files that match, and "-" for standard input', async () => {
  expect(JSON.parse(await inspect('--json', path('w*.glb'))).length).toBeGreaterThan(1);
  expect(await inspectInput(files.get('walk.glb')!)).toMatch(/clip +walk/);
});

test.each([
  ['0.x', '−Z'],
  ['1.0', '+Z'],
] as const)('a VRM %s is a character that looks along %s', async (version, axis) => {
  const text = await inspectInput(asVrm(files.get('characters.glb')!, version));
  expect(text).toContain('6 parts on 7 bones (6 joints)');
  expect(text).toContain(`A VRM ${version} "Tiny" with 6 bones of a human body, which looks along ${axis}.`);
  expect(text).toMatch(version === '1.0' ? /extension +VRMC_vrm/ : /extension +VRM\b/);
});
