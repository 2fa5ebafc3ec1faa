/**
 * An attribute of a directive, `{name=value, …}`. Offsets count from the start of the directive.
 */
export interface Attribute {
  value: string;
  /** Of its name. */
  offset: number;
  /** Start and end of the value, without quotation marks. */
  valueOffset: number;
  valueEnd: number;
}

export type Attributes = ReadonlyMap<string, Attribute>;

export interface Malformed {
  offset: number;
  message: string;
}

/** `"…"` may contain commas and braces, and `\"` and `\\` as escapes. */
const ATTRIBUTE = /\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\])*)"\s*|([^",{}]*))(?:,|$)/y;

interface Rules {
  /** Offset of the text in the directive. */
  at: number;
  names: readonly string[];
  /** Message for unknown attributes and for text that is not an attribute. */
  unknown: string;
  unreadable: string;
}

export function attributesIn(text: string, rules: Rules): Attributes | Malformed {
  const { at, names, unknown, unreadable } = rules;
  const given = new Map<string, Attribute>();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < text.length) {
    const start = ATTRIBUTE.lastIndex;
    const offset = at + start + text.slice(start).search(/\S|$/);
    const match = ATTRIBUTE.exec(text);
    if (!match) return { offset, message: unreadable };
    const [whole, name = '', quoted, plain = ''] = match;
    if (!names.includes(name)) return { offset, message: unknown };
    if (given.has(name)) return { offset, message: `The attribute ${name} is repeated.` };
    if (whole.endsWith(',') && ATTRIBUTE.lastIndex === text.length)
      return { offset: at + text.length, message: 'An attribute is expected after the comma.' };
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain.trim();
    const equals = whole.indexOf('=') + 1;
    const valueOffset = at + start + equals + whole.slice(equals).search(/[^\s"]|$/);
    const valueEnd = valueOffset + (quoted?.trimStart() ?? plain.trim()).length;
    given.set(name, { value, offset, valueOffset, valueEnd });
  }
  return given;
}

export const isMalformed = (read: Attributes | Malformed): read is Malformed => 'message' in read;
