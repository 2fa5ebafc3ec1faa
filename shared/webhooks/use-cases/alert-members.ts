import { roleOf } from '#shared/identity/contract.ts';
import { listPeople } from '#shared/identity/index.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { isSendingRefused, maySendMail, sendMail } from '#shared/platform/mail.ts';
import { alertEmail } from '../alert-email.ts';
import { ALERTED_MEMBERS } from '../limits.ts';
import type { DueRecovery } from '../messages.ts';
import { type Alert, type AlertKind, closeAlert, findAlert, leaseAlert, noteSent } from '../repository/alerts.ts';
import { findSubscription } from '../repository/subscriptions.ts';
import type { Subscription } from '../subscription.ts';

/** Longer than the worker runs. If it dies, or SES sends nothing, the tick finds the row then. */
const LEASE_SECONDS = 15 * 60;

/**
 * Emails owners and admins that a webhook has failed for an hour, or was disabled: once for each series of failures.
 * A worker that dies between sending and recording sends one email again; a duplicate is better than none.
 */
export async function alertMembers(context: WorkerContext, message: DueRecovery, kind: AlertKind): Promise<void> {
  const { store, now } = context;
  const { webhookId } = message;
  const alert = await findAlert(store, message, { webhookId, alert: kind });
  if (!alert || alert.dueAt > addSeconds(now, EARLY_SECONDS).toISOString()) return;
  if (!(await store.writeOne(leaseAlert(alert, addSeconds(now, LEASE_SECONDS))))) return;

  const subscription = await findSubscription(store, message, webhookId);
  if (subscription && isStillTrue(alert, subscription) && maySendMail())
    if (!(await sendToAll(context, alert, subscription))) return;
  await store.writeOne(closeAlert(alert));
}

/** The tick postpones a row by a minute before it sends the message. */
const EARLY_SECONDS = 120;

const isStillTrue = ({ alert, since }: Alert, { status, failingSince }: Subscription) =>
  alert === 'failing' ? status === 'active' && failingSince === since : status === 'disabled';

/** False if SES sends nothing at the moment. An address that it refuses is skipped. */
async function sendToAll(context: WorkerContext, alert: Alert, subscription: Subscription): Promise<boolean> {
  const { store, requestId } = context;
  const { people } = await listPeople(store, alert.organizationId);
  const recipients = people
    .filter((person) => !person.isDisabled && roleOf(person) !== 'member')
    .flatMap(({ userId, name, email }) => (email === null ? [] : [{ userId, name, email }]))
    .slice(0, ALERTED_MEMBERS);
  const sentTo = [...alert.sentTo];
  for (const { userId, ...recipient } of recipients) {
    if (sentTo.includes(userId)) continue;
    try {
      await sendMail(alertEmail(recipient, subscription, alert));
    } catch (error) {
      if (isSendingRefused(error)) return false;
      logDefect('alertMembers', requestId, error);
    }
    sentTo.push(userId);
    await store.writeOne(noteSent(alert, sentTo));
  }
  return true;
}
