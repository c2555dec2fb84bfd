import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/server/webhooks/public-address.js';

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

// From IANA's registries of special-purpose addresses.
test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001:0:1::',
  'localhost',
  '',
])('"%s" is not', (address) => expect(isPublicAddress(address)).toBe(false));
