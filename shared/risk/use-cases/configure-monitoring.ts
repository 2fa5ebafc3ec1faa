import { refused } from '@assay/foundation';
import type * as z from 'zod';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { type EventRecord, presentEvent, recordEvent } from '../event.ts';
import { MONITORED_POLICIES_PER_SUBJECT } from '../limits.ts';
import type { NewMonitoring } from '../monitoring.ts';
import type { PolicyRecord } from '../policy.ts';
import { pointToMonitored } from '../repository/monitored-by.ts';
import { listMonitored, type MonitoredPolicy, saveMonitored } from '../repository/monitoring.ts';
import { readPolicy } from '../repository/policies.ts';
import { removeReview } from '../repository/review-calendar.ts';
import { readSubjectVersion, setMonitored } from '../repository/subject-state.ts';
import { readSubject } from '../repository/subjects.ts';
import { policyRetired } from './retired-policies.ts';

type MonitoringRequest = z.infer<typeof NewMonitoring>;

/**
 * Enables or pauses monitoring of a subject by a policy version, which replaces another version of
 * the same key. Increments the subject's version: concurrent evidence is either seen by the check
 * that is now due, or finds the subject monitored.
 */
export async function configureMonitoring(
  context: Context,
  subjectId: string,
  request: MonitoringRequest,
): Promise<Change<Configured>> {
  const change = await changeMonitoring(context, subjectId, request, () => true);
  if (!change) throw new Error('Every change of monitoring is wanted here.');
  return change;
}

type Configured = z.infer<typeof EventRecord>;

/** The same, unless the monitoring that it would replace is not the wanted one. */
export async function changeMonitoring(
  context: Context,
  subjectId: string,
  request: MonitoringRequest,
  isWanted: (before: MonitoredPolicy | undefined) => boolean,
): Promise<Change<Configured> | undefined> {
  const { store, caller } = context;
  const [subject, policy, { version }] = await allSettledFirstError([
    readSubject(context, subjectId),
    readPolicy(context, request.policyVersionId),
    readSubjectVersion(store, caller, subjectId),
  ]);
  // Read after the version: every change of these rows increments it, so they cannot be older.
  const monitored = await listMonitored(store, caller, subject.id);
  const { key: policyKey, status } = policy.data;
  const before = monitored.find((one) => one.policyKey === policyKey);
  const others = monitored.filter((one) => one !== before);
  if (!isWanted(before)) return undefined;

  if (status !== 'published')
    throw refused('policy_not_published', 'A draft cannot monitor a subject. Publish it first.');
  if (request.enabled && policy.data.retiredAt) throw policyRetired(policy);
  if (!before && others.length >= MONITORED_POLICIES_PER_SUBJECT)
    throw refused(
      'too_many_monitored_policies',
      `At most ${MONITORED_POLICIES_PER_SUBJECT} policies can monitor a subject.`,
    );

  const isMonitored = request.enabled || others.some(({ enabled }) => enabled);
  const writes = [
    saveMonitored(before, configured(context, subject.id, { policy, request, before })),
    setMonitored(caller, subject.id, version, isMonitored),
    ...pointToMonitored(caller, { subjectId: subject.id, from: before?.policyVersionId, to: policy.id }),
    // The next check puts it back.
    ...(before && !request.enabled ? removeReview(before) : []),
  ];
  return { writes, ...eventAndResult(context, subject.id, { ...request, policyKey }) };
}

function configured(
  { caller, now, newId }: Context,
  subjectId: string,
  {
    policy,
    request,
    before,
  }: { policy: PolicyRecord; request: MonitoringRequest; before: MonitoredPolicy | undefined },
): Omit<MonitoredPolicy, 'revision' | 'lease' | 'dueAt'> {
  const at = now.toISOString();
  const isSameVersion = before?.policyVersionId === policy.id;
  return {
    id: before?.id ?? newId(),
    organizationId: caller.organizationId,
    mode: caller.mode,
    subjectId,
    policyKey: policy.data.key,
    policyVersionId: policy.id,
    enabled: request.enabled,
    // An error of another version does not apply to this one.
    lastError: isSameVersion ? before.lastError : null,
    lastEvaluatedAt: before?.lastEvaluatedAt ?? null,
    nextCheckAt: request.enabled ? at : null,
    refusedRevision: null,
    // The next check plans it anew, from the same last review.
    ...(before?.review && { review: before.review }),
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

/** The response is the event itself. */
function eventAndResult(context: Context, subjectId: string, details: MonitoringRequest & { policyKey: string }) {
  const eventsRowId = context.newId();
  const subject = { resource: 'subjects', id: subjectId };
  const event = recordEvent('risk.monitoring.configured', subject, { subjectId, details });
  const { type, resource, resourceId } = event;
  return {
    events: [event],
    eventsRowId,
    result: presentEvent({
      id: eventsRowId,
      type,
      resource,
      resourceId,
      subjectId,
      details,
      actor: principalOf(context.caller),
      reason: null,
      occurredAt: context.now.toISOString(),
    }),
  };
}
