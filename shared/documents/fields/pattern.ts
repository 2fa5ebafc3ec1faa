import { RE2JS } from 're2js';
import { PATTERN_INSTRUCTIONS } from './limits.ts';

/**
 * Patterns come from senders and run on what signers type, so neither may be able to keep a function
 * busy. They are matched by an engine that reads every character once, whatever the pattern: it has
 * no lookarounds and no backreferences, and a pattern that repeats itself into a large program is
 * refused. JavaScript's own engine takes exponential time on `(a+)+$` and is never given one.
 */
export interface Pattern {
  /** Of the whole value, as with the `pattern` attribute of an HTML input. */
  matches: (value: string) => boolean;
}

export function compilePattern(source: string): Pattern | { refusal: string } {
  try {
    const program = RE2JS.compile(source);
    if (program.programSize() > PATTERN_INSTRUCTIONS) return { refusal: TOO_LARGE };
    return { matches: (value) => program.matches(value) };
  } catch (error) {
    return { refusal: reasonOf(source, error) };
  }
}

const TOO_LARGE = 'The pattern is too complex. Use fewer repetitions, or set `maxLength` instead.';

const LOOKAROUND = /\(\?<?[=!]/;
const BACKREFERENCE = /\\[1-9]|\\k</;

/** The engine names what it stumbled over; the two most missed features deserve a clearer word. */
function reasonOf(source: string, error: unknown): string {
  if (LOOKAROUND.test(source)) return 'Lookaheads and lookbehinds such as (?=…) are not supported.';
  if (BACKREFERENCE.test(source)) return 'Backreferences such as \\1 are not supported.';
  const detail = error instanceof Error ? error.message.replace(/^.*?: /, '') : '';
  return `The pattern is not a valid regular expression: ${detail || 'it cannot be parsed'}.`;
}
