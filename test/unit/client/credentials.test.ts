import { CrowdClient } from 'three-crowd/client';
import { afterEach, expect, test, vi } from 'vitest';

const baseUrl = 'https://crowds.test';
const apiKey = 'tc_live_secret';

afterEach(() => vi.unstubAllGlobals());

test('a key in a page is refused, unless its owner says that it may be seen', () => {
  vi.stubGlobal('window', { document: {} });
  expect(() => new CrowdClient({ baseUrl, apiKey })).toThrow(/dangerouslyAllowBrowser/);
  expect(() => new CrowdClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true })).not.toThrow();
  expect(() => new CrowdClient({ baseUrl, tokenProvider: () => apiKey })).not.toThrow();
  expect(() => new CrowdClient({ baseUrl })).not.toThrow();
});

test('a key in a worker of a page is refused too', () => {
  vi.stubGlobal('importScripts', () => {});
  expect(() => new CrowdClient({ baseUrl, apiKey })).toThrow(/dangerouslyAllowBrowser/);
});

test('a key and a provider contradict each other', () => {
  expect(() => new CrowdClient({ baseUrl, apiKey, tokenProvider: () => apiKey })).toThrow(/not both/);
});

test.each(['', 'two words', 'line\nbreak', 'schlüssel'])(
  '"%s" is refused as a key, and not repeated',
  async (token) => {
    const refusal = /must be a text of printable characters without spaces\.$/;
    expect(() => new CrowdClient({ baseUrl, apiKey: token })).toThrow(refusal);
    const client = new CrowdClient({ baseUrl, tokenProvider: () => token });
    await expect(client.getCrowd('cr_Teahouse')).rejects.toThrow(refusal);
  },
);

test('what the provider throws comes through', async () => {
  const failure = new Error('signed out');
  const tokenProvider = () => Promise.reject(failure);
  await expect(new CrowdClient({ baseUrl, tokenProvider }).getCrowd('cr_Teahouse')).rejects.toBe(failure);
});

test.each(['', 'crowds.test', '/v1', 'ftp://crowds.test', 'https://user:pass@crowds.test'])(
  '"%s" is no base address outside a page',
  (address) => expect(() => new CrowdClient({ baseUrl: address })).toThrow(/baseUrl/),
);

test('a base address in a page may be relative', async () => {
  vi.stubGlobal('document', { baseURI: 'https://shop.test/street/index.html' });
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(request.url);
    return new Response('null');
  };
  await new CrowdClient({ baseUrl: 'crowds', fetch }).getCrowd('cr_Teahouse').catch(() => {});
  expect(asked).toEqual(['https://shop.test/street/crowds/v1/crowd/cr_Teahouse']);
});
