import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Program, run } from '../../../src/cli/run.js';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { THREE_CROWD_SERVER } from '../../../src/cli/three-crowd-server.js';
import { createTerminal } from '../../support/cli/test-terminal.js';

describe.each([
  [THREE_CROWD, ['bake', 'inspect'], 'package.json'],
  [THREE_CROWD_SERVER, ['serve', 'key', 'crowd', 'kit'], 'src/server/package.json'],
] as const)('the program %j', (program, commands, manifest) => {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));

  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const terminal = createTerminal();
    expect(await run(program, args, terminal)).toBe(0);
    const text = terminal.printed.join('\n');
    expect(text).toContain(`Usage: ${name} <command>`);
    const listed = [...text.matchAll(/^ {2}(\w+) /gm)].map(([, command]) => command);
    expect(listed).toEqual(commands);
    expect(terminal.complained).toEqual([]);
  });

  test('--version tells that of the package', async () => {
    const terminal = createTerminal();
    expect(await run(program, ['--version'], terminal)).toBe(0);
    expect(terminal.printed).toEqual([version]);
  });
});

/** The program that has a command; the service's, where there is none of the name. */
function programWith(command: string): Program {
  return command in THREE_CROWD.commands ? THREE_CROWD : THREE_CROWD_SERVER;
}

test.each([
  ['serve', ['--port', '--host', '--data', '--base-url']],
  ['kit', ['--out']],
  ['bake', ['--skeleton', '--rest', '--clips', '--out', '--fps', '--convention']],
])('%s --help explains every option', async (name, options) => {
  const terminal = createTerminal();
  expect(await run(programWith(name), [name, '--help'], terminal)).toBe(0);
  for (const option of options) expect(terminal.printed.join('\n')).toContain(`  ${option} <`);
});

test.each([
  [['dance'], /There is no command "dance"/],
  [['constructor'], /There is no command "constructor"/],
  [['serve', '--prot', '1'], /--prot/],
  [['serve', 'extra'], /extra/],
  [['serve', '--port'], /--port/],
  [['serve', '--port', '80a'], /--port or PORT\) must be a whole number from 0 to 65535, not "80a"/],
  [['serve', '--port', '65536'], /not "65536"/],
  [['serve', '--base-url', 'crowds.test'], /"crowds\.test" is no http or https address/],
  [['key'], /key create, key list or key revoke/],
  [['key', 'make'], /key create, key list or key revoke/],
  [['key', 'list', 'all'], /"all" is one argument too many/],
  [['key', 'revoke'], /Name the key/],
  [['key', 'create', '--plan', 'golden'], /--plan must be one of .*developer/],
  [['crowd'], /crowd list, crowd create/],
  [['crowd', 'create'], /Name the file/],
  [['crowd', 'show'], /Name the crowd/],
  [['crowd', 'show', 'a', 'b'], /"b" is one argument too many/],
  [['kit'], /--out/],
  [['kit', '--out', ''], /--out/],
  [['bake'], /--clips/],
  [['bake', '--clips', 'a.glb'], /--skeleton <file> is missing/],
  [['bake', '--skeleton', 's.glb', '--clips', 'a.glb'], /--rest <file> is missing/],
  [['bake', '--skeleton', 's.glb', '--rest', 'r.glb', '--clips', 'a.glb'], /--out <directory> is missing/],
  [
    ['bake', '--skeleton', 's', '--rest', 'r', '--out', 'o', '--clips', 'a', 'b', '--fps', '0'],
    /--fps must be/,
  ],
  [
    ['bake', '--skeleton', 's', '--rest', 'r', '--out', 'o', '--clips', 'a', '--convention', 'best'],
    /--convention must be pose-matched or rest-relative/,
  ],
])('%j is wrong usage', async (args, message) => {
  const terminal = createTerminal();
  const program = programWith(args[0]);
  expect(await run(program, args, terminal)).toBe(2);
  expect(terminal.complained).toHaveLength(2);
  expect(terminal.complained[0].startsWith(`${program.name}: `)).toBe(true);
  expect(terminal.complained[0]).toMatch(message);
  expect(terminal.complained[1]).toContain('--help');
  expect(terminal.printed).toEqual([]);
});

test('PORT is checked like --port', async () => {
  const terminal = createTerminal({ environment: { PORT: 'http' } });
  expect(await run(THREE_CROWD_SERVER, ['serve'], terminal)).toBe(2);
  expect(terminal.complained[0]).toContain('not "http"');
});

test('a file that is not there is a failure of one line', async () => {
  const terminal = createTerminal();
  const args = ['bake', '--skeleton', '/nowhere/s.glb', '--rest', '/nowhere/r.glb', '--out', '/nowhere/out'];
  expect(await run(THREE_CROWD, [...args, '--clips', '/nowhere/a.glb'], terminal)).toBe(1);
  expect(terminal.complained).toEqual([
    expect.stringMatching(/^three-crowd: \/nowhere\/[sr]\.glb cannot be read: ENOENT$/),
  ]);
});
