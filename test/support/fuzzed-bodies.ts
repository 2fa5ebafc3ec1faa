import { Nothing, type Route } from '#shared/platform/http/route.ts';
import { mutationsOf } from './body-mutations.ts';
import { publishedBody } from './published-document.ts';
import type { Random } from './random.ts';

/**
 * Bodies that a route might be sent by mistake or in bad faith: the documented example, changed in one to four places
 * by the schema and by values that have broken parsers, then sometimes damaged as text or as bytes.
 */
export interface FuzzedBody {
  bytes: Buffer;
  contentType: string;
}

export function fuzzedBodiesOf(route: Route, random: Random): () => FuzzedBody {
  const { schema = {}, example } = publishedBody(route) ?? {};
  const near = route.body === Nothing ? [{}] : [example, ...mutationsOf(example, schema)];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const isForm = route.accepts.includes('multipart/form-data');

  return () => {
    let value = pick(near);
    for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) value = changed(value, random, pick);
    if (isForm && random() < 0.3) return formOf(value, random, pick);
    const text = JSON.stringify(value) ?? '';
    const written = random() < 0.3 ? pick(TEXT_DAMAGE)(text, random) : text;
    const bytes = Buffer.from(written);
    return {
      bytes: random() < 0.02 ? damaged(bytes, random) : bytes,
      contentType: 'application/json',
    };
  };
}

type Pick = <T>(items: readonly T[]) => T;

/** The value with one part replaced, or with a property added or removed. */
function changed(value: unknown, random: Random, pick: Pick): unknown {
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
    const index = Math.floor(random() * value.length);
    const kind = random();
    if (kind < 0.1) return value.toSpliced(index, 1);
    if (kind < 0.2) return [...value, value[index]];
    if (kind < 0.21) return Array.from({ length: 150 }, () => value[index]);
    return value.with(index, changed(value[index], random, pick));
  }
  if (typeof value === 'object' && value !== null && random() < 0.85) {
    const members = Object.entries(value);
    const [name] = members.length > 0 ? pick(members) : ['member'];
    const kind = random();
    if (kind < 0.1) return Object.fromEntries(members.filter(([other]) => other !== name));
    if (kind < 0.25) return withMember(value, pick(STRANGE_NAMES), pick(STRANGE));
    const member: unknown = (value as Record<string, unknown>)[name];
    return withMember(value, name, changed(member, random, pick));
  }
  return random() < 0.2 && typeof value === 'string' ? value + pick(STRANGE_TEXTS) : pick(STRANGE);
}

/** `__proto__` as an ordinary property, as in JSON. */
function withMember(value: object, name: string, member: unknown): object {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: member, enumerable: true, configurable: true });
  return copy;
}

const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '0',
  '-1',
  'then',
  'toJSON',
  '$ref',
  'a.b',
  'a[0]',
  '\u0000',
  'x'.repeat(1_000),
];

const STRANGE_TEXTS = [
  '\u0000',
  '\u202e',
  '\ufeff',
  '\u200d',
  '\ufffe',
  '😀',
  'e\u0301',
  '\r\n',
  '\u2028',
  '\\',
  '{{x}}',
  '{% raw %}',
  '<script>',
  "' OR 1=1 --",
  '../../etc/passwd',
  '%00',
  '%s',
  'x'.repeat(3_000),
  '\ud83d\ude00'.repeat(300),
  '\u0301'.repeat(500),
  ' '.repeat(2_000),
];

const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)]);

const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  [],
  {},
  [[]],
  [{}],
  [null],
  { a: null },
  nested(60),
  0,
  -0,
  -1,
  1.5,
  1e-7,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_VALUE,
  5e-324,
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'undefined',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2026-03-14T09:26:53.123456789+14:00',
  '+275760-09-13T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'javascript:alert(1)',
  'http://[::1]:0/',
  'a@b',
  ...STRANGE_TEXTS,
];

/** JSON that `JSON.stringify` does not produce. */
const TEXT_DAMAGE: ((text: string, random: Random) => string)[] = [
  (text) => `${'['.repeat(100)}${text}${']'.repeat(100)}`,
  (text, random) => (random() < 0.05 ? '['.repeat(50_000) : `[${text}]`),
  (text, random) => (random() < 0.05 ? JSON.stringify('x'.repeat(70_000)) : `"${text}"`),
  (text) => text.replace(/\{/, '{"__proto__":{"x":1},'),
  (text) => text.replace(/"(\w+)":/, '"$1":1,"$1":'),
  (text) => text.replace(/:\s*(?:"[^"]*"|\d+)/, ':1e400'),
  (text) => text.replace(/:\s*(?:"[^"]*"|\d+)/, ':9007199254740993'),
  (text) => text.replace(/:\s*(?:"[^"]*"|\d+)/, ':"\\ud800"'),
  (text) => text.replace(/:\s*(?:"[^"]*"|\d+)/, ':NaN'),
  (text) => `\ufeff${text}`,
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => text.slice(Math.floor(random() * text.length)),
  (text) => text + text,
  () => '',
  () => ' ',
];

function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 0; count < 3 && copy.length > 0; count += 1)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return copy;
}

/** A form with the properties as parts; its boundary may be missing. */
function formOf(value: unknown, random: Random, pick: Pick): FuzzedBody {
  const boundary = pick(['x', 'boundary', '"', '-'.repeat(70), '']);
  const parts = Object.entries(value ?? {}).map(([name, member]) => {
    const file = random() < 0.3 ? '; filename="a.pdf"\r\nContent-Type: application/pdf' : '';
    const written = typeof member === 'string' ? member : JSON.stringify(member);
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${written}\r\n`;
  });
  const text = `${parts.join('')}--${boundary}--\r\n`;
  const bytes = Buffer.from(random() < 0.2 ? text.slice(0, text.length / 2) : text);
  const contentType = `multipart/form-data; boundary=${pick([boundary, boundary, 'other', ''])}`;
  return { bytes: random() < 0.2 ? damaged(bytes, random) : bytes, contentType };
}
