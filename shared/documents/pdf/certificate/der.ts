/** The few of ASN.1's types that a certificate is made of, in its distinguished encoding. */
export type Der = Uint8Array;

const LONGEST_SHORT_LENGTH = 127;

function tagged(tag: number, ...contents: readonly Der[]): Der {
  const content = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Der): Der {
  if (length <= LONGEST_SHORT_LENGTH) return Uint8Array.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Uint8Array.of(0x80 | bytes.length), bytes]);
}

export const sequence = (...members: Der[]) => tagged(0x30, ...members);
export const set = (...members: Der[]) => tagged(0x31, ...members);
export const nothing = () => tagged(0x05);
export const truth = () => tagged(0x01, Uint8Array.of(0xff));
export const octets = (bytes: Der) => tagged(0x04, bytes);
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text));

/** A positive number from its bytes, the highest first. */
export const integer = (bytes: Der) =>
  tagged(0x02, ...((bytes[0] ?? 0) & 0x80 ? [Uint8Array.of(0)] : []), bytes);

/** Bits from the left; what remains of the last byte is not part of them. */
export const bits = (bytes: Der, unusedBits = 0) => tagged(0x03, Uint8Array.of(unusedBits), bytes);

/** A member that is known by its number and not by its type. */
export const numbered = (number: number, content: Der) => tagged(0xa0 | number, content);

export function identifier(dotted: string): Der {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...others].flatMap(base128)));
}

function base128(number: number): number[] {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest % 128) | 0x80);
  return digits;
}

const LAST_YEAR_OF_TWO_DIGITS = 2049;

/** Times are written with two digits for the year while these are clear. */
export function time(date: Date): Der {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() <= LAST_YEAR_OF_TWO_DIGITS
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}
