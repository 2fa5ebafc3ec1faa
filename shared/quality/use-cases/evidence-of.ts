import type { Context } from '#shared/platform/context.ts';
import { findActions, readAssessment, readSubject } from '#shared/risk/index.ts';
import { readBlindMatch } from '#shared/screening/index.ts';
import { Evidence, type StoredSample } from '../sample.ts';

/** What the decision was made from. Shapes name every member, so nothing that says what was decided can slip in. */
export async function evidenceOf(context: Context, { first }: StoredSample): Promise<Evidence | null> {
  const { about } = first;
  if ('matchId' in about) return (await readBlindMatch(context, about.matchId)) ?? null;
  const action = 'actionId' in about ? (await findActions(context, [about.actionId]))[0]?.action : undefined;
  const assessmentId = 'assessmentId' in about ? about.assessmentId : action?.data.assessmentId;
  if (assessmentId === undefined) return null;
  const assessment = await readAssessment(context, assessmentId);
  const subject = await readSubject(context, assessment.data.subjectId);
  const { kind, externalId } = subject.data;
  return Evidence.parse({
    assessment: { id: assessment.id, ...assessment.data },
    action: action ? { name: action.data.name, createdAt: action.data.createdAt } : null,
    subject: { id: subject.id, kind, externalId },
  });
}
