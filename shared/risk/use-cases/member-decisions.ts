import type { Context } from '#shared/platform/context.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { MemberDecisions } from '../context.ts';
import { MEMBERS_WITH_DECISIONS } from '../limits.ts';
import { listMemberships, readContext, readPins } from '../repository/contexts.ts';
import { findPolicies } from '../repository/policies.ts';
import { findSubjects } from '../repository/subjects.ts';
import { byConcern, decisionsOf, type LatestDecision } from './summarize-subjects.ts';

/** A page of the subjects of a context, with the latest assessment of each by each policy. */
export async function listMemberDecisions(
  context: Context,
  contextId: string,
  { offset, policies }: { offset: number; policies: 'all' | 'pinned' },
): Promise<Page<MemberDecisions>> {
  const { id } = await readContext(context, contextId);
  const [page, pinned] = await Promise.all([
    listMemberships(context, id, { offset, limit: MEMBERS_WITH_DECISIONS }),
    pinnedKeys(context, id),
  ]);
  const subjectIds = page.items.map(({ data }) => data.subjectId);
  const [subjects, decisions] = await Promise.all([
    findSubjects(context, subjectIds),
    decisionsOf(context, subjectIds),
  ]);
  const items = page.items.flatMap(({ data: { subjectId, role } }) => {
    const subject = subjects.get(subjectId);
    if (!subject) return [];
    const found = decisions.get(subjectId) ?? [];
    const wanted = policies === 'all' ? found : found.filter(({ policyKey }) => pinned.includes(policyKey));
    return {
      subjectId,
      kind: subject.data.kind,
      externalId: subject.data.externalId,
      role,
      decisions: wanted.toSorted(byConcern).map(presented),
      unassessed: pinned.filter((key) => !found.some(({ policyKey }) => policyKey === key)),
    };
  });
  return { ...page, items };
}

async function pinnedKeys(context: Context, contextId: string): Promise<string[]> {
  const { policyVersionIds } = await readPins(context.store, context.caller, contextId);
  if (policyVersionIds.length === 0) return [];
  const found = await findPolicies(context, policyVersionIds);
  return [...new Set(policyVersionIds.flatMap((id) => found.get(id)?.data.key ?? []))];
}

const presented = ({ id, policyVersionId, ...line }: LatestDecision): MemberDecisions['decisions'][number] => ({
  ...line,
  assessmentId: id,
  policyVersionId: policyVersionId ?? null,
});
