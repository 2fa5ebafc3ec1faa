import type { SourceFinding } from '../markdown/finding.ts';
import type { DocumentTree, SourcePlace } from '../markdown/tree.ts';
import { withoutEmbeddings } from './direction.ts';
import { hasCharacter } from './font-metrics.ts';
import { FAMILY_KEYS } from './fonts.ts';
import { textsOf } from './texts-of.ts';

/**
 * A character without a font is reported, never printed as an empty box. A letter and its marks
 * must be in one font, because no printer can combine fonts within a grapheme.
 */
const FINDINGS = 100;

/** Invisible characters: white space, joiners, direction marks, variation selectors. */
const UNSEEN = /[\t\n\r\u{ad}\u{61c}\u{200b}-\u{200f}\u{2060}\u{feff}]|[\u{fe00}-\u{fe0f}]/u;

/**
 * Fonts have entries for control characters, but they are invisible. The two direction overrides
 * would show an agreement in another order than it is written in.
 */
const REFUSED = /[\p{Cc}\p{Cs}\u{202d}\u{202e}]/u;
const MARK = /\p{M}/u;

const verdicts = new Map<string, boolean>();
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters of a text that cannot be printed, each once. */
export function uncoveredIn(value: string): string[] {
  const text = withoutEmbeddings(value);
  const pieces = MARK.test(text)
    ? letters
        .segment(text)
        [Symbol.iterator]()
        .map(({ segment }) => segment)
    : text[Symbol.iterator]();
  const uncovered = new Set<string>();
  for (const piece of pieces) for (const part of missingOf(piece)) uncovered.add(part);
  return [...uncovered];
}

/**
 * The missing characters of a grapheme, or the whole grapheme if only the combination is missing.
 */
function missingOf(cluster: string): string[] {
  if (isCovered(cluster)) return [];
  const single = [...cluster].filter((character) => !isCovered(character));
  return single.length > 0 ? single : [cluster];
}

function isCovered(cluster: string): boolean {
  const known = verdicts.get(cluster);
  if (known !== undefined) return known;
  const seen = [...cluster].filter((character) => !UNSEEN.test(character));
  const verdict =
    seen.every((character) => !REFUSED.test(character)) &&
    (seen.length === 0 ||
      FAMILY_KEYS.some((family) => seen.every((character) => hasCharacter(family, character.codePointAt(0) ?? 0))));
  if (verdicts.size < REMEMBERED) verdicts.set(cluster, verdict);
  return verdict;
}

/** Limits the cache, since there is no limit on distinct graphemes. */
const REMEMBERED = 50_000;

/** One finding per script or set of symbols, at its first occurrence. */
export function coverageFindings(tree: DocumentTree): SourceFinding[] {
  const groups = new Map<string, { at: SourcePlace; clusters: Set<string> }>();
  for (const { text, at } of textsOf(tree.blocks))
    for (const cluster of uncoveredIn(text)) {
      const key = groupOf(cluster);
      const group = groups.get(key) ?? { at, clusters: new Set() };
      if (group.clusters.size < FINDINGS) group.clusters.add(cluster);
      if (groups.size < FINDINGS) groups.set(key, group);
    }
  return [...groups.values()].map(({ at, clusters }) => ({
    ...placeOf(at),
    message: messageFor([...clusters]),
  }));
}

const placeOf = ({ line, column, part }: SourcePlace): SourcePlace => ({
  line,
  column,
  ...(part !== undefined && { part }),
});

/** Unicode allocates scripts and sets of symbols in rows of 256 code points, or parts of one. */
function groupOf(cluster: string): string {
  const row = (cluster.codePointAt(0) ?? 0) >> 8;
  return `${REFUSED.test(cluster) ? 'refused' : 'uncovered'} ${row}`;
}

const NAMED = 5;

function messageFor(clusters: readonly string[]): string {
  const [first = ''] = clusters;
  if (REFUSED.test(first))
    return clusters.length === 1
      ? `The character ${codesOf(first)} cannot be printed. Remove it.`
      : `The characters ${clusters.slice(0, NAMED).map(codesOf).join(', ')} cannot be printed. Remove them.`;
  if (clusters.length === 1) return `No font has the character “${first}” (${codesOf(first)}).`;
  const named = clusters.slice(0, NAMED).map((cluster) => `“${cluster}” (${codesOf(cluster)})`);
  const more = clusters.length - named.length;
  return `No font has the characters ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

const codesOf = (cluster: string) =>
  [...cluster].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
