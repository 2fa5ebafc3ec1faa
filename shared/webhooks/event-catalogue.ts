import type { FilterName } from './filter-names.ts';

interface EventDescription {
  /** When it occurs. */
  when: string;
  /** Of its payload: raised if a member is removed or changes its meaning, not if one is added. */
  version: number;
  /** The members of a filter that it can match. */
  filters: readonly FilterName[];
}

const event = (when: string, filters: readonly FilterName[] = [], version = 1): EventDescription => ({
  when,
  version,
  filters,
});

/** All events that a webhook can subscribe to. */
export const EVENT_CATALOGUE = {
  'risk.subject.created': event('A subject was created.', ['subjectIds']),
  'risk.policy.created': event('A policy version was created.'),
  'risk.policy.published': event('A policy version was published.'),
  'risk.policy.retired': event('A policy version was retired: nothing new is assessed or monitored with it.'),
  'risk.activity.reported': event('An activity was reported.', ['subjectIds']),
  'risk.evidence.recorded': event('Evidence was received, superseded or revoked: one per receipt.', ['subjectIds']),
  'risk.evidence.batch_recorded': event('A batch of evidence was recorded.', ['subjectIds']),
  'risk.assessment.created': event('An assessment and its snapshot were committed.', [
    'subjectIds',
    'decisions',
    'policyKeys',
  ]),
  'risk.action.requested': event('A required action was created.', ['subjectIds']),
  'risk.action.transitioned': event('The status of an action changed.', ['subjectIds']),
  'risk.assignment.changed': event('A subject was assigned to another user, or to none.', ['subjectIds']),
  'risk.override.created': event('An override was recorded.', ['subjectIds']),
  'risk.override.revoked': event('An override was revoked.', ['subjectIds']),
  'risk.override.carried': event(
    'Monitoring reassessed a subject with the same result and carried its override to the newer assessment.',
    ['subjectIds'],
  ),
  'risk.outcome.recorded': event('The outcome of a subject was recorded.', ['subjectIds']),
  'risk.outcome.withdrawn': event('An outcome was withdrawn.', ['subjectIds']),
  'risk.review.due': event('The review of a monitored subject is due, and its actions were requested.', ['subjectIds']),
  'risk.review.overdue': event('The actions of a review were not completed in time.', ['subjectIds']),
  'risk.investigation.finished': event('An investigation has completed or failed.', ['subjectIds', 'statuses']),
  'risk.backtest.completed': event('A backtest of a policy has ended with all its cases.'),
  'work.requested': event('Information about open work of a subject was requested, or it was escalated.', [
    'subjectIds',
  ]),
  'work.answered': event('A request about open work was answered.', ['subjectIds']),
  'verification.run.completed': event('Every step of a verification attempt has a result.', ['subjectIds', 'statuses']),
  'verification.decision.recorded': event(
    'A verification attempt was approved or rejected, or its approval was revoked.',
    ['subjectIds', 'decisions'],
  ),
  'screening.run.completed': event('A screening run was recorded.', ['subjectIds', 'statuses']),
  'screening.batch.completed': event('Every item of a batch has its run, or was refused.'),
  'screening.run.attached': event('A screening run was attached to a risk subject.', ['subjectIds', 'statuses']),
  'screening.match.found': event(
    'A screening run has matches to review. More than 200 matches are reported in several events.',
    ['subjectIds', 'lists'],
  ),
  'screening.watch.created': event('A customer is screened again whenever a list changes.', ['subjectIds']),
  'screening.watch.updated': event('The customer data, lists or scores of a watch were replaced.', ['subjectIds']),
  'screening.watch.deleted': event('A watch was deleted.', ['subjectIds']),
  'screening.list.held': event(
    'A version of a screening list is held for approval. Sent to the live webhooks of list operators only.',
    ['lists'],
  ),
  'document.sent': event('A document was sent to its signers.'),
  'document.viewed': event('A signer opened a document.'),
  'document.field_filled': event('A signer filled a field.'),
  'document.signed': event('A signer signed.'),
  'document.approved': event('An approver approved a document.'),
  'signer.delegated': event('A signer handed the turn to another person, who has the same signer id.'),
  'document.completed': event('All signers have signed.'),
  'document.declined': event('A signer declined to sign.'),
  'document.voided': event('A document was voided.'),
  'document.expired': event('A document expired before all signers had signed.'),
  'document.retention_ended': event('The retention of a document ended: its files and audit trail are deleted.'),
  'job.ended': event('A job has completed or failed, or was cancelled.', ['statuses']),
  'audit.root.sealed': event('The audit log was sealed: its root is signed.'),
  'organization.deletion.requested': event('The deletion of the organization was requested.'),
  'organization.deletion.revoked': event('A requested deletion of the organization was revoked.'),
  'signer.email_bounced': event('An email to a signer was not delivered.'),
  'signer.email_complained': event('A signer reported an email as spam.'),
  'signer.identity_verified': event('A signer entered the code that was emailed to them.'),
  'signer.identity_check_requested': event('A signer requested the verification session of their identity check.'),
  'signer.identity_check_approved': event('The identity check of a signer was approved.'),
  'signer.identity_name_differs': event('The identity document of a signer has another name than the document.'),
  'webhook.disabled': event('Another webhook of the mode was disabled by the service.'),
  'webhook.ping': event('A test event was requested.'),
} as const satisfies Record<string, EventDescription>;

export type EventType = keyof typeof EVENT_CATALOGUE;

export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as [EventType, ...EventType[]];

const families = Object.keys(EVENT_CATALOGUE).flatMap((type) => {
  const parts = type.split('.');
  return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
});

/** What a webhook can select: `*`, a family such as `risk.*`, or an event by its full name. */
type EventSelector = '*' | FamilyOf<EventType> | EventType;

type FamilyOf<Type extends string> = Type extends `${infer First}.${infer Rest}`
  ? `${First}.*` | (FamilyOf<Rest> extends infer Inner extends string ? `${First}.${Inner}` : never)
  : never;

const selectors = new Set(['*', ...families, ...Object.keys(EVENT_CATALOGUE)]);
export const SELECTORS = [...selectors] as EventSelector[];
