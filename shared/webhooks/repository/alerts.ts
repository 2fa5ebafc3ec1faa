import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import { takeLease } from '#shared/platform/store/lease.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { recoveriesOf } from './recoveries.ts';

/**
 * Emails about a webhook that the service owes to administrators, written with the change they are about. The row is
 * removed once they are sent, or when the webhook is well again before the alert is due.
 */
export const AlertKind = z.enum(['failing', 'disabled']);
export type AlertKind = z.infer<typeof AlertKind>;

const Alert = z.object({
  ...ScopeParts,
  webhookId: z.uuid(),
  alert: AlertKind,
  /** The start of the series of failures, which identifies it. */
  since: z.string(),
  /** Users whose email was sent. */
  sentTo: z.array(z.string()),
  dueAt: z.string(),
});
export type Alert = z.infer<typeof Alert>;

const keyOf = (scope: Scope, { webhookId, alert }: Pick<Alert, 'webhookId' | 'alert'>): Key => ({
  pk: recoveriesOf(scope),
  sk: `alert#${alert}#${webhookId}`,
});

/** An alert of an earlier series that is still waiting is replaced. */
export const openAlert = (scope: Scope, alert: Pick<Alert, 'webhookId' | 'alert' | 'since'>, at: Date): Write => ({
  table: 'webhooks',
  put: {
    ...keyOf(scope, alert),
    ...alert,
    organizationId: scope.organizationId,
    mode: scope.mode,
    sentTo: [],
    kind: 'recovery',
    task: `alert_${alert.alert}`,
    ...dueAt(at, alert.webhookId, 'deliveries'),
  },
});

export async function findAlert(
  store: Store,
  scope: Scope,
  about: Pick<Alert, 'webhookId' | 'alert'>,
): Promise<Alert | undefined> {
  const row = await store.get('webhooks', keyOf(scope, about));
  return row && Alert.parse(row);
}

/** Of several workers one sends the emails. */
export const leaseAlert = (alert: Alert, until: Date): Write =>
  takeLease(
    { table: 'webhooks', key: keyOf(alert, alert), attribute: 'dueAt' },
    { found: alert.dueAt, next: until.toISOString() },
    { when: { since: alert.since } },
  );

export const noteSent = (alert: Alert, sentTo: readonly string[]): Write => ({
  table: 'webhooks',
  update: keyOf(alert, alert),
  set: { sentTo },
  when: { since: alert.since },
});

export const closeAlert = (alert: Alert): Write => ({
  table: 'webhooks',
  remove: keyOf(alert, alert),
  when: { since: alert.since },
});
