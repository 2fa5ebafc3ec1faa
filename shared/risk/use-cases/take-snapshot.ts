import { hash } from 'node:crypto';
import { refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { readJourney } from '#shared/platform/store/journey.ts';
import { type ActionRecord, OPEN } from '../action.ts';
import { fitSnapshot } from '../analyst/fit-snapshot.ts';
import type { Snapshot, SnapshotReceipt } from '../analyst/snapshot.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { isAboutInvestigations } from '../investigation.ts';
import { assessmentsOf, latestActions, newestAssessmentId } from '../repository/about-subject.ts';
import { findLatestOverrides } from '../repository/overrides.ts';
import { readReceipts } from '../repository/receipts.ts';
import { readState, type SubjectState } from '../repository/subject-state.ts';
import type { SubjectRecord } from '../subject.ts';
import { reducedAssessment } from './reduced-assessment.ts';

const POLICY_KEYS = 20;
const ACTION_ROWS = 100;
const OPEN_ACTIONS = 200;
const EVENTS = 200;
/** Maximum number of large values that are fetched to compare them. */
const LARGE_VALUES = 100;

export interface TakenSnapshot {
  snapshot: Snapshot;
  /** Compared later to see whether the investigation is outdated. */
  newestAssessmentId: string | null;
  lastEventId: string | null;
}

/** Takes the snapshot of a subject's records that an analyst may read. */
export async function takeSnapshot(
  context: Context,
  subject: SubjectRecord,
  namedIds: readonly string[],
): Promise<TakenSnapshot> {
  const { store, caller, now } = context;
  // Read first: an assessment that is created meanwhile is then newer than the snapshot and not
  // missed.
  const newestId = await newestAssessmentId(store, caller, subject.id);
  const [journey, state] = await Promise.all([
    readJourney(store, caller, {
      about: subject.id,
      before: undefined,
      limit: EVENTS,
      isWanted: ({ type }) => !isAboutInvestigations(type),
    }),
    readState(store, caller, subject.id),
  ]);
  const latestIds = [...state.latest.values()].map(({ id }) => id).sort();
  const wantedIds = new Set([...latestIds.slice(-POLICY_KEYS), ...namedIds]);
  const [receipts, assessments, actions] = await Promise.all([
    receiptsOf(context, state),
    assessmentsOf(store, caller, subject.id, [...wantedIds]),
    latestActions(store, caller, subject.id, ACTION_ROWS),
  ]);
  assertFound(namedIds, assessments);
  const snapshot = fitSnapshot({
    takenAt: now.toISOString(),
    subject: { id: subject.id, kind: subject.data.kind },
    evidenceRevision: state.version.evidenceRevision,
    receipts,
    assessments: assessments.map((one) => reducedAssessment(one, state)),
    overrides: await overridesOf(context, assessments),
    actions: openActions(actions),
    events: journey.events.map(snapshotEvent),
    leftOut: {
      receipts: 0,
      assessments: Math.max(latestIds.length - POLICY_KEYS, 0),
      events: 0,
    },
  });
  const lastEventId = journey.events[0]?.id ?? null;
  return { snapshot, newestAssessmentId: newestId, lastEventId };
}

function assertFound(namedIds: readonly string[], found: readonly AssessmentRecord[]): void {
  const faults = namedIds.flatMap((id, index) =>
    found.some((one) => one.id === id)
      ? []
      : [{ path: `assessmentIds.${index}`, message: 'is not an assessment of this subject' }],
  );
  if (faults.length > 0)
    throw refused('unknown_assessment', 'Some assessments do not belong to this subject. See `errors`.', faults);
}

/** The latest override per assessment, active or ended, because no other can apply. */
async function overridesOf({ store, caller }: Context, assessments: readonly AssessmentRecord[]) {
  const ids = assessments.map(({ id }) => id);
  const latest = await findLatestOverrides(store, caller, ids);
  return latest.flatMap((override) => {
    if (!override) return [];
    const { assessmentId, decision, createdAt, expiresAt, revokedAt } = override.data;
    return [{ id: override.id, assessmentId, decision, createdAt, expiresAt, revokedAt }];
  });
}

const openActions = (actions: readonly ActionRecord[]) =>
  actions
    .filter(({ data }) => OPEN.includes(data.status))
    .slice(0, OPEN_ACTIONS)
    .map(({ id, data: { assessmentId, policyKey, name, status, createdAt, updatedAt } }) => ({
      id,
      assessmentId,
      policyKey,
      name,
      status,
      createdAt,
      updatedAt,
    }));

async function receiptsOf({ store, caller }: Context, { currentReceipts }: SubjectState): Promise<SnapshotReceipt[]> {
  const all = [...currentReceipts].flatMap(([source, facts]) =>
    [...facts].map(([fact, receipt]) => ({ source, fact, ...receipt })),
  );
  const large = all.filter(({ isElsewhere }) => isElsewhere).slice(0, LARGE_VALUES);
  const fetched = await readReceipts(
    store,
    caller,
    large.map(({ id }) => id),
  );
  // A row can also contain small values, which are compared directly.
  const digests = new Map(
    large.map(({ id }) => [id, hash('sha256', JSON.stringify(fetched.get(id)?.data.value ?? null))]),
  );
  return all.map(({ id, source, fact, status, value, observedAt, expiresAt, evidenceRevision }) => {
    const valueDigest = digests.get(id) ?? null;
    const known = evidenceRevision === undefined ? {} : { evidenceRevision };
    return { id, source, fact, status, value, valueDigest, observedAt, expiresAt, ...known };
  });
}

/**
 * Of activities, only type, category and time, because titles and summaries can contain personal
 * data.
 */
function snapshotEvent({ id, type, resourceId, occurredAt, actor, details }: RecordedEvent) {
  const isActivity = type === 'risk.activity.reported' && details !== null;
  const activity = isActivity
    ? {
        activityType: String(details.activityType),
        category: String(details.category),
        occurredAt: String(details.occurredAt),
      }
    : null;
  const [actorKind = ''] = actor.split(':');
  return { id, type, resourceId, occurredAt, actorKind, activity };
}
