import * as z from 'zod';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { Commit } from '../commit-row.ts';
import { type Counts, countsOfDay, countsOfNow } from '../policy-counts.ts';
import { assessmentRowsOf } from '../repository/about-subject.ts';
import { assessmentIn, shadowIn } from '../repository/assessments.ts';
import { findOverrides } from '../repository/overrides.ts';
import {
  addToDay,
  addToNow,
  addToShadow,
  putCountedAssessment,
  readCountedAssessment,
} from '../repository/policy-counters.ts';
import { countsOfShadow } from '../shadow.ts';

const OF_OVERRIDES: Record<string, string> = {
  'risk.override.created': 'created',
  'risk.override.revoked': 'revoked',
  'risk.override.carried': 'carried',
};

const isCountedOfPolicy = ({ type }: RecordedEvent) => type === 'risk.assessment.created' || type in OF_OVERRIDES;

const dayOf = (at: string) => at.slice(0, 'YYYY-MM-DD'.length);

/** What one event adds: to a day of a policy, and for an assessment to the subjects now and to a shadow version. */
interface Addition {
  policyKey: string;
  day: string;
  counts: Counts;
  ofNow: Write[];
  ofShadow?: Write | undefined;
}

/** What a commit adds to the statistics of policies. Written with the mark that the commit is counted. */
export async function policyCounts({ store }: WorkerContext, { id, scope, events }: Commit): Promise<Write[]> {
  const wanted = events.filter(isCountedOfPolicy);
  if (wanted.length === 0) return [];
  const found = await allSettledFirstError(
    wanted.map((event) =>
      event.type === 'risk.assessment.created'
        ? ofAssessment(store, scope, id, event)
        : ofOverride(store, scope, event),
    ),
  );
  const additions = found.filter((one) => one !== undefined);
  // A transaction writes each row once, and a carried override is in the commit of its assessment.
  const byDay = Map.groupBy(additions, ({ policyKey, day }) => `${policyKey}#${day}`);
  return [
    ...[...byDay.values()].flatMap((same) =>
      same[0]
        ? addToDay(
            scope,
            { ...same[0], id },
            same.flatMap(({ counts }) => counts),
          )
        : [],
    ),
    ...additions.flatMap(({ ofNow, ofShadow }) => [...ofNow, ...(ofShadow ? [ofShadow] : [])]),
  ];
}

type Store = WorkerContext['store'];

async function ofAssessment(
  store: Store,
  scope: Scope,
  id: string,
  { resourceId, occurredAt, subjectId: about }: RecordedEvent,
): Promise<Addition | undefined> {
  const subjectId = z.string().parse(about);
  const [row] = await assessmentRowsOf(store, scope, subjectId, [resourceId]);
  // Erased with its organization.
  if (!row) return undefined;
  const assessment = await assessmentIn(store, scope, row);
  const { policyKey, sequence, outcome, band, decision } = assessment.data;
  const before = await readCountedAssessment(store, scope, subjectId, policyKey);
  const after = { sequence, outcome, band, decision };
  const now = countsOfNow(before, after);
  const counted = () => putCountedAssessment(scope, { subjectId, policyKey }, before, after);
  const ofNow = now.length > 0 ? [...addToNow(scope, { policyKey, id }, now), counted()] : [];
  const shadow = shadowIn(row);
  const ofShadow =
    shadow && addToShadow(scope, { policyKey, id, policyVersionId: shadow.policyVersionId }, countsOfShadow(shadow));
  return { policyKey, day: dayOf(occurredAt), counts: countsOfDay(assessment.data), ofNow, ofShadow };
}

async function ofOverride(
  store: Store,
  scope: Scope,
  { type, resourceId, occurredAt }: RecordedEvent,
): Promise<Addition | undefined> {
  const [override] = await findOverrides(store, scope, [resourceId]);
  const counts: Counts = [[['override', OF_OVERRIDES[type] ?? ''], 1]];
  return override && { policyKey: override.data.policyKey, day: dayOf(occurredAt), counts, ofNow: [] };
}
