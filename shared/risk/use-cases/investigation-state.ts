import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { readJourney } from '#shared/platform/store/journey.ts';
import type { InvestigationState, OUT_OF_DATE } from '../investigation.ts';
import { isAboutInvestigations } from '../investigation.ts';
import { newestAssessmentId } from '../repository/about-subject.ts';
import type { StoredInvestigation } from '../repository/investigations.ts';
import { readSubjectVersion } from '../repository/subject-state.ts';

type Reason = (typeof OUT_OF_DATE)[number];

/** Whether the subject has changed since the snapshot was taken. */
export async function stateOfInvestigation(
  { store, caller }: Context,
  investigation: StoredInvestigation,
): Promise<z.infer<typeof InvestigationState>> {
  const { id, subjectId, status, snapshot } = investigation;
  const [{ version }, newestId, { events }] = await Promise.all([
    readSubjectVersion(store, caller, subjectId),
    newestAssessmentId(store, caller, subjectId),
    readJourney(store, caller, {
      about: subjectId,
      before: undefined,
      limit: 1,
      isWanted: ({ type }) => !isAboutInvestigations(type),
    }),
  ]);
  const checks: [Reason, boolean][] = [
    ['newer_evidence', version.evidenceRevision !== snapshot.evidenceRevision],
    ['newer_assessment', newestId !== investigation.newestAssessmentId],
    ['newer_events', (events[0]?.id ?? null) !== investigation.lastEventId],
  ];
  const reasons = checks.flatMap(([reason, holds]) => (holds ? [reason] : []));
  return {
    investigationId: id,
    status,
    outOfDate: reasons.length > 0,
    reasons,
    snapshotTakenAt: snapshot.takenAt,
    evidenceRevision: snapshot.evidenceRevision,
  };
}
