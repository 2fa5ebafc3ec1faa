import { Problem } from '@assay/foundation';
import { TERM_BUILDER_VERSION } from '@assay/names';
import type { ListIndex } from '@assay/watchlist';
import type { RunSource } from '../run.ts';
import type { ScreenedSubject } from '../run-request.ts';
import { kindsOf, type OpenLists } from '../use-cases/open-lists.ts';
import { compareWith } from '../use-cases/screen-subject.ts';
import type { SearchedVersion } from './look-back.ts';
import type { LookedBackRow } from './looked-back-row.ts';

/** A version of a list that is open. */
export interface OpenVersion {
  source: string;
  version: SearchedVersion;
  index: ListIndex;
}

interface Compared {
  subject: ScreenedSubject;
  reviewScore: number;
  matchScore: number;
  pepLookbackMonths: number | null;
}

type Known = Pick<LookedBackRow, 'incompleteWith' | 'incompleteReasons'>;
type Changes = Partial<Pick<LookedBackRow, 'reachedWith' | 'match' | 'incompleteWith' | 'incompleteReasons'>>;

/** What a version adds to what is known of a customer; undefined if it adds nothing. */
export async function compareVersion(
  { requestId }: { requestId: string },
  { source, version, index }: OpenVersion,
  compared: Compared,
  known: Known,
): Promise<Changes | undefined> {
  const { screening } = await compareWith(listsOf(source, version, index), compared, {
    today: version.activatedAt.slice(0, 10),
    requestId,
    willRetry: isOutage,
  });
  const { status, incompleteReasons, matches } = screening;
  const [top] = matches;
  if (top && (status === 'match' || status === 'possible_match')) {
    const match = { entryId: top.entry.id, listedName: top.listedName, score: top.score, status };
    return { reachedWith: version.versionId, match };
  }
  const reasons = status === 'error' ? ['screening_failed' as const] : incompleteReasons;
  if (reasons.length === 0 || known.incompleteWith) return undefined;
  return { incompleteWith: version.versionId, incompleteReasons: [...reasons] };
}

/** The step is repeated then. */
const isOutage = (error: unknown) => error instanceof Problem && error.status >= 500;

export const NOTHING_KNOWN = {
  incompleteWith: null,
  reachedWith: null,
  match: null,
  incompleteReasons: [],
  done: null,
  runs: [],
  watchedSince: null,
};

/** The list as it was searched on the day on which the version was activated. */
function listsOf(key: string, { versionId, publishedAt }: SearchedVersion, index: ListIndex): OpenLists {
  const source: RunSource = {
    key,
    versionId,
    publishedAt,
    missing: false,
    stale: false,
    staleReasons: [],
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
    termBuilderVersion: TERM_BUILDER_VERSION,
  };
  return { sources: [source], lists: [{ ...source, index, ...kindsOf(source) }] };
}
