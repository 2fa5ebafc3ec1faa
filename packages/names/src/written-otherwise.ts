import { withoutBegunForm } from './company-forms.ts';

/**
 * Ways in which forms, payment messages and typists change the text of a name. Each returns the
 * name as it was meant, or undefined if the text shows no sign of the change.
 */

/** Particles that are written with a capital inside a word and belong to the next one. */
const WRITTEN_TOGETHER = /^(?:mc|mac|o|d|l|de|di|da|du|la|le|van|von|al|el|st|fitz)$/i;
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/u;
const INNER_CAPITALS = new RegExp(INNER_CAPITAL, 'gu');
const SHORTEST_PART = 2;
/** Beside other words both parts have to be as long as this: LeBron is one name. */
const SHORTEST_PART_AMONG_WORDS = 4;

/** SergeiLavrov is Sergei Lavrov. */
export function splitAtCapitals(text: string): string | undefined {
  if (!INNER_CAPITAL.test(text)) return undefined;
  const words = text.trim().split(/\s+/);
  const shortest = words.length === 1 ? SHORTEST_PART : SHORTEST_PART_AMONG_WORDS;
  const split = words.map((word) => {
    const parts = word.split(INNER_CAPITALS);
    const isName = parts.every((part) => part.length >= shortest && !WRITTEN_TOGETHER.test(part));
    return isName ? parts.join(' ') : word;
  });
  const name = split.join(' ');
  return name === words.join(' ') ? undefined : name;
}

/** Payment messages have lines of this many characters. */
const LINE = 35;
const SPACE = /\s/;

/** The name with the words joined that the end of a line has broken. */
export function withoutLineBreaks(text: string): string | undefined {
  const name = text.trim();
  if (name.length <= LINE) return undefined;
  const kept = Array.from(name).filter((letter, at) => {
    const isEnd = at % (LINE + 1) === LINE && SPACE.test(letter);
    return letter !== '\n' && !isEnd;
  });
  return kept.length === name.length ? undefined : kept.join('');
}

/** Fields of payment messages end after one, two or four lines. */
const FIELDS = [LINE, 2 * LINE, 4 * LINE];
const LAST_WORD = /^(.*[^\p{L}\p{N}])([\p{L}\p{N}]+)$/su;

export interface CutName {
  /** The words before the last. */
  text: string;
  /** The beginning of the last word; empty if it begins a legal form. */
  beginning: string;
}

/**
 * A name that fills its field to the last character, or to the one before, may be cut: its last
 * word is the beginning of a word.
 */
export function cutName(text: string): CutName | undefined {
  const name = text.trim();
  if (!FIELDS.some((field) => name.length === field || name.length === field - 1)) return undefined;
  const [, before = '', beginning = ''] = LAST_WORD.exec(name) ?? [];
  if (beginning === '') return undefined;
  const tail = withoutBegunForm(name);
  return tail === undefined
    ? { text: before.trim(), beginning: beginning.toLowerCase() }
    : { text: tail, beginning: '' };
}

const POSSESSIVE = /(?<=\p{L}{2})['’]s(?![\p{L}\p{N}])/gu;

/** Deutsche Bank's is Deutsche Bank. */
export function withoutPossessive(text: string): string | undefined {
  const name = text.replace(POSSESSIVE, '');
  return name === text ? undefined : name;
}

/** Two capitals without a vowel, which are no syllable; Ng is a surname. */
const TWO_INITIALS = /(?<!\S)(?!NG(?!\S))[B-DF-HJ-NP-TV-XZ]{2}(?!\S)/g;

/** JC Juncker is J. C. Juncker. */
export function withInitialsApart(text: string): string | undefined {
  if (text.search(TWO_INITIALS) < 0) return undefined;
  const words = text.trim().split(/\s+/);
  return words.length < 2
    ? undefined
    : words.join(' ').replace(TWO_INITIALS, (initials) => initials.split('').join(' '));
}
