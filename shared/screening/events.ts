import type * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import type { ScreeningBatch } from './batch.ts';
import type { screeningNotifications } from './notifications.ts';
import type { ScreeningRun } from './run.ts';

type Told<Type extends keyof typeof screeningNotifications> = Omit<
  z.infer<(typeof screeningNotifications)[Type]>,
  'subjectId' | 'resourceId'
>;

/** The webhook events of a run. They never contain a name, a date of birth or an identifier. */
export function runEvents(run: ScreeningRun): NewEvent[] {
  const about = {
    resource: 'screening-runs',
    resourceId: run.id,
    subjectId: run.riskSubjectId,
    announced: true,
  };
  const completed: NewEvent = {
    ...about,
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
    } satisfies Told<'screening.run.completed'>,
  };
  const found = partsOf(run.matches).map(
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

export const batchCompleted = ({ id, total, failed, byStatus }: ScreeningBatch): NewEvent => ({
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
