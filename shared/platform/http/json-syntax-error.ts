/**
 * Where a text stops being JSON, and what is expected there. `JSON.parse` says it too, but in words that depend on the
 * engine, often without a position, and with an excerpt of the text. Called only after parsing has failed.
 */
export function syntaxErrorOf(text: string): string {
  try {
    new Reader(text).readAll();
  } catch (error) {
    if (error instanceof SyntaxFault) return error.message;
    throw error;
  }
  throw new Error('The text is valid JSON.');
}

class SyntaxFault extends Error {}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const FIRST_PRINTABLE = 0x20;

/** Recursive, since the caller limits the depth of the text. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readAll(): void {
    this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail('the end of the body');
  }

  private value(): void {
    this.skipSpace();
    const first = this.text[this.at];
    if (first === '{') this.members('}', () => this.property());
    else if (first === '[') this.members(']', () => this.value());
    else if (first === '"') this.string();
    else if (!this.skip(LITERAL)) this.fail('a value');
  }

  private members(end: '}' | ']', member: () => void): void {
    this.at += 1;
    this.skipSpace();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      member();
      this.skipSpace();
      const next = this.text[this.at];
      if (next !== ',' && next !== end) this.fail(`\`,\` or \`${end}\``);
      this.at += 1;
      if (next === end) return;
    }
  }

  private property(): void {
    this.skipSpace();
    if (this.text[this.at] !== '"') this.fail('a property name in double quotes');
    this.string();
    this.skipSpace();
    if (this.text[this.at] !== ':') this.fail('`:`');
    this.at += 1;
    this.value();
  }

  private string(): void {
    this.at += 1;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined) this.fail('`"`, the end of the string');
      if (character === '\\') {
        if (!this.skip(ESCAPE)) this.fail('one of the escapes of JSON, such as `\\n` or `\\u00e9`');
        continue;
      }
      if (this.text.charCodeAt(this.at) < FIRST_PRINTABLE) this.fail('an escape, such as `\\n`');
      this.at += 1;
      if (character === '"') return;
    }
  }

  private skipSpace(): void {
    this.skip(/[ \t\r\n]*/y);
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private fail(expected: string): never {
    const lines = this.text.slice(0, this.at).split('\n');
    const column = [...(lines.at(-1) ?? '')].length + 1;
    throw new SyntaxFault(`Line ${lines.length}, column ${column}: expected ${expected}, ${this.found()}.`);
  }

  private found(): string {
    const [character] = this.text.slice(this.at, this.at + 2);
    if (character === undefined) return 'but the body ends';
    const isShown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `found ${isShown ? `\`${character}\`` : `U+${code}`}`;
  }
}
