import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Addresses that are never called: all that are not public unicast addresses. For IPv6 these are all
 * outside 2000::/3 and the special ranges inside. IPv6 addresses that tunnel to IPv4 (NAT64, 6to4, Teredo)
 * are always refused; an IPv4-mapped address is judged as the IPv4 address.
 */
const FORBIDDEN_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host of an Azure machine
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

const PUBLIC_V6 = '2000::/3';
const FORBIDDEN_V6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: leads to whatever IPv4 address it carries
  '3fff::/20', // documentation
];

const forbiddenV4 = blockList(FORBIDDEN_V4, 'ipv4');
const publicV6 = blockList([PUBLIC_V6], 'ipv6');
const forbiddenV6 = blockList(FORBIDDEN_V6, 'ipv6');

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

export function isForbiddenAddress(address: string): boolean {
  if (isIPv4(address)) return forbiddenV4.check(address, 'ipv4');
  if (!isIPv6(address)) return true;
  const plain = address.replace(/%.*$/, '');
  const mapped = mappedV4(wordsOf(plain));
  if (mapped !== undefined) return forbiddenV4.check(mapped, 'ipv4');
  return !publicV6.check(plain, 'ipv6') || forbiddenV6.check(plain, 'ipv6');
}

/** The IPv4 address in `::ffff:a.b.c.d`. */
function mappedV4(words: number[]): string | undefined {
  if (words.slice(0, 6).join() !== '0,0,0,0,0,65535') return undefined;
  const [high = 0, low = 0] = words.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight 16-bit words of an IPv6 address. */
function wordsOf(address: string): number[] {
  const spelled = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const high = (Number(a) << 8) | Number(b);
    const low = (Number(c) << 8) | Number(d);
    return `${high.toString(16)}:${low.toString(16)}`;
  });
  const [head = '', tail] = spelled.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(gap).fill('0'), ...back].map((word) => Number.parseInt(word, 16));
}
