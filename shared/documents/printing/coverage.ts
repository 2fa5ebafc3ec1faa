import type { SourceFinding } from '../markdown/finding.ts';
import type { DocumentTree, Place } from '../markdown/tree.ts';
import { withoutEmbeddings } from './direction.ts';
import { hasCharacter } from './font-metrics.ts';
import { FAMILY_KEYS } from './fonts.ts';
import { textsOf } from './texts-of.ts';

/**
 * A character that no font has is told, never printed as an empty box. A letter and its marks have to be
 * in one font together, since no printer can put a mark of one font onto a letter of another.
 */
const FINDINGS = 100;

/** They are read, not seen: white space, joiners, marks of direction, and choices between variants. */
const UNSEEN = /[\t\n\r\u{ad}\u{61c}\u{200b}-\u{200f}\u{2060}\u{feff}]|[\u{fe00}-\u{fe0f}]/u;

/**
 * Fonts have entries for control characters, but there is nothing to see in them. The two that override a
 * direction would show an agreement in another order than it is written in.
 */
const REFUSED = /[\p{Cc}\p{Cs}\u{202d}\u{202e}]/u;
const MARK = /\p{M}/u;

const verdicts = new Map<string, boolean>();
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What in a text cannot be printed, each once. */
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

/** The single characters of a cluster that are missing, or the whole of it where only they together are. */
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
      FAMILY_KEYS.some((family) =>
        seen.every((character) => hasCharacter(family, character.codePointAt(0) ?? 0)),
      ));
  if (verdicts.size < REMEMBERED) verdicts.set(cluster, verdict);
  return verdict;
}

/** Clusters can be made up without end; what is remembered of them cannot. */
const REMEMBERED = 50_000;

/** One finding for each script or set of symbols, where it is met first. */
export function coverageFindings(tree: DocumentTree): SourceFinding[] {
  const groups = new Map<string, { at: Place; clusters: Set<string> }>();
  for (const { text, at } of textsOf(tree.blocks))
    for (const cluster of uncoveredIn(text)) {
      const key = groupOf(cluster);
      const group = groups.get(key) ?? { at, clusters: new Set() };
      if (group.clusters.size < FINDINGS) group.clusters.add(cluster);
      if (groups.size < FINDINGS) groups.set(key, group);
    }
  return [...groups.values()].map(({ at, clusters }) => ({
    line: at.line,
    column: at.column,
    message: messageFor([...clusters]),
  }));
}

/** Unicode gives scripts and sets of symbols whole rows of 256, or shares of one. */
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
  [...cluster]
    .map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
