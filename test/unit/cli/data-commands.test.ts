import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KIT_VERSION } from 'three-crowd-server/kit';
import { expect, test } from 'vitest';
import { THREE_CROWD_SERVER } from '../../../src/cli/three-crowd-server.js';
import { createCrowdService, hashApiKey, isApiKey, openStorage } from '../../../src/server/index.js';
import { type createTerminal, runProgram } from '../../support/cli/test-terminal.js';
import { createFakeKit } from '../../support/contract/fake-kit.js';
import { createDirectory } from '../../support/temporary-directory.js';

const data = await createDirectory();
for (const [name, bytes] of createFakeKit()) {
  const file = join(data, `kit-${KIT_VERSION}`, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

const command = (...args: string[]) => commandAt({}, ...args);

async function commandAt(options: Parameters<typeof createTerminal>[0], ...args: string[]) {
  const environment = { THREE_CROWD_DATA: data, ...options?.environment };
  const { status, printed, errors } = await runProgram(THREE_CROWD_SERVER, args, { ...options, environment });
  return { code: status, printed: printed.join('\n'), errors: errors.join('\n') };
}

const json = async (...args: string[]) => JSON.parse((await command(...args, '--json')).printed);

test('a key is shown once, listed without itself, and revoked', async () => {
  const of = ['--account', 'Studio'];
  const made = await command('key', 'create', ...of, '--plan', 'studio', '--label', 'build machine');
  expect(made.code).toBe(0);
  expect(isApiKey(made.printed)).toBe(true);
  expect(made.errors).toContain('not shown again');
  const second = await json('key', 'create', ...of);
  expect(second).toMatchObject({ account: 'Studio', plan: 'studio' });
  const listed = await json('key', 'list', ...of);
  expect(listed).toHaveLength(2);
  expect(listed.map((key: { label: string }) => key.label)).toContain('build machine');
  expect(JSON.stringify(listed)).not.toContain(made.printed);
  const revoked = await command('key', 'revoke', second.id);
  expect([revoked.code, revoked.printed]).toEqual([0, `${second.id} opens nothing any more.`]);
  const again = await command('key', 'revoke', second.id);
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining(`There is no key ${second.id}`)]);
  const storage = await openStorage({ location: join(data, 'crowds.db') });
  expect(await storage.findKey(hashApiKey(second.key))).toBeUndefined();
  expect(await storage.findKey(hashApiKey(made.printed))).toMatchObject({
    account: { name: 'Studio', plan: 'studio' },
  });
  await storage.close();
});

test('a crowd is created from a recipe file, listed and shown', async () => {
  const file = join(data, 'recipe.json');
  await writeFile(file, '{"seed":7,"size":5,"collection":"quay"}');
  const { crowd_id: id } = await json('crowd', 'create', file, '--name', 'Quay');
  expect(id).toMatch(/^cr_[a-zA-Z0-9]{8}$/);
  expect((await command('crowd', 'list')).printed).toMatch(new RegExp(`^${id} .* quay +Quay$`));
  expect(await json('crowd', 'list')).toEqual([expect.objectContaining({ crowd_id: id, name: 'Quay' })]);
  const shown = await json('crowd', 'show', id);
  expect(shown).toMatchObject({ crowd_id: id, collection: 'quay', recipe: { seed: 7, size: 5 } });
  expect(shown.characters).toHaveLength(5);
  expect((await command('crowd', 'list', '--account', 'Other')).printed).toBe('');
  const theirs = await command('crowd', 'show', id, '--account', 'Other');
  expect([theirs.code, theirs.errors]).toEqual([1, 'three-crowd-server: crowd not found']);
});

test.each([
  ['{"pace":2}', /bad\.json: pace: must be at most 1$/],
  ['no json', /bad\.json.* is not JSON: Unexpected token/],
  ['{\n  "size": 4\n  "seed": 1}', /bad\.json:3 is not JSON: /],
  ['7', /bad\.json: must be an object/],
  ['{"sise":4}', /bad\.json: sise: is no field of a recipe; did you mean "size"\?$/],
  ['{"size":6000}', /bad\.json: size: your plan .* 5000 characters/],
])('a recipe file with %s is a failure that names file and field', async (text, message) => {
  const file = join(data, 'bad.json');
  await writeFile(file, text);
  const { code, errors } = await command('crowd', 'create', file);
  expect(code).toBe(1);
  expect(errors).toMatch(message);
});

test('a recipe file may start with the mark that some editors put there', async () => {
  const file = join(data, 'marked.json');
  await writeFile(file, '\ufeff{"size":4}');
  const account = ['--account', 'Editor'];
  const { crowd_id: id } = await json('crowd', 'create', file, ...account);
  expect((await json('crowd', 'show', id, ...account)).characters).toHaveLength(4);
});

test.each([
  [{ DATABASE_URL: 'mysql://me:secret@db/x' }, /DATABASE_URL must be/],
  [{ THREE_CROWD_PLANS: '{"x":1}' }, /THREE_CROWD_PLANS: The plan "x" needs maxSize/],
  [{ THREE_CROWD_PLANS: 'x' }, /THREE_CROWD_PLANS: .*JSON object/],
  [{ THREE_CROWD_LOG: 'loud' }, /THREE_CROWD_LOG must be one of/],
  [{ THREE_CROWD_BASE_URL: 'crowds' }, /no http or https address/],
])('%j is refused at the start', async (environment, message) => {
  const { code, errors } = await commandAt({ environment: { PORT: '0', ...environment } }, 'serve');
  expect([code, errors]).toEqual([2, expect.stringMatching(message)]);
  expect(errors).not.toContain('secret');
});

test('a database that does not answer is a failure of one line without its password', async () => {
  const environment = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' };
  const { code, errors } = await commandAt({ environment }, 'key', 'list');
  expect(code).toBe(1);
  expect(errors).toMatch(/^[^\n]*PostgreSQL database cannot be opened: .*ECONNREFUSED[^\n]*$/);
  expect(errors).not.toContain('secret');
});

test('a crowd is renamed and deleted', async () => {
  const file = join(data, 'small.json');
  await writeFile(file, '{"size":1}');
  const { crowd_id: id } = await json('crowd', 'create', file, '--account', 'Renamer');
  const of = ['--account', 'Renamer'];
  expect((await command('crowd', 'rename', id, 'Pier', ...of)).printed).toBe(`${id} is "Pier" now.`);
  expect(await json('crowd', 'list', ...of)).toMatchObject([{ crowd_id: id, name: 'Pier' }]);
  const theirs = await command('crowd', 'delete', id, '--account', 'Other');
  expect([theirs.code, theirs.errors]).toEqual([1, 'three-crowd-server: only its owner may change a crowd']);
  expect((await command('crowd', 'delete', id, ...of)).printed).toBe(`${id} is deleted.`);
  expect(await json('crowd', 'list', ...of)).toEqual([]);
  expect((await command('crowd', 'delete', id, ...of)).code).toBe(1);
});

test('a key is limited as its options say', async () => {
  await json(
    ...['key', 'create', '--account', 'Limited', '--read-only', '--collection', 'quay', '--quota', '500'],
    ...['--origin', 'https://a.test', '--origin', 'http://b.test:81/', '--expires', '2099-01-31'],
  );
  expect(await json('key', 'list', '--account', 'Limited')).toMatchObject([
    {
      quota: 500,
      access: 'read',
      collection: 'quay',
      origins: ['https://a.test', 'http://b.test:81'],
      expires_at: '2099-01-31T00:00:00.000Z',
    },
  ]);
  for (const wrong of [
    ['--origin', 'a.test'],
    ['--origin', 'https://a.test/page'],
    ['--expires', 'soon'],
    ['--expires', '2001-01-01'],
    ['--quota', 'many'],
  ]) {
    const { code, errors } = await command('key', 'create', ...wrong);
    expect([code, errors]).toEqual([2, expect.stringMatching(`${wrong[0]}.* must be`)]);
  }
});

test('keys of one new account are created at once without harm', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => json('key', 'create', '--account', 'Rush')));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(8);
  expect(await json('key', 'list', '--account', 'Rush')).toHaveLength(8);
});

test('control characters in names reach no terminal', async () => {
  const file = join(data, 'named.json');
  await writeFile(file, '{"size":1}');
  const of = ['--account', 'Forger'];
  const name = '\u001b]0;owned\u0007\r\ncr_Forged00  \u009b31m\u202edlrow';
  const { crowd_id: id } = await json('crowd', 'create', file, '--name', name, ...of);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
  const listed = await command('crowd', 'list', ...of);
  expect(listed.printed).toContain('\\u001b]0;owned\\u0007\\u000d\\u000acr_Forged00  \\u009b31m\\u202edlrow');
  expect(listed.printed.split('\n')).toHaveLength(1);
  for (const args of [
    ['crowd', 'list', ...of],
    ['crowd', 'list', '--json', ...of],
    ['crowd', 'show', id, ...of],
    ['crowd', 'rename', id, name, ...of],
    ['crowd', 'rename', id, name, '--json', ...of],
    ['crowd', 'show', name, ...of],
    ['key', 'create', '--plan', name, ...of],
  ]) {
    const { printed, errors } = await command(...args);
    expect(printed + errors).not.toMatch(controls);
  }
  expect((await json('crowd', 'list', ...of))[0].name).toBe(name);
});

test('a recipe may come from standard input, and a field that nobody knows is told of', async () => {
  const readInput = async () => new TextEncoder().encode('{"size":2,"flavour":"plum"}');
  const made = await commandAt({ readInput }, 'crowd', 'create', '-', '--account', 'Piped');
  expect(made.code).toBe(0);
  expect(made.errors).toContain('flavour is no field of a recipe, and has no effect.');
  expect((await json('crowd', 'show', made.printed, '--account', 'Piped')).characters).toHaveLength(2);
});

test('columns have names on a screen, and elsewhere where they are asked for', async () => {
  const of = ['--account', 'Headed'];
  expect((await command('key', 'list', ...of, '--header')).errors).toBe('Headed has no keys.');
  await json('key', 'create', '--label', 'one', ...of);
  const names = /^id +created_at +revoked_at +.*label\n/;
  expect((await command('key', 'list', ...of)).printed).not.toMatch(names);
  expect((await command('key', 'list', ...of, '--header')).printed).toMatch(names);
  expect((await commandAt({ isScreen: true }, 'key', 'list', ...of)).printed).toMatch(names);
  expect((await commandAt({ isScreen: true }, 'key', 'list', '--no-header', ...of)).printed).not.toMatch(
    names,
  );
});

test('a file in the place of the data directory is a failure that names it', async () => {
  const file = join(data, 'no-directory');
  await writeFile(file, '');
  const { code, errors } = await command('crowd', 'list', '--data', file);
  expect([code, errors]).toEqual([
    1,
    `three-crowd-server: ${file} cannot be made a directory for data: EEXIST`,
  ]);
});

test('accounts are listed with their use, suspended and resumed', async () => {
  const { key, account } = await json('key', 'create', '--account', '=Bad, "name"');
  const storage = await openStorage({ location: join(data, 'crowds.db') });
  const service = await createCrowdService({ kit: createFakeKit(), storage });
  const read = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const request = new Request('http://crowds.test/v1/crowd/cr_Teahouse', { headers });
    return (await service.fetch(request)).status;
  };
  expect(await read()).toBe(200);
  const csv = (await command('account', 'usage', '--csv')).printed;
  expect(csv).toContain(`,"'=Bad, ""name""",developer,1`);
  expect(csv.split('\n')[0]).toBe('month,account,plan,used');
  expect((await command('account', 'usage', '--csv', '--month', '2001-01')).printed).toContain(
    ',developer,0',
  );
  expect((await command('account', 'usage', '--month', '2001-13')).code).toBe(2);
  expect((await command('account', 'suspend', account)).printed).toBe(`${account} is suspended.`);
  expect(await read()).toBe(403);
  const listed = await json('account', 'list');
  expect(listed.find(({ name }: { name: string }) => name === account)).toMatchObject({
    plan: 'developer',
    used: 1,
    suspended_at: expect.stringMatching(/Z$/),
  });
  expect((await command('account', 'resume', account)).code).toBe(0);
  expect(await read()).toBe(200);
  expect((await command('account', 'suspend', 'nobody')).code).toBe(1);
  await service.close();
});

test('webhooks are listed and deleted, those of the named account alone', async () => {
  await json('key', 'create', '--account', 'Hooked');
  const storage = await openStorage({ location: join(data, 'crowds.db') });
  const account = await storage.findAccount('Hooked');
  const webhook = { accountId: account?.id ?? '', url: 'https://shop.test/hook', events: ['crowd.created'] };
  const secret = { secret: 'whsec_AAAA', oldSecret: null, oldSecretUntil: null };
  const createdAt = '2026-03-01T00:00:00.000Z';
  await storage.webhooks.add({ id: 'wh_1', ...webhook, ...secret, createdAt, dropped: 0 }, 10);
  await storage.close();
  const listed = await command('webhook', 'list', '--account', 'Hooked');
  expect(listed.printed).toBe(`wh_1  ${createdAt}  0  crowd.created  https://shop.test/hook`);
  expect(JSON.stringify(await json('webhook', 'list', '--account', 'Hooked'))).not.toContain('whsec_');
  const other = await command('webhook', 'delete', 'wh_1', '--account', 'Studio');
  expect([other.code, other.errors]).toEqual([1, 'three-crowd-server: Studio has no webhook wh_1.']);
  const deleted = await command('webhook', 'delete', 'wh_1', '--account', 'Hooked');
  expect([deleted.code, deleted.printed]).toEqual([0, 'wh_1 is deleted.']);
  expect(await json('webhook', 'list', '--account', 'Hooked')).toEqual([]);
  const nobody = await command('webhook', 'list', '--account', 'Nobody');
  expect([nobody.code, nobody.errors]).toEqual([1, 'three-crowd-server: There is no account "Nobody".']);
});
