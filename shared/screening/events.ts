import { cutText } from '@assay/watchlist';
import type * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import type { ScreeningBatch } from './batch.ts';
import type { BatchMapping } from './batch-mapping.ts';
import { REMEMBERED_PER_EVENT } from './limits.ts';
import type { screeningNotifications } from './notifications.ts';
import type { StoredRemembered } from './remembered.ts';
import type { ScreeningRun } from './run.ts';
import type { StoredWatch } from './watch.ts';

type Told<Type extends keyof typeof screeningNotifications> = Omit<
  z.infer<(typeof screeningNotifications)[Type]>,
  'subjectId' | 'resourceId'
>;

/**
 * The webhook events of a run. They never contain a name, a date of birth or an identifier. The run of a row of an uploaded
 * file announces its matches alone; its batch announces the end.
 */
export function runEvents(run: ScreeningRun, { isRow } = { isRow: false }): NewEvent[] {
  const remembered = run.matches.filter(({ rememberedFrom }) => rememberedFrom);
  const about = {
    resource: 'screening-runs',
    resourceId: run.id,
    subjectId: run.riskSubjectId,
    announced: true,
  };
  const completed: NewEvent = {
    ...about,
    announced: !isRow,
    type: 'screening.run.completed',
    payload: {
      runId: run.id,
      status: run.status,
      incomplete: run.incomplete,
      errorCode: run.errorCode,
      trigger: run.trigger,
      sessionId: run.sessionId,
      riskSubjectId: run.riskSubjectId,
      matchCount: run.matches.length,
      ...(remembered.length > 0 && { rememberedCount: remembered.length }),
    } satisfies Told<'screening.run.completed'>,
  };
  // A decision that is remembered calls nobody.
  const found = partsOf(run.matches.filter((match) => !match.rememberedFrom)).map(
    (matches): NewEvent => ({
      ...about,
      type: 'screening.match.found',
      payload: {
        runId: run.id,
        matches: matches.map(toldOf),
      } satisfies Told<'screening.match.found'>,
    }),
  );
  return [completed, ...found];
}

export const batchCompleted = ({
  id,
  total,
  failed,
  byStatus,
}: Pick<ScreeningBatch, 'id' | 'total' | 'failed' | 'byStatus'>): NewEvent => ({
  type: 'screening.batch.completed',
  resource: 'screening-batches',
  resourceId: id,
  subjectId: null,
  announced: true,
  payload: { batchId: id, total, failed, byStatus } satisfies Told<'screening.batch.completed'>,
});

/** A run has become evidence of a risk subject. */
export const attachedEvent = ({ id, riskSubjectId, status, incomplete, matches }: ScreeningRun): NewEvent => ({
  type: 'screening.run.attached',
  resource: 'screening-runs',
  resourceId: id,
  subjectId: riskSubjectId,
  announced: true,
  payload: {
    runId: id,
    status,
    incomplete,
    riskSubjectId,
    matchCount: matches.length,
  } satisfies Told<'screening.run.attached'>,
});

/** Matches of a new run that inherited a decision. Recorded in the history only, not delivered to webhooks. */
export const rememberedEvents = ({ id, riskSubjectId, matches }: ScreeningRun): NewEvent[] => {
  const remembered = matches.flatMap(({ id: matchId, source, listedName, rememberedFrom: from }) =>
    from
      ? [{ matchId, list: source, listedName: cutText(listedName, TOLD_NAME_CHARACTERS), ...rememberedIn(from) }]
      : [],
  );
  const parts = Math.ceil(remembered.length / REMEMBERED_PER_EVENT);
  return Array.from({ length: parts }, (_, part): NewEvent => {
    const told = remembered.slice(part * REMEMBERED_PER_EVENT, (part + 1) * REMEMBERED_PER_EVENT);
    return {
      type: 'screening.match.remembered',
      resource: 'screening-runs',
      resourceId: id,
      subjectId: riskSubjectId,
      details: { matches: told },
      announced: false,
    };
  });
};

const TOLD_NAME_CHARACTERS = 100;

const rememberedIn = ({ decision, ...from }: NonNullable<ScreeningRun['matches'][number]['rememberedFrom']>) => ({
  decision,
  rememberedFrom: from,
});

/** A person has ended what is remembered of a decision. Recorded in the history only. */
export const decisionExpired = (remembered: StoredRemembered, reason: string): NewEvent => {
  const { id, subject, source: list, listedName, decision, runId, matchId, decidedBy, decidedAt } = remembered;
  return {
    type: 'screening.decision.expired',
    resource: 'screening-decisions',
    resourceId: id,
    subjectId: subject?.id ?? null,
    reason,
    details: { list, listedName, decision, runId, matchId, decidedBy, decidedAt },
    announced: false,
  };
};

/** Limits the size of an event: a run with more matches sends several, highest scores first. */
const TOLD_AT_ONCE = 200;

const partsOf = (matches: ScreeningRun['matches']): ScreeningRun['matches'][] =>
  Array.from({ length: Math.ceil(matches.length / TOLD_AT_ONCE) }, (_, part) =>
    matches.slice(part * TOLD_AT_ONCE, (part + 1) * TOLD_AT_ONCE),
  );

const toldOf = ({ id, sourceEntryId, source, listKind, score, pep }: ScreeningRun['matches'][number]) => ({
  id,
  entryId: sourceEntryId,
  list: source,
  listKind,
  score,
  ...(pep && { pepStanding: pep.standing }),
});

/** Stored in the history only and never sent to webhooks. */
export const profileEvent = (
  what: 'created' | 'changed' | 'proposed' | 'proposal_declined' | 'proposal_withdrawn',
  id: string,
  about: Required<Pick<NewEvent, 'details'>> & Pick<NewEvent, 'reason'>,
): NewEvent => ({
  type: `screening.profile.${what}`,
  resource: 'screening-profiles',
  resourceId: id,
  subjectId: null,
  announced: false,
  ...about,
});

/** The listed entry of a match, so that the history says on whom was decided. */
export function entryOf({ matches }: Pick<ScreeningRun, 'matches'>, matchId: string) {
  const match = matches.find(({ id }) => id === matchId);
  return match && { list: match.source, listedName: match.listedName };
}

/** Who erased the rows of a batch. Stored in the history only. */
export const batchErased = (id: string): NewEvent => ({
  type: 'screening.batch.erased',
  resource: 'screening-batches',
  resourceId: id,
  subjectId: null,
  announced: false,
});

/** Stored in the history only. Headings are not told: that of a file without headings is a customer. */
export const batchMappingEvent = (
  what: 'created' | 'changed' | 'deleted',
  { id, name, columns }: Pick<BatchMapping, 'id' | 'name' | 'columns'>,
): NewEvent => ({
  type: `screening.batch_mapping.${what}`,
  resource: 'screening-batch-mappings',
  resourceId: id,
  subjectId: null,
  announced: false,
  details: { name, headings: Object.keys(columns).length },
});

/** Never the customer data, nor the reference. Screenings that were asked for are stored in the history only. */
export const watchEvent = (
  what: 'created' | 'updated' | 'deleted' | 'run_requested',
  { id, riskSubjectId, version }: StoredWatch,
): NewEvent => ({
  type: `screening.watch.${what}`,
  resource: 'screening-watches',
  resourceId: id,
  subjectId: riskSubjectId,
  announced: what !== 'run_requested',
  ...(what !== 'run_requested' && { payload: { watchId: id, version } }),
});
