import type { Email } from '#shared/platform/mail.ts';
import { greeting, plainEmail } from '#shared/platform/plain-email.ts';
import { AUTOMATIC_RESENDS, FAILING_DAYS_UNTIL_DISABLED } from './limits.ts';
import type { AlertKind } from './repository/alerts.ts';
import type { Subscription } from './subscription.ts';

/** An email to an administrator about a webhook. It names the host only: a path or query may contain a secret. */
export function alertEmail(
  { name, email }: { name: string | null; email: string },
  { id, url, mode }: Pick<Subscription, 'id' | 'url' | 'mode'>,
  { alert, since }: { alert: AlertKind; since: string },
): Email {
  const { host } = new URL(url);
  const subject = alert === 'failing' ? `Webhook failing: ${host}` : `Webhook disabled: ${host}`;
  return plainEmail(email, subject, [
    greeting(name),
    ...WORDS[alert]({ host, mode, since: `${since.slice(0, 16).replace('T', ' ')} UTC` }),
    `Webhook: ${id}`,
  ]);
}

const WORDS: Record<AlertKind, (about: { host: string; mode: string; since: string }) => string[]> = {
  failing: ({ host, mode, since }) => [
    `Every delivery to the ${mode} webhook at ${host} has failed since ${since}.`,
    `Check the receiver. After its next successful delivery up to ${AUTOMATIC_RESENDS} deliveries that failed meanwhile ` +
      `are sent again. A webhook that fails for ${FAILING_DAYS_UNTIL_DISABLED} days is disabled.`,
  ],
  disabled: ({ host, mode, since }) => [
    `The ${mode} webhook at ${host} was disabled. It has failed since ${since}, or its receiver answered 410 Gone.`,
    'Events are no longer sent to it. When the receiver works again, activate the webhook and replay the events that ' +
      'it has missed.',
  ],
};
