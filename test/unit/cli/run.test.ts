import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRoot, type Program } from '../../../src/cli/program/run.js';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { THREE_CROWD_SERVER } from '../../../src/cli/three-crowd-server.js';
import { createTerminal, runProgram } from '../../support/cli/test-terminal.js';

describe.each([
  [THREE_CROWD, ['init', 'inspect', 'bake', 'levels', 'delete', 'help'], 'package.json'],
  [
    THREE_CROWD_SERVER,
    ['serve', 'key', 'account', 'crowd', 'webhook', 'kit', 'help'],
    'src/server/package.json',
  ],
] as const)('the program %j', (program, commands, manifest) => {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));

  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { status, printed, errors } = await runProgram(program, args);
    const text = printed.join('\n');
    expect(text).toContain(`Usage: ${name} <command>`);
    const listed = [...text.matchAll(/^ {2}(\w+)[ |]/gm)].map(([, command]) => command);
    expect(listed).toEqual(commands);
    expect([status, errors]).toEqual([0, []]);
  });

  test.each(['--version', '-v'])('%s tells the version of the package', async (flag) => {
    expect(await runProgram(program, [flag])).toEqual({ status: 0, printed: [version], errors: [] });
  });
});

/** The help that a complaint names is that of the very command. */
function adviceOf({ name }: Program, [command, action]: readonly string[]): RegExp {
  const known = /^(init|inspect|bake|delete|serve|kit)$/.test(command) ? ` ${command}` : '';
  const words = /^(key|crowd)$/.test(command)
    ? ` ${command}${/^(create|list|show|revoke)$/.test(action) ? ` ${action}` : ''}`
    : known;
  return new RegExp(`^"${name}${words} --help" shows how\\.$`);
}

/** The program that has a command; the service's, where there is none of the name. */
function programWith(command: string): Program {
  const { commands } = createRoot(THREE_CROWD, createTerminal());
  return commands.some((known) => known.name() === command) ? THREE_CROWD : THREE_CROWD_SERVER;
}

test.each([
  ['serve', ['--port', '--host', '--data', '--base-url']],
  ['kit', ['--out']],
  ['bake', ['--skeleton', '--rest', '--clips', '--out', '--fps', '--convention']],
])('%s --help explains every option', async (name, options) => {
  const { status, printed } = await runProgram(programWith(name), [name, '--help']);
  expect(status).toBe(0);
  for (const option of options) expect(printed.join('\n')).toContain(`  ${option} <`);
});

test.each([
  [['dance'], /Unknown command 'dance'\.$/],
  [['constructor'], /Unknown command 'constructor'\.$/],
  [['serv'], /Unknown command 'serv'\. Did you mean serve\?/],
  [['serve', '--prot', '1'], /Unknown option '--prot'\. Did you mean --port\?/],
  [['serve', 'extra'], /Too many arguments for 'serve'/],
  [['serve', '--port'], /'--port <number>' argument missing/],
  [['serve', '--port', '80a'], /--port or PORT\) .*must be a whole number from 0 to 65535, not "80a"/],
  [['serve', '--port', '65536'], /not "65536"/],
  [['serve', '--base-url', 'crowds.test'], /"crowds\.test" is no http or https address/],
  [['key', 'make'], /Unknown command 'make'/],
  [['key', 'creat'], /Did you mean create\?/],
  [['key', 'create', '--acount', 'me'], /Did you mean --account\?/],
  [['key', 'list', 'all'], /Too many arguments for 'list'/],
  [['key', 'revoke'], /Missing required argument 'id'/],
  [['key', 'create', '--plan', 'golden'], /--plan must be one of .*developer/],
  [['key', 'create', '--plan', 'develper'], /Did you mean developer\?/],
  [['crowd', 'create'], /Missing required argument 'recipe.json'/],
  [['crowd', 'show'], /Missing required argument 'id'/],
  [['crowd', 'show', 'a', 'b'], /Too many arguments for 'show'/],
  [['kit'], /--out/],
  [['kit', '--out', ''], /--out/],
  [['bake', '--skeleton', 's.glb', '--rest', 'r.glb', '--out', 'o'], /--clips <file...>' not specified/],
  [['bake', '--clips', 'a.glb'], /--skeleton <file>' not specified/],
  [['bake', '--skeleton', 's.glb', '--clips', 'a.glb'], /--rest <file>' not specified/],
  [
    ['bake', '--skeleton', 's.glb', '--rest', 'r.glb', '--clips', 'a.glb'],
    /--out <directory>' not specified/,
  ],
  [
    ['bake', '--skeleton', 's', '--rest', 'r', '--out', 'o', '--clips', 'a', 'b', '--fps', '0'],
    /--fps <number>.* must be a whole number/,
  ],
  [
    ['bake', '--skeleton', 's', '--rest', 'r', '--out', 'o', '--clips', 'a', '--convention', 'best'],
    /Allowed choices are pose-matched, rest-relative/,
  ],
])('%j is wrong usage', async (args, message) => {
  const program = programWith(args[0]);
  const { status, printed, errors } = await runProgram(program, args);
  expect([status, printed]).toEqual([2, []]);
  expect(errors).toEqual([expect.stringMatching(message), expect.stringMatching(adviceOf(program, args))]);
  expect(errors[0].startsWith(`${program.name}: `)).toBe(true);
});

test.each(['key', 'crowd'])('%s alone shows what it can do, and is wrong usage', async (command) => {
  const { status, printed, errors } = await runProgram(THREE_CROWD_SERVER, [command]);
  expect([status, printed]).toEqual([2, []]);
  expect(errors.join('\n')).toMatch(/^Usage: three-crowd-server \w+ <command>[\s\S]* create /);
});

test('PORT is checked like --port', async () => {
  const { status, errors } = await runProgram(THREE_CROWD_SERVER, ['serve'], {
    environment: { PORT: 'http' },
  });
  expect([status, errors[0]]).toEqual([2, expect.stringContaining('not "http"')]);
});

test('a file that is not there is a failure of one line', async () => {
  const args = ['bake', '--skeleton', '/nowhere/s.glb', '--rest', '/nowhere/r.glb', '--out', '/nowhere/out'];
  const { status, errors } = await runProgram(THREE_CROWD, [...args, '--clips', '/nowhere/a.glb']);
  expect(status).toBe(1);
  expect(errors).toEqual([
    expect.stringMatching(/^three-crowd: \/nowhere\/[sr]\.glb cannot be read: ENOENT$/),
  ]);
});
