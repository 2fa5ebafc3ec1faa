/**
 * JSON with the place of every value in its text. A form changes one value and leaves every other character as it was
 * written: numbers, order, spaces, and members that the form does not know.
 */
export type JsonPath = readonly (string | number)[];

export interface JsonNode {
  value: unknown;
  start: number;
  end: number;
  /** Of an object, in their order. `start` is that of the quoted name. */
  members?: readonly { name: string; start: number; node: JsonNode }[];
  /** Of an array. */
  items?: readonly JsonNode[];
}

interface JsonFault {
  offset: number;
  message: string;
}

export type ParsedJson = { root: JsonNode; fault?: undefined } | { root?: undefined; fault: JsonFault };

class Fault extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Deeper texts are no documents of people, and would end the stack. */
const MOST_LEVELS = 200;

const SPACE = /[\t\n\r ]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: strings of JSON have none
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The tree of a text, or the first place that is no JSON. */
export function parseJson(text: string): ParsedJson {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => take(SPACE);
  const expect = (character: string, message: string) => {
    skip();
    if (text[at] !== character) throw new Fault(at, message);
    at += 1;
  };
  const isNext = (character: string) => {
    skip();
    return text[at] === character;
  };

  const name = (): string => {
    skip();
    const start = at;
    const found = take(STRING);
    if (found === undefined) throw new Fault(start, 'Expected the name of a member in double quotes.');
    return JSON.parse(found) as string;
  };
  const object = (level: number): JsonNode => {
    const start = at;
    at += 1;
    const members: { name: string; start: number; node: JsonNode }[] = [];
    const value: Record<string, unknown> = {};
    while (!isNext('}')) {
      if (members.length > 0) expect(',', 'Expected a comma or the end of the object.');
      skip();
      const from = at;
      const key = name();
      if (members.some((one) => one.name === key)) throw new Fault(from, `The member “${key}” is there twice.`);
      expect(':', 'Expected a colon after the name.');
      const node = any(level + 1);
      members.push({ name: key, start: from, node });
      Object.defineProperty(value, key, { value: node.value, enumerable: true, configurable: true, writable: true });
    }
    at += 1;
    return { value, start, end: at, members };
  };
  const array = (level: number): JsonNode => {
    const start = at;
    at += 1;
    const items: JsonNode[] = [];
    while (!isNext(']')) {
      if (items.length > 0) expect(',', 'Expected a comma or the end of the list.');
      items.push(any(level + 1));
    }
    at += 1;
    return { value: items.map((item) => item.value), start, end: at, items };
  };
  const any = (level: number): JsonNode => {
    skip();
    if (level > MOST_LEVELS) throw new Fault(at, 'Too many levels.');
    if (text[at] === '{') return object(level);
    if (text[at] === '[') return array(level);
    const start = at;
    const found = take(text[at] === '"' ? STRING : SCALAR);
    if (found === undefined)
      throw new Fault(start, start >= text.length ? 'The text ends too early.' : 'Expected a value.');
    return { value: JSON.parse(found), start, end: at };
  };

  try {
    const root = any(0);
    skip();
    if (at < text.length) throw new Fault(at, 'Nothing may follow the end.');
    return { root };
  } catch (error) {
    if (error instanceof Fault) return { fault: { offset: error.offset, message: error.message } };
    throw error;
  }
}

/** The node at a path, or undefined. */
export const nodeAt = (root: JsonNode, path: JsonPath): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((node, step) => node && childOf(node, step), root);

const childOf = ({ members, items }: JsonNode, step: string | number) =>
  items ? items[Number(step)] : members?.find(({ name }) => name === String(step))?.node;

/** The offset of a path such as `rules.0.forceBand`, or of its nearest part that is written. */
export function offsetOf(root: JsonNode, path: string): number {
  let node = root;
  for (const step of path === '' ? [] : path.split('.')) {
    const next = childOf(node, step);
    if (!next) break;
    node = next;
  }
  return node.start;
}

/** Line and column of an offset, counted from 1. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const INDENT = 2;

/** The text with another value at a path; undefined removes it. A text that is no JSON stays as it is. */
export function withValue(text: string, path: JsonPath, value: unknown): string {
  const { root } = parseJson(text);
  if (!root) return text;
  const parent = nodeAt(root, path.slice(0, -1));
  const step = path.at(-1);
  if (step === undefined) return value === undefined ? text : JSON.stringify(value, null, INDENT);
  if (!parent) return text;
  const node = childOf(parent, step);
  if (value === undefined) return node ? withoutChild(text, parent, step) : text;
  if (node) return splice(text, node.start, node.end, written(value, indentAt(text, node.start)));
  return withChild(text, parent, parent.items ? null : String(step), value);
}

/** Two items of a list change places. */
export function withSwapped(text: string, path: JsonPath, index: number): string {
  const { root } = parseJson(text);
  const items = root && nodeAt(root, path)?.items;
  const [one, other] = [items?.[index], items?.[index + 1]];
  if (!one || !other) return text;
  return [
    text.slice(0, one.start),
    text.slice(other.start, other.end),
    text.slice(one.end, other.start),
    text.slice(one.start, one.end),
    text.slice(other.end),
  ].join('');
}

const splice = (text: string, start: number, end: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(end);

/** Spaces at the beginning of the line of an offset. */
const indentAt = (text: string, offset: number) =>
  /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';

const written = (value: unknown, indent: string) => JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${indent}`);

function withChild(text: string, parent: JsonNode, name: string | null, value: unknown): string {
  const children = parent.items ?? parent.members?.map(({ node }) => node);
  if (!children) return text;
  const outer = indentAt(text, parent.start);
  const inner = outer + ' '.repeat(INDENT);
  const child = `${name === null ? '' : `${JSON.stringify(name)}: `}${written(value, inner)}`;
  const last = children.at(-1);
  if (last) {
    const isOneLine = !text.slice(parent.start, parent.end).includes('\n');
    return splice(text, last.end, last.end, isOneLine ? `, ${child}` : `,\n${inner}${child}`);
  }
  return splice(text, parent.start + 1, parent.end - 1, `\n${inner}${child}\n${outer}`);
}

function withoutChild(text: string, parent: JsonNode, step: string | number): string {
  const children =
    parent.items?.map(({ start, end }) => ({ start, end })) ??
    parent.members?.map(({ start, node }) => ({ start, end: node.end })) ??
    [];
  const index = parent.items ? Number(step) : (parent.members?.findIndex(({ name }) => name === String(step)) ?? -1);
  const [before, own, after] = [children[index - 1], children[index], children[index + 1]];
  if (!own) return text;
  if (after) return splice(text, own.start, after.start, '');
  if (before) return splice(text, before.end, own.end, '');
  return splice(text, parent.start + 1, parent.end - 1, '');
}
