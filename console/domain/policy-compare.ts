import { compareWords, isSpace, type Piece, wordsIn } from '../parts/compare-words.ts';
import {
  type Definition,
  INPUTS,
  nameOf,
  POINTS,
  policyInSentences,
  rungsOf,
  type Sentence,
} from './policy-sentences.ts';

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

function inCommon(before: string, after: string): number {
  const pieces = compareWords(before, after);
  const count = (text: string) => wordsIn(text).filter((word) => !isSpace(word)).length;
  const shared = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? count(piece) : 0), 0);
  return shared / Math.max(count(before), count(after), 1);
}
