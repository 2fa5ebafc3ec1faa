import {
  type Definition,
  INPUTS,
  nameOf,
  POINTS,
  policyInSentences,
  rungsOf,
  type Sentence,
} from './policy-sentences.ts';

/** A piece of a sentence: unchanged, or what it is now and what it was. Either may be empty. */
export type Piece = string | { now: string; was: string };

export interface PartChange {
  heading: string;
  changed: readonly (readonly Piece[])[];
  removed: readonly string[];
  added: readonly string[];
}

/** Less in common than this, and two sentences are easier to read one after the other. */
const LEAST_IN_COMMON = 0.5;

/** What two versions say differently, part by part. */
export function comparePolicies(before: Definition, after: Definition): readonly PartChange[] {
  const old = new Map(policyInSentences(before).map((part) => [part.heading, part.sentences]));
  const now = new Map(policyInSentences(after).map((part) => [part.heading, part.sentences]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((heading) => {
      const part = compareParts(old.get(heading) ?? [], now.get(heading) ?? []);
      const unsaid = heading === INPUTS ? inputChanges(before, after) : [];
      const moved = heading === POINTS ? orderChanges(before, after) : [];
      return { heading, ...part, added: [...part.added, ...unsaid, ...moved] };
    })
    .filter(({ changed, removed, added }) => changed.length + removed.length + added.length > 0);
}

/** What the sentence about an input does not name. */
function inputChanges(before: Definition, after: Definition): string[] {
  return after.inputs.flatMap((input) => {
    const was = before.inputs.find(({ key }) => key === input.key);
    if (!was) return [];
    const sorted = ({ acceptedSources }: typeof input) => acceptedSources.toSorted().join();
    return [
      ...(sorted(was) === sorted(input) ? [] : [`${input.key}: other sources are accepted.`]),
      ...(JSON.stringify(was.verification) === JSON.stringify(input.verification)
        ? []
        : [`${input.key}: another step of a verification is read.`]),
    ];
  });
}

/** The order decides if the first case that applies counts. */
function orderChanges(before: Definition, after: Definition): string[] {
  return after.factors.flatMap((factor) => {
    const was = before.factors.find(({ key }) => key === factor.key);
    if (!was || factor.match !== 'first') return [];
    const conditions = rungsOf(factor).map(({ condition }) => condition);
    const earlier = rungsOf(was).map(({ condition }) => condition);
    const common = (list: typeof conditions, other: typeof conditions) =>
      list.filter((condition) => other.includes(condition)).join('\n');
    return common(conditions, earlier) === common(earlier, conditions)
      ? []
      : [`${nameOf(factor)}: the cases are tried in another order.`];
  });
}

function compareParts(before: readonly Sentence[], after: readonly Sentence[]) {
  const has = (sentences: readonly Sentence[], { text }: Sentence) => sentences.some((one) => one.text === text);
  const removed = before.filter((sentence) => !has(after, sentence));
  const changed: (readonly Piece[])[] = [];
  const added: string[] = [];
  for (const { about, text } of after.filter((sentence) => !has(before, sentence))) {
    const index = removed.findIndex((one) => one.about === about && inCommon(one.text, text) >= LEAST_IN_COMMON);
    const [was] = index < 0 ? [] : removed.splice(index, 1);
    if (was) changed.push(compareWords(was.text, text));
    else added.push(text);
  }
  return { changed, removed: removed.map(({ text }) => text), added };
}

/** Words, the spaces between them, and punctuation; `email.age_days` and `50,000` are one word each. */
const wordsIn = (text: string): readonly string[] =>
  text.match(/\s+|[^\s.,:;()]+(?:[.,:][^\s.,:;()]+)*|[.,:;()]/g) ?? [];

const isSpace = (text: string) => text.trim() === '';

function inCommon(before: string, after: string): number {
  const pieces = compareWords(before, after);
  const count = (text: string) => wordsIn(text).filter((word) => !isSpace(word)).length;
  const shared = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? count(piece) : 0), 0);
  return shared / Math.max(count(before), count(after), 1);
}

/** The longest common words stay; the rest is what it is now beside what it was. */
export function compareWords(before: string, after: string): readonly Piece[] {
  const was = wordsIn(before);
  const now = wordsIn(after);
  const lengths = commonLengths(was, now);
  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < was.length || column < now.length) {
    const old = was[row] ?? '';
    const word = now[column] ?? '';
    if (row < was.length && column < now.length && old === word) {
      join(pieces, word);
      row += 1;
      column += 1;
    } else if (column < now.length && (lengths[row]?.[column + 1] ?? 0) >= (lengths[row + 1]?.[column] ?? 0)) {
      join(pieces, { now: word, was: '' });
      column += 1;
    } else if (row < was.length) {
      join(pieces, { now: '', was: old });
      row += 1;
    } else {
      join(pieces, { now: word, was: '' });
      column += 1;
    }
  }
  return pieces;
}

/** How many words the rests of both have in common, for every pair of rests. */
function commonLengths(was: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: was.length + 1 }, () => Array<number>(now.length + 1).fill(0));
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const here = lengths[row];
      const below = lengths[row + 1];
      if (here && below)
        here[column] =
          was[row] === now[column] ? (below[column + 1] ?? 0) + 1 : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  return lengths;
}

/** Adds a piece to its like. Spaces between two changes belong to both. */
function join(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof piece === 'string') {
    if (typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
    return;
  }
  const before = pieces.at(-2);
  if (typeof last === 'string' && isSpace(last) && before && typeof before !== 'string') {
    pieces.splice(-2, 2, {
      now: before.now + last + piece.now,
      was: before.was + last + piece.was,
    });
  } else if (last && typeof last !== 'string')
    pieces[pieces.length - 1] = { now: last.now + piece.now, was: last.was + piece.was };
  else pieces.push(piece);
}
