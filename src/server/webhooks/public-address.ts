import { BlockList, isIP, isIPv4 } from 'node:net';

/** Of the special-purpose addresses of IPv4 (RFC 6890 and IANA's registry), all that are not on the public internet. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Within the global unicast addresses of IPv6, those that stand for others: Teredo, documentation, 6to4. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf(SPECIAL_IPV4, 'ipv4');
const globalUnicast = listOf(['2000::/3'], 'ipv6');
const specialUnicast = listOf(SPECIAL_IPV6, 'ipv6');

/** True for an address of the public internet, and not of this machine or its network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return (
    isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !specialUnicast.check(address, 'ipv6')
  );
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
