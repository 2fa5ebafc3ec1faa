import { invalid } from '@assay/foundation';
import type * as z from 'zod';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { COUNTED_AT_MOST } from '../limits.ts';
import type { SubjectWork } from '../repository/subject-work.ts';
import { listWork, listWorkOfAssignee } from '../repository/work.ts';
import { hasName, hasPolicyKey, WORK_DECISIONS } from '../work.ts';
import type { WorkOverride } from '../work-override.ts';
import { isAddressee } from '../work-request.ts';
import type { WorkItem, WorklistQuery } from '../worklist.ts';
import { isLate, presentWork } from './present-work.ts';

/** Counts matches without a decision. Screening does it, which knows this module and is not known here. */
type PendingMatches = (
  store: Store,
  scope: Scope,
  wanted: { state: 'pending'; limit: number },
) => Promise<{ bySubject: ReadonlyMap<string, number> }>;

/** Subjects with open actions, worst decision first, then oldest. */
export async function listWorklist(
  context: Context,
  query: z.infer<typeof WorklistQuery>,
  pendingMatches: PendingMatches,
): Promise<Page<WorkItem>> {
  const { store, caller, now } = context;
  const { decision, kind, policyKey, action, late, search, waitsFor, offset } = query;
  const assignee = assigneeOf(query.assignee, caller);
  const { deadlines } = await readSettings(context);
  const isWanted = (work: SubjectWork) =>
    (assignee !== 'none' || work.assignee === null) &&
    (kind === undefined || work.kind === kind) &&
    (policyKey === undefined || hasPolicyKey(work.work, policyKey)) &&
    (action === undefined || hasName(work.work, action)) &&
    (late === undefined || isLate(work, deadlines, now) === (late === 'true')) &&
    (waitsFor === undefined || (work.requests ?? []).some(({ to }) => isAddressee(to, caller)));
  const filter = {
    offset,
    now,
    decisions: decision === undefined ? WORK_DECISIONS : [decision],
    search: search && foldCase(search),
    isWanted,
    isNarrow: [assignee, kind, policyKey, action, late, search, waitsFor].some((one) => one !== undefined),
    present: (work: SubjectWork, inForce: readonly WorkOverride[]) => presentWork(work, { inForce, deadlines, now }),
  };
  const page =
    assignee === undefined || assignee === 'none'
      ? await listWork(store, caller, filter)
      : await listWorkOfAssignee(store, caller, assignee, filter);
  if (page.items.length === 0) return { ...page, items: [] };
  const limit = COUNTED_AT_MOST;
  const { bySubject } = await pendingMatches(store, caller, { state: 'pending', limit });
  return {
    ...page,
    items: page.items.flatMap((item) =>
      item ? [{ ...item, matchesPending: bySubject.get(item.subject.id) ?? 0 }] : [],
    ),
  };
}

function assigneeOf(asked: string | undefined, { kind, id }: Caller): string | undefined {
  if (asked !== 'me') return asked;
  if (kind !== 'user')
    throw invalid('invalid_query', 'The query is invalid. See `errors`.', [
      { path: 'assignee', message: '`me` requires the token of a signed-in user.' },
    ]);
  return id;
}
