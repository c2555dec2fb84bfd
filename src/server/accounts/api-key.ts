import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

const PREFIX = 'tc_live_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Creates a key: `tc_live_`, 32 random characters (190 bits), and the CRC-32 of both in base 62, by which secret scanners and
 * clients can recognise keys offline.
 */
export function createApiKey(): string {
  const key = PREFIX + randomBase62(SECRET_LENGTH);
  return key + checksum(key);
}

/** True if a text has the shape and the checksum of a key. */
export function isApiKey(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Stored form of a key: its SHA-256 in hex. A salt would add nothing to 190 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `text` without the keys in it, for logs and messages. */
export function maskKeys(text: string): string {
  return text.replace(/tc_live_\w+/g, `${PREFIX}****`);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
