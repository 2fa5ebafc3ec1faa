/** A DER value: enough ASN.1 to verify a signature without the libraries that created it. */
export interface DerNode {
  tag: number;
  /** With its tag and length. */
  whole: Buffer;
  content: Buffer;
}

export const NOTHING = Buffer.alloc(0);

/** The values in a DER value, or in a sequence of them. */
export function members(bytes: Buffer, limit = Number.POSITIVE_INFINITY): DerNode[] {
  const found: DerNode[] = [];
  for (let at = 0; at < bytes.length && found.length < limit; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first & 0x80 ? first & 0x7f : 0;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes ? bytes.readUIntBE(at + 2, lengthBytes) : first;
    const end = start + length;
    if (end > bytes.length) throw new RangeError('A DER value is longer than its container.');
    found.push({ tag: bytes[at] ?? 0, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return found;
}

/** The content of the first member. */
export const inside = (bytes: Buffer): Buffer => members(bytes, 1)[0]?.content ?? NOTHING;

const LAST_BITS = 0x7f;
/** The first number of an object identifier holds two of its parts. */
const SECOND_PARTS = 40;

/** An object identifier in dots, from the content of its value. */
export function oidOf(content: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & LAST_BITS);
    if (byte & 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...others] = numbers;
  const top = Math.min(2, Math.floor(first / SECOND_PARTS));
  return [top, first - top * SECOND_PARTS, ...others].join('.');
}

const UTC = /^\d{12}Z$/;
const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/;

/** A GeneralizedTime or UTCTime of DER, which are in UTC. Of the latter, years from 50 on are of the last century. */
export function timeOf(content: Buffer): Date {
  const stated = content.toString('latin1');
  const text = UTC.test(stated) ? `${stated < '50' ? '20' : '19'}${stated}` : stated;
  const [, year, month, day, hour, minute, second, fraction = ''] = GENERALIZED.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(time.getTime())) throw new RangeError('A time cannot be read.');
  return time;
}
