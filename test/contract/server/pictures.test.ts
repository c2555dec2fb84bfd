import { expect, test } from 'vitest';
import { createTestService } from '../../support/contract/test-service.js';

/** Figures of a picture: the colours of each, in the order in which they are drawn. */
function figuresOf(svg: string): string[] {
  return [...svg.matchAll(/<use [^>]*fill="([^"]+)" color="([^"]+)" stroke="([^"]+)"/g)].map(
    ([, ...colors]) => colors.join(' '),
  );
}

test('a picture shows everybody of a small crowd, in the colours that the service tells', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  const body = { name: 'A & <b>', recipe_json: { seed: 7, size: 9, spawnRadius: 2, boundaryRadius: 3 } };
  const id = await service.create(key, body);
  const picture = await service.ask(`/v1/projects/${id}/picture.svg`, { key });
  expect(picture.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
  // Whoever opens it by itself gets a picture that runs nothing.
  expect(picture.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const svg = await picture.text();
  expect(svg).toContain('<title>A &#38; &#60;b&#62;</title>');
  const { characters } = await (await service.ask(`/v1/crowd/${id}`, { key })).json();
  const told = characters.map(({ garment_hsl: [h, s, l], skin_hex, hair_hex }: Character) => {
    const [hue, ...rest] = [h * 360, s * 100, l * 100].map(Math.round);
    return `hsl(${hue} ${rest.map((part) => `${part}%`).join(' ')}) ${skin_hex} ${hair_hex}`;
  });
  expect(figuresOf(svg).toSorted()).toEqual(told.toSorted());
  // The creation and the reading: the picture is free.
  expect(await service.used('Ann')).toBe(2);
});

interface Character {
  readonly garment_hsl: readonly [number, number, number];
  readonly skin_hex: string;
  readonly hair_hex: string;
}

test('a picture of thousands is as small as one of hundreds, and of nobody is one too', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  const picture = async (path: string) => (await service.ask(path, { key })).text();
  const parade = await picture('/v1/projects/cr_Parade5k/picture.svg');
  expect(figuresOf(parade).length).toBeGreaterThan(100);
  expect(parade.length).toBeLessThan(40_000);
  const id = await service.create(key, { recipe_json: { size: 0 } });
  expect(figuresOf(await picture(`/v1/projects/${id}/picture.svg`))).toEqual([]);
});

test('a picture can be read as XML, whatever the crowd is called', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  const body = { name: 'a\u0007b\u0085c\ufffed\uffffe \u{1f3ee}', recipe_json: { size: 1 } };
  const id = await service.create(key, body);
  const svg = await (await service.ask(`/v1/projects/${id}/picture.svg`, { key })).text();
  expect(svg).toContain('<title>a b c d e \u{1f3ee}</title>');
  // The production "Char" of XML 1.0 (2.2).
  expect(svg).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
});

test("another account's crowd is not pictured", async () => {
  const service = await createTestService();
  const [ann, bob] = [await service.issue('Ann'), await service.issue('Bob')];
  const path = `/v1/projects/${await service.create(ann)}/picture.svg`;
  expect((await service.ask(path, { key: bob })).status).toBe(404);
});

test('the service describes itself for the registry of tool servers, by its own name', async () => {
  const service = await createTestService({ baseUrl: 'https://crowds.shop.example/base' });
  const { name, version, remotes } = await (await service.ask('/server.json')).json();
  // Its rules: a reversed domain, a slash, and a name; one exact version.
  expect(name).toBe('example.shop.crowds/three-crowd');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(remotes).toMatchObject([{ type: 'streamable-http', url: 'https://crowds.shop.example/base/mcp' }]);
});
