import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'tc_live_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new key: `tc_live_`, 32 random characters (190 bits), and the CRC-32 of what precedes it in base 62, so that
 * secret scanners and typing errors can be told from keys without asking the service.
 */
export function createApiKey(): string {
  let key = PREFIX;
  for (let i = 0; i < SECRET_LENGTH; i++) key += BASE62[randomInt(BASE62.length)];
  return key + checksum(key);
}

/** Whether a text has the shape and the checksum of a key. */
export function isApiKey(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** What is stored of a key: its SHA-256. A salt would add nothing to 190 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
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
