import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createApiKey, hashApiKey, isApiKey, SAMPLE_KEY } from '../../../src/server/index.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a new key has the prefix, 32 characters, and the CRC-32 of both in base 62', () => {
  const key = createApiKey();
  expect(key).toMatch(/^tc_live_[0-9A-Za-z]{38}$/);
  const digits = [...key.slice(-6)].map((digit) => BASE62.indexOf(digit));
  expect(digits.reduce((value, digit) => value * 62 + digit, 0)).toBe(crc32(key.slice(0, -6)));
  expect(isApiKey(key)).toBe(true);
});

test('no two of a thousand keys are equal, and every character of base 62 occurs', () => {
  const keys = Array.from({ length: 1000 }, createApiKey);
  expect(new Set(keys).size).toBe(1000);
  expect(new Set(keys.flatMap((key) => [...key.slice(8, 40)])).size).toBe(62);
});

test('one wrong character is noticed', () => {
  const key = createApiKey();
  for (let i = 0; i < key.length; i++) {
    const wrong = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    expect(isApiKey(wrong), `character ${i}`).toBe(false);
  }
  expect(isApiKey('')).toBe(false);
  expect(isApiKey(`${key} `)).toBe(false);
});

test('the sample key is a key, and its hash is SHA-256', async () => {
  expect(isApiKey(SAMPLE_KEY)).toBe(true);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SAMPLE_KEY));
  expect(hashApiKey(SAMPLE_KEY)).toBe(Buffer.from(digest).toString('hex'));
});
