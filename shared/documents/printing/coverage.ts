import type { SourceFinding } from '../markdown/finding.ts';
import type { DocumentTree } from '../markdown/tree.ts';
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

export function coverageFindings(tree: DocumentTree): SourceFinding[] {
  const found = new Map<string, SourceFinding>();
  for (const { text, at } of textsOf(tree.blocks))
    for (const character of uncoveredIn(text)) {
      if (found.size === FINDINGS) return [...found.values()];
      const finding = { ...at, message: messageFor(character) };
      found.set(JSON.stringify(finding), finding);
    }
  return [...found.values()];
}

function messageFor(cluster: string): string {
  const codes = [...cluster].map(
    (character) =>
      `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return REFUSED.test(cluster)
    ? `The character ${codes.join(' ')} cannot be printed.`
    : `No font has the character “${cluster}” (${codes.join(' ')}).`;
}
