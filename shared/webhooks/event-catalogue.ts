/** All events that a webhook can subscribe to, and when they occur. */
export const EVENT_CATALOGUE = {
  'risk.subject.created': 'A subject was created.',
  'risk.policy.created': 'A policy version was created.',
  'risk.policy.published': 'A policy version was published.',
  'risk.policy.retired': 'A policy version was retired: nothing new is assessed or monitored with it.',
  'risk.activity.reported': 'An activity was reported.',
  'risk.evidence.recorded': 'Evidence was received, superseded or revoked: one per receipt.',
  'risk.evidence.batch_recorded': 'A batch of evidence was recorded.',
  'risk.assessment.created': 'An assessment and its snapshot were committed.',
  'risk.action.requested': 'A required action was created.',
  'risk.action.transitioned': 'The status of an action changed.',
  'risk.assignment.changed': 'A subject was assigned to another user, or to none.',
  'risk.override.created': 'An override was recorded.',
  'risk.override.revoked': 'An override was revoked.',
  'risk.investigation.finished': 'An investigation has completed or failed.',
  'verification.run.completed': 'Every step of a verification attempt has a result.',
  'verification.decision.recorded': 'A verification attempt was approved or rejected, or its approval was revoked.',
  'screening.run.completed': 'A screening run was recorded.',
  'screening.match.found':
    'A screening run has matches to review. More than 200 matches are reported in several events.',
  'screening.list.held':
    'A version of a screening list is held for approval. Sent to the live webhooks of list operators only.',
  'document.sent': 'A document was sent to its signers.',
  'document.viewed': 'A signer opened a document.',
  'document.field_filled': 'A signer filled a field.',
  'document.signed': 'A signer signed.',
  'document.completed': 'All signers have signed.',
  'document.declined': 'A signer declined to sign.',
  'document.voided': 'A document was voided.',
  'document.expired': 'A document expired before all signers had signed.',
  'organization.deletion.requested': 'The deletion of the organization was requested.',
  'organization.deletion.revoked': 'A requested deletion of the organization was revoked.',
  'signer.email_bounced': 'An email to a signer was not delivered.',
  'signer.email_complained': 'A signer reported an email as spam.',
  'webhook.disabled': 'Another webhook of the mode was disabled by the service.',
  'webhook.ping': 'A test event was requested.',
} as const satisfies Record<string, string>;

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
