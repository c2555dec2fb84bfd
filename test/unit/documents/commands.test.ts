import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createRoot, type Program, run } from '../../../src/cli/program/run.js';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { THREE_CROWD_SERVER } from '../../../src/cli/three-crowd-server.js';
import { createTerminal } from '../../support/cli/test-terminal.js';
import { codeBlocks, readDocuments, readGuides, readMarkdown } from '../../support/documents/markdown.js';

/** A command of a shell block, with what goes on in the next line joined to it. */
interface ShellLine {
  readonly place: string;
  readonly text: string;
}

const lines: ShellLine[] = [...readDocuments(), readMarkdown('CONTRIBUTING.md')]
  .flatMap(codeBlocks)
  .filter(({ language }) => language === 'sh')
  .flatMap(({ path, line, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((command) => ({ place: `${path}:${line}`, text: command.replace(/(^|\s)#.*/, '') })),
  );

async function helpOf(program: Program, ...args: string[]): Promise<string> {
  const terminal = createTerminal();
  expect(await run(program, [...args, '--help'], terminal), terminal.errors.join('\n')).toBe(0);
  return terminal.printed.join('\n');
}

const calls = lines.flatMap(({ place, text }) =>
  [...text.matchAll(/(?:^|npx )three-crowd(-server)? +(.*?)(?=[|;>]|$)/g)].map(([, server, words]) => ({
    place,
    program: server ? THREE_CROWD_SERVER : THREE_CROWD,
    words: words.split(/\s+/).filter((word) => word !== ''),
  })),
);

test('there are commands to check', () => {
  for (const program of [THREE_CROWD, THREE_CROWD_SERVER]) {
    const called = calls.filter((call) => call.program === program).map(({ words: [command] }) => command);
    expect(new Set(called)).toEqual(
      new Set(createRoot(program, createTerminal()).commands.map((known) => known.name())),
    );
  }
});

test.each(
  calls.map(({ place, program, words }) => [program.name, words.join(' '), place, program, words] as const),
)('%s %s is a command (%s)', async (name, _text, _place, program, [command, ...words]) => {
  const hasActions = /^(account|crowd|key|webhook)$/.test(command);
  const help = await helpOf(program, command, ...(hasActions ? [words[0]] : []));
  const flags = words.filter((word) => word.startsWith('--')).map((flag) => flag.replace(/=.*/, ''));
  for (const flag of flags.filter((name) => name !== '--help')) expect(help).toContain(`${flag} `);
  if (hasActions) expect(help).toContain(`${name} ${command} ${words[0]}`);
});

const scripts = lines.flatMap(({ place, text }) =>
  [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(
    ([, name]) => [name, place] as const,
  ),
);

test('there are scripts to check', () => expect(scripts.length).toBeGreaterThan(3));

test.each(scripts)('npm run %s is a script (%s)', (name) => {
  expect(Object.keys(packageJson.scripts)).toContain(name);
});

test('every setting that the guides name is in the help, and the other way round', async () => {
  const setting = /\b(?:THREE_CROWD_[A-Z_]+|DATABASE_URL|PORT|HOST)\b/g;
  const named = readGuides().flatMap(({ text }) => text.match(setting) ?? []);
  expect([...new Set(named)].sort()).toEqual(
    [...new Set((await helpOf(THREE_CROWD_SERVER, 'serve')).match(setting))].sort(),
  );
});
