import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isForbiddenAddress } from '#shared/platform/destination/forbidden-address.ts';
import { destinationFault } from '#shared/platform/destination/parse-destination.ts';

/** Every reserved range, any address in it, in any spelling. */
const RESERVED_V4 = [
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
  '168.63.129.16/32',
];

/** As 128-bit numbers: the first address and the number of free bits. */
const RESERVED_V6: Record<string, [first: bigint, freeBits: number]> = {
  '::/128': [0n, 0],
  '::1/128': [1n, 0],
  '64:ff9b::/96': [0x64ff9bn << 96n, 32],
  '64:ff9b:1::/48': [0x64ff9b0001n << 80n, 80],
  '100::/64': [0x100n << 112n, 64],
  '2001::/32': [0x20010000n << 96n, 96],
  '2001:db8::/32': [0x20010db8n << 96n, 96],
  '3fff::/20': [0x3fff0n << 108n, 108],
  '2002::/16': [0x2002n << 112n, 112],
  '5f00::/16': [0x5f00n << 112n, 112],
  'fc00::/7': [0xfcn << 120n, 121],
  'fe80::/10': [0xfe8n << 116n, 118],
  'ff00::/8': [0xffn << 120n, 120],
};

const boundsOf = (range: string): [first: number, last: number] => {
  const [network = '', prefix = ''] = range.split('/');
  const first = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return [first, first + 2 ** (32 - Number(prefix)) - 1];
};

const isReserved = (address: number) =>
  RESERVED_V4.map(boundsOf).some(([first, last]) => first <= address && address <= last);

const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
const dotted = (address: number) => bytesOf(address).join('.');

/** All spellings of an IPv4 address in URLs: fewer parts, and each decimal, octal or hexadecimal. */
const spelledV4 = (address: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), fc.boolean())
    .map(([parts, bases, isDotted]) => {
      const bytes = bytesOf(address);
      const head = bytes.slice(0, parts - 1);
      const tail = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
      const text = [...head, tail].map((part, index) => inBase(part, bases[index] ?? 0)).join('.');
      return isDotted ? `${text}.` : text;
    });

function inBase(part: number, base: number): string {
  if (base === 1) return `0${part.toString(8)}`;
  if (base === 2) return `0x${part.toString(16)}`;
  return base === 3 ? `0X00${part.toString(16).toUpperCase()}` : String(part);
}

const wordsOf = (address: bigint) =>
  Array.from({ length: 8 }, (_, index) => Number((address >> BigInt(112 - index * 16)) & 0xffffn));

/** All spellings of an IPv6 address: zeros compressed or padded, either case, IPv4 at the end. */
const spelledV6 = (address: bigint) =>
  fc
    .record({
      isUpper: fc.boolean(),
      isFull: fc.boolean(),
      isMixed: fc.boolean(),
      isShort: fc.boolean(),
    })
    .map(({ isUpper, isFull, isMixed, isShort }) => {
      const words = wordsOf(address);
      const texts = words.map((word) => word.toString(16).padStart(isFull ? 4 : 1, '0'));
      if (isMixed) texts.splice(6, 2, dotted((words[6] ?? 0) * 65_536 + (words[7] ?? 0)));
      const text = isShort ? texts.join(':').replace(/(^|:)0+(:0+)+(?=:)/, '$1') : texts.join(':');
      const shortened = isShort && /^:[^:]/.test(text) ? `:${text}` : text;
      return isUpper ? shortened.toUpperCase() : shortened;
    });

const isRefused = (host: string) => destinationFault(`https://${host}/`, { isLocal: false }) !== null;

test.each(RESERVED_V4)('no address of %s may be called, however it is spelled', (range) => {
  const [min, max] = boundsOf(range);
  const spelling = fc.integer({ min, max }).chain((address) => fc.tuple(fc.constant(address), spelledV4(address)));

  fc.assert(
    fc.property(spelling, ([address, text]) => {
      expect(isForbiddenAddress(dotted(address))).toBe(true);
      expect(new URL(`https://${text}/`).hostname).toBe(dotted(address));
      expect(isRefused(text)).toBe(true);
    }),
  );
});

test.each(Object.entries(RESERVED_V6))(
  'forbidden addresses: no address of %s may be called, in any spelling',
  (_range, [first, freeBits]) => {
    const address = fc.bigInt({ min: first, max: first + (1n << BigInt(freeBits)) - 1n });

    fc.assert(
      fc.property(address.chain(spelledV6), fc.constantFrom('', '%eth0', '%1'), (text, zone) => {
        expect(isIPv6(text)).toBe(true);
        expect(isForbiddenAddress(text + zone)).toBe(true);
        expect(isRefused(`[${text}]`)).toBe(true);
      }),
    );
  },
);

const anyV4 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('forbidden addresses: an IPv4 address is refused exactly if it is reserved, mapped into IPv6 or not', () => {
  const mapped = anyV4.chain((address) =>
    fc.tuple(fc.constant(address), spelledV6(0xffff_0000_0000n + BigInt(address))),
  );

  fc.assert(
    fc.property(mapped, ([address, text]) => {
      expect(isForbiddenAddress(dotted(address))).toBe(isReserved(address));
      expect(isForbiddenAddress(text)).toBe(isReserved(address));
      expect(isRefused(`[${text}]`)).toBe(isReserved(address));
    }),
    { numRuns: 500 },
  );
});

test('forbidden addresses: IPv6 addresses that tunnel IPv4 (NAT64, 6to4, Teredo) are always refused', () => {
  fc.assert(
    fc.property(anyV4, (address) => {
      const carried = BigInt(address);
      const carriers = [
        (0x64ff9bn << 96n) + carried,
        (0x2002n << 112n) + (carried << 80n) + 1n,
        (0x20010000n << 96n) + (carried << 64n),
        carried, // IPv4-compatible
        0xffff_0000_0000_0000n + carried, // IPv4-translated
      ];
      for (const carrier of carriers)
        expect(
          isForbiddenAddress(
            wordsOf(carrier)
              .map((word) => word.toString(16))
              .join(':'),
          ),
        ).toBe(true);
    }),
  );
});

test('forbidden addresses: public IPv6 addresses may be called', () => {
  const first = 0x2400n << 112n;
  fc.assert(
    fc.property(fc.bigInt({ min: first, max: (0x2e00n << 112n) - 1n }).chain(spelledV6), (text) => {
      expect(isForbiddenAddress(text)).toBe(false);
    }),
  );
});

test('forbidden addresses: a text that is no address may not be called', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^[\d.]+$|:/.test(text));
      expect(isForbiddenAddress(text)).toBe(true);
    }),
  );
});
