import type { Scope } from '#shared/platform/caller.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { liveAt, type WorkOverride } from '../work-override.ts';
import { findLatestAssessments } from './subject-state.ts';
import type { SubjectWork } from './subject-work.ts';

/**
 * The overrides of each subject that are in force now, in one read for all: those whose time has not passed, if their
 * assessments are the latest of their policies and no evidence is newer. Subjects without overrides cost nothing.
 */
export async function readInForce(
  store: Store,
  scope: Scope,
  works: readonly SubjectWork[],
  now: Date,
): Promise<(readonly WorkOverride[])[]> {
  const live = works.map(({ overrides }) => (overrides ? liveAt(overrides, now) : []));
  const asked = works.flatMap(({ subjectId, overrides }, index) =>
    (live[index] ?? []).map(({ policyKey, assessmentId }) => {
      return { subjectId, policyKey, assessmentId, evidenceRevision: overrides?.evidenceRevision };
    }),
  );
  if (asked.length === 0) return live;
  const present = await findLatestAssessments(store, scope, asked);
  // One that has ended takes the others of the subject with it: readers find a subject in the places of its stages only.
  const ended = new Set(
    asked.flatMap(({ subjectId, assessmentId, evidenceRevision }, index) => {
      const now = present[index];
      const isCurrent = now?.latest?.id === assessmentId && now.version.evidenceRevision === evidenceRevision;
      return isCurrent ? [] : [subjectId];
    }),
  );
  return works.map(({ subjectId }, index) => (ended.has(subjectId) ? [] : (live[index] ?? [])));
}
