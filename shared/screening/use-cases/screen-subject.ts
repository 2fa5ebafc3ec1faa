import { createHmac } from 'node:crypto';
import { Problem } from '@assay/foundation';
import { canonicalJson } from '@assay/foundation/canonical-json';
import {
  allReasons,
  groupMatches,
  SCORER_VERSION,
  type Screening,
  screen,
  withUnreadableSubject,
} from '@assay/watchlist';
import { deriveFromEach } from '#shared/identity/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { fitEntries } from '../fit-entries.ts';
import { DEFAULT_LOOKBACK_MONTHS } from '../limits.ts';
import { ListKey, lists, PEP_LIST } from '../lists/list.ts';
import { presentMatch } from '../match.ts';
import { nameTables } from '../name-tables.ts';
import type { RequestedPolicy, ResolvedPolicy } from '../profile-use.ts';
import { groupIdOf, matchIdOf } from '../repository/runs.ts';
import { riskSource } from '../risk-facts.ts';
import type { RunSource, ScreeningRun } from '../run.ts';
import type { ScreenedSubject } from '../run-request.ts';
import type { StoredRun } from '../stored-run.ts';
import { noticesOf } from '../subject-notices.ts';
import { type OpenLists, openLists } from './open-lists.ts';

interface AboutRun {
  /** If the id of the run follows from what asked for it. */
  id?: string;
  subject: ScreenedSubject;
  riskSubjectId: string | null;
  /**
   * Whether facts are recorded on the subject: not for an attempt that a newer one has replaced.
   */
  recordsFacts: boolean;
  sessionId: string | null;
  /** Whether part of the subject could not be read and was therefore not compared. */
  isSubjectUnreadable: boolean;
  trigger: ScreeningRun['trigger'];
  /** Whether it is that of a row of an uploaded file. */
  isRow?: boolean;
  /** The comparison, if it was made before. */
  compared?: Comparison;
}

/** What a comparison with lists found. */
export interface Comparison {
  sources: RunSource[];
  screening: Screening;
}

/** A run as it is asked for: with lists and scores of its own, or by a profile. */
export interface ScreeningRequest extends AboutRun, RequestedPolicy {}

/** A run with the lists and scores to screen with. */
export interface ScreeningOrder extends AboutRun, ResolvedPolicy {}

/**
 * Screens a subject against the active lists. The subject is stored only as a keyed digest: the
 * same subject can be recognised, but not recovered.
 */
export async function screenSubject(context: Context, order: ScreeningOrder): Promise<StoredRun> {
  /** Workflow steps are retried by themselves, so transient errors are left to that. */
  const willRetry = (error: unknown) =>
    order.trigger === 'workflow' && error instanceof Problem && error.status === 503;
  const { sources, screening: complete } = order.compared ?? (await compareSubject(context, order, { willRetry }));
  const { reviewScore, matchScore } = order;
  const lookbackMonths = lookbackOf(order);
  const screening = order.isSubjectUnreadable ? withoutClear(complete) : complete;
  const id = order.id ?? context.newId();
  const hasPep = order.sources.includes(PEP_LIST);
  return {
    run: {
      id,
      ...outcomeOf(id, screening),
      trigger: order.trigger,
      sources,
      policy: {
        reviewScore,
        matchScore,
        scorerVersion: SCORER_VERSION,
        pepLookbackMonths: hasPep ? lookbackMonths : null,
      },
      ...(order.profile && { profile: order.profile }),
      riskSource: riskSource(order.sources, { reviewScore, matchScore }),
      riskSources: [],
      notices: noticesOf(order.subject, screening.matches, matchScore),
      decisions: [],
      subjectDigest: (await digestsOf(context, order.subject))[0],
      riskSubjectId: order.riskSubjectId,
      sessionId: order.sessionId,
      attributions: attributionsOf(order.sources),
      createdAt: context.now.toISOString(),
    },
    isIncomplete: {
      sanctions: screening.reasonsByKind.sanctions.length > 0,
      pep: screening.reasonsByKind.pep.length > 0,
      ...(sources.some(({ listKind }) => listKind === 'watch') && {
        watch: screening.reasonsByKind.watch.length > 0,
      }),
    },
    receipts: {},
  };
}

interface Compared
  extends Pick<ScreeningOrder, 'subject' | 'sources' | 'reviewScore' | 'matchScore' | 'pepLookbackMonths'> {
  nearMisses?: Parameters<typeof screen>[1]['nearMisses'];
}

const lookbackOf = ({ pepLookbackMonths }: Pick<Compared, 'pepLookbackMonths'>) =>
  pepLookbackMonths ?? DEFAULT_LOOKBACK_MONTHS;

/** Compares a subject with the active lists. Nothing is stored. */
export async function compareSubject(
  context: Context,
  order: Compared,
  { willRetry }: { willRetry: (error: unknown) => boolean },
): Promise<Comparison> {
  const opened = await openLists(context, { sources: order.sources, willRetry });
  const today = context.now.toISOString().slice(0, 10);
  return compareWith(opened, order, { today, requestId: context.requestId, willRetry });
}

interface Terms {
  /** The day on which terms of office and the ends of listings are judged. */
  today: string;
  requestId: string;
  willRetry: (error: unknown) => boolean;
}

/** Compares a subject with lists that are open. */
export async function compareWith(
  { sources, lists: asked }: OpenLists,
  order: Omit<Compared, 'sources'>,
  { today, requestId, willRetry }: Terms,
): Promise<Comparison> {
  const { reviewScore, matchScore } = order;
  const { entityType, country, ...subject } = order.subject;
  const screening = await screen(
    asked,
    {
      subject: { ...subject, entityType: entityType ?? undefined, country: country ?? undefined },
      policy: { reviewScore, matchScore },
      lookbackMonths: lookbackOf(order),
      nearMisses: order.nearMisses,
    },
    { today, tables: nameTables },
  ).catch((error: unknown) => {
    if (willRetry(error)) throw error;
    logDefect('screenSubject', requestId, error);
    return FAILED;
  });
  return { sources, screening };
}

/** A subject that was compared only in part is never `clear`. Matches stand. */
export function withoutClear(screening: Screening): Screening {
  const reasonsByKind = withUnreadableSubject(screening.reasonsByKind);
  return {
    ...screening,
    reasonsByKind,
    incompleteReasons: allReasons(reasonsByKind),
    status: screening.status === 'clear' ? 'incomplete' : screening.status,
  };
}

/** A failure is reported by the run, so that it is never mistaken for `clear`. */
const FAILED: Screening = {
  status: 'error',
  errorCode: 'screening_failed',
  topScore: null,
  incompleteReasons: [],
  candidateCount: 0,
  matches: [],
  nearMisses: [],
  reasonsByKind: { sanctions: [], pep: [], watch: [] },
};

/** Computed from whole entries, before long ones are cut to fit. */
function presentMatches(runId: string, matches: Screening['matches']): ScreeningRun['matches'] {
  const idOf = new Map(matches.map((match, number) => [match, matchIdOf(runId, number)]));
  const groupOf = new Map(
    groupMatches(matches).flatMap(({ members }) => {
      const id = groupIdOf(
        runId,
        members.map(({ match }) => idOf.get(match) ?? ''),
      );
      return members.map(({ match, certainty }) => [match, { id, certainty }] as const);
    }),
  );
  return matches.map((match) => presentMatch(idOf.get(match) ?? '', match, groupOf.get(match) ?? null));
}

const outcomeOf = (runId: string, screening: Screening) => ({
  status: screening.status,
  // A failed run is always incomplete, even if no list is the cause.
  incomplete: screening.status === 'error' || screening.incompleteReasons.length > 0,
  incompleteReasons: screening.incompleteReasons,
  errorCode: screening.errorCode,
  candidateCount: screening.candidateCount,
  topScore: screening.topScore,
  matches: fitEntries(presentMatches(runId, screening.matches)),
});

export const attributionsOf = (keys: readonly string[]) =>
  keys.flatMap((key) => {
    const known = ListKey.safeParse(key).data;
    return known ? [lists[known].attribution] : [];
  });

/** Keyed per organization, so that organizations cannot compare their subjects. By each master key, the current first. */
export async function digestsOf({ caller }: Context, subject: ScreenedSubject): Promise<[string, ...string[]]> {
  const secrets = await deriveFromEach('screening-digest', { id: caller.organizationId, version: 1 });
  const digestBy = (secret: Buffer) => createHmac('sha256', secret).update(canonicalJson(subject)).digest('hex');
  const [current, ...others] = secrets;
  return [digestBy(current), ...others.map(digestBy)];
}
