import type { NewEvent } from '#shared/platform/change.ts';
import type { Run } from './run.ts';

/** What subscribers hear of a run: never a name, a date of birth or an identifier. */
export function runEvents(run: Run): NewEvent[] {
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
    },
  };
  if (run.matches.length === 0) return [completed];
  const found: NewEvent = {
    ...about,
    type: 'screening.match.found',
    payload: { runId: run.id, matches: run.matches.slice(0, TOLD_MATCHES).map(toldOf) },
  };
  return [completed, found];
}

/** The highest ones: a notification stays small, and the run has them all. */
const TOLD_MATCHES = 100;

const toldOf = ({ id, sourceEntryId, source, listKind, score, pep }: Run['matches'][number]) => ({
  ...{ id, entryId: sourceEntryId, list: source, listKind, score },
  ...(pep && { pepStanding: pep.standing }),
});
