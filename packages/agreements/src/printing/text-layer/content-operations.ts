/**
 * Parses the operators of a page's content stream with their offsets, so that unchanged parts can
 * be copied verbatim.
 */
export type ContentOperand = number | string | Uint8Array | ContentOperand[] | { dictionary: string };

export interface ContentOperation {
  operator: string;
  operands: ContentOperand[];
  start: number;
  end: number;
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((one) => one.charCodeAt(0)));
const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

export function* operationsOf(content: string): Generator<ContentOperation> {
  const reader = { content, at: 0 };
  let operands: ContentOperand[] = [];
  let start = -1;
  for (;;) {
    skipSpace(reader);
    if (reader.at >= content.length) return;
    if (start < 0) start = reader.at;
    const token = readToken(reader);
    if (typeof token !== 'object' || !('operator' in token)) {
      operands.push(token);
      continue;
    }
    yield { operator: token.operator, operands, start, end: reader.at };
    operands = [];
    start = -1;
  }
}

interface Reader {
  content: string;
  at: number;
}

function skipSpace(reader: Reader): void {
  while (SPACE.has(reader.content.charCodeAt(reader.at))) reader.at += 1;
}

function readToken(reader: Reader): ContentOperand | { operator: string } {
  const { content } = reader;
  switch (content[reader.at]) {
    case '(':
      return readString(reader);
    case '[':
      return readArray(reader);
    case '<':
      return content[reader.at + 1] === '<' ? readDictionary(reader) : readHex(reader);
    case '/':
      reader.at += 1;
      return `/${readWord(reader)}`;
    default: {
      const word = readWord(reader);
      const number = Number(word);
      return word === '' || Number.isNaN(number) ? { operator: word || nextOf(reader) } : number;
    }
  }
}

/** The string at an offset of a stream, in either notation. */
export function stringAt(content: string, at: number): Uint8Array | undefined {
  if (content[at] === '(') return readString({ content, at });
  return content[at] === '<' ? readHex({ content, at }) : undefined;
}

const nextOf = (reader: Reader) => reader.content[reader.at++] ?? '';

function readWord(reader: Reader): string {
  const start = reader.at;
  for (let code = charAt(reader); isRegular(code); code = charAt(reader)) reader.at += 1;
  return reader.content.slice(start, reader.at);
}

const charAt = ({ content, at }: Reader) => content.charCodeAt(at);
const isRegular = (code: number) => !Number.isNaN(code) && !SPACE.has(code) && !DELIMITERS.has(code);

function readArray(reader: Reader): ContentOperand[] {
  reader.at += 1;
  const items: ContentOperand[] = [];
  for (skipSpace(reader); reader.content[reader.at] !== ']'; skipSpace(reader)) {
    if (reader.at >= reader.content.length) throw new Error('An array does not end.');
    const item = readToken(reader);
    if (typeof item !== 'object' || !('operator' in item)) items.push(item);
  }
  reader.at += 1;
  return items;
}

/** Returned as text; the few relevant entries are searched in it. */
function readDictionary(reader: Reader): { dictionary: string } {
  const start = reader.at;
  reader.at += 2;
  for (skipSpace(reader); !reader.content.startsWith('>>', reader.at); skipSpace(reader)) {
    if (reader.at >= reader.content.length) throw new Error('A dictionary does not end.');
    readToken(reader);
  }
  reader.at += 2;
  return { dictionary: reader.content.slice(start, reader.at) };
}

function readHex(reader: Reader): Uint8Array {
  const end = reader.content.indexOf('>', reader.at);
  const digits = reader.content.slice(reader.at + 1, end).replace(/\s/g, '');
  reader.at = end + 1;
  return Uint8Array.from(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'));
}

function readString(reader: Reader): Uint8Array {
  const bytes: number[] = [];
  let depth = 1;
  for (reader.at += 1; reader.at < reader.content.length; reader.at += 1) {
    const character = reader.content[reader.at] ?? '';
    if (character === '\\') {
      const escaped = readEscape(reader);
      if (escaped !== undefined) bytes.push(escaped);
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) break;
    bytes.push(character.charCodeAt(0));
  }
  reader.at += 1;
  return Uint8Array.from(bytes);
}

/** Leaves the reader on the escape's last character. */
function readEscape(reader: Reader): number | undefined {
  reader.at += 1;
  const octal = /^[0-7]{1,3}/.exec(reader.content.slice(reader.at, reader.at + 3));
  if (octal) {
    reader.at += octal[0].length - 1;
    return Number.parseInt(octal[0], 8) & 0xff;
  }
  const character = reader.content[reader.at] ?? '';
  if (character === '\n') return undefined;
  return ESCAPES[character] ?? character.charCodeAt(0);
}
