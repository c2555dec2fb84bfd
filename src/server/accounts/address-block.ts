import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network: a /64, of which one customer has all addresses. */
const NETWORK_GROUPS = 4;

/** The unit that limits count an address by: an IPv4 address itself, the /64 network of an IPv6 address. */
export function addressBlockOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head, tail] = address.split('%')[0].split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end counts as two groups.
  const written = before.length + after.length + (/\./.test(address) ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - written).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
