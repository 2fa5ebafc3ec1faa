import { RE2JS } from 're2js';
import { PATTERN_INSTRUCTIONS } from './limits.ts';

/**
 * Patterns come from senders and run on the input of signers, so neither may keep a function busy.
 * They run on a linear-time engine (RE2) without lookarounds and backreferences, and a pattern that
 * expands into a large program is rejected. JavaScript's own engine takes exponential time on
 * `(a+)+$` and never runs them.
 */
export interface Pattern {
  /** Matches the whole value, like the `pattern` attribute of an HTML input. */
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

/** The engine reports what it cannot parse; the two most common features get a clearer message. */
function reasonOf(source: string, error: unknown): string {
  if (LOOKAROUND.test(source)) return 'Lookaheads and lookbehinds such as (?=…) are not supported.';
  if (BACKREFERENCE.test(source)) return 'Backreferences such as \\1 are not supported.';
  const detail = error instanceof Error ? error.message.replace(/^.*?: /, '') : '';
  return `The pattern is not a valid regular expression: ${detail || 'it cannot be parsed'}.`;
}
