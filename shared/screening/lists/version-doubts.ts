import type { Comparison } from './entry-digests.ts';
import { lists } from './list.ts';
import { isOwn, type ListId } from './list-id.ts';
import { type EntryCounts, KINDS } from './list-version.ts';

/** Facts that a publication states about itself, and what was parsed from it. */
export interface VersionFacts {
  entryCount: number;
  droppedEntries: number;
  counts: EntryCounts;
  /** The number of records that the file states; null if its format states none. */
  statedCount: number | null;
  /** Names of lists that the records state, with how often each is stated. */
  listNames: Readonly<Record<string, number>>;
  /** Whether the publisher has given the publication up. */
  isRetired: boolean;
}

export interface PreviousVersion {
  entryCount: number;
  counts?: EntryCounts | undefined;
  comparison: Comparison;
}

export interface VersionInput {
  key: ListId;
  next: VersionFacts;
  /** The active version; missing for a first version. */
  previous?: PreviousVersion | undefined;
  /** The active versions of lists that share the format, compared with the new one. */
  siblings: readonly Comparison[];
}

const SHRINK = 0.2;
const UNREAD = 0.01;
const CHANGED = 0.5;
const KIND_LOSS = 0.5;
const REMAINING = 0.6;
const BELONGS = 0.5;

/** Why a version must not replace the active one without approval: every reason, in a fixed order. */
export function doubtsAbout({ key, next, previous, siblings }: VersionInput): string[] {
  return [
    ...(isOfAnotherList(key, next, siblings) ? ['wrong_list'] : []),
    ...(next.isRetired ? ['retired_publication'] : []),
    ...(isCountWrong(next) ? ['count_differs'] : []),
    ...(next.droppedEntries > recordsIn(next) * UNREAD ? ['entries_unread'] : []),
    ...(previous ? doubtsBeside(previous, next) : []),
  ];
}

const recordsIn = ({ entryCount, droppedEntries }: VersionFacts) => entryCount + droppedEntries;

const isCountWrong = (next: VersionFacts) => next.statedCount !== null && next.statedCount !== recordsIn(next);

function doubtsBeside(previous: PreviousVersion, next: VersionFacts): string[] {
  const { comparison, counts, entryCount } = previous;
  const { kept, changed, added } = comparison;
  const lostHalf = KINDS.filter((kind) => {
    const before = counts?.[kind] ?? 0;
    return before > 0 && next.counts[kind] <= before * KIND_LOSS;
  });
  return [
    ...(next.entryCount < entryCount * (1 - SHRINK) ? ['shrunk'] : []),
    ...(added + changed > next.entryCount * CHANGED ? ['mostly_changed'] : []),
    ...lostHalf.map((kind) => LOST_HALF[kind]),
    ...(kept < comparison.previousCount * REMAINING ? ['ids_replaced'] : []),
  ];
}

const LOST_HALF = {
  person: 'persons_lost_half',
  entity: 'entities_lost_half',
  vessel: 'vessels_lost_half',
} as const;

/**
 * Detected by the list names in its records, or by ids: the lists of one publisher share a number
 * range.
 */
function isOfAnotherList(
  key: ListId,
  { entryCount, listNames }: VersionFacts,
  siblings: readonly Comparison[],
): boolean {
  if (siblings.some(({ kept }) => kept > entryCount * BELONGS)) return true;
  if (isOwn(key)) return false;
  const { isOwnName } = lists[key];
  const stated = Object.entries(listNames);
  if (!isOwnName || stated.length === 0) return false;
  const countOf = (isWanted: (name: string) => boolean) =>
    stated.reduce((sum, [name, count]) => sum + (isWanted(name) ? count : 0), 0);
  return countOf(isOwnName) <= countOf((name) => !isOwnName(name));
}

/** Every reason for attention, with a sentence for the reference. */
export const ATTENTION_REASONS = {
  approval_required: 'The file was uploaded and waits for approval by a second person.',
  wrong_list: 'The file belongs to another list, by what it states or by the ids of its entries.',
  retired_publication:
    'The publisher has given this publication up, and another one replaced it: the OFSI consolidated list ended on ' +
    '28 January 2026.',
  count_differs: 'The number of records the file states differs from the number read.',
  entries_unread: 'More than 1 % of the entries cannot be read.',
  shrunk: 'The version has more than 20 % fewer entries than the active one.',
  mostly_changed: 'More than 50 % of the entries are new or changed.',
  persons_lost_half: 'At least half of the persons are gone.',
  entities_lost_half: 'At least half of the entities other than vessels are gone.',
  vessels_lost_half: 'At least half of the vessels are gone.',
  ids_replaced: 'Fewer than 60 % of the entry ids of the active version remain.',
  rolled_back: 'The version was active until an operator rolled back from it.',
  upload_missing: 'The uploaded file was removed before it was read.',
  'unreadable_*':
    'The file cannot be read as this list; the active version stays. The rest of the code says why: ' +
    '`missing_file`, `empty_file`, `truncated`, `malformed`, `unexpected_format`, `wrong_list`, ' +
    '`forbidden_markup`, `too_large`, `too_deep` or `no_entries`.',
  'crawl_*': 'The crawl stopped: the knowledge base was busy, refused, timed out or failed.',
} as const satisfies Record<string, string>;
