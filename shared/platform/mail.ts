import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mailClient } from './aws-clients.ts';
import { optionalSetting } from './environment.ts';

export interface Email {
  to: string;
  /** Where an answer goes, if not to the address it came from. */
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  /** Lead back to what the email is about, in reports of SES. Ids alone: SES and its events hold them. */
  tags?: Record<string, string | number>;
}

/** Whether the stage has an address to send from; without one nothing is sent. */
export const maySendMail = () => optionalSetting('MAIL_FROM') !== undefined;

/** Through SES. The local cloud has one that puts letters into a folder. */
export async function sendMail({
  to,
  replyTo,
  subject,
  text,
  html,
  tags = {},
}: Email): Promise<void> {
  const from = optionalSetting('MAIL_FROM');
  const configurationSet = optionalSetting('MAIL_CONFIGURATION_SET');
  if (from === undefined) throw new Error('The stage has no address to send mail from.');
  await mailClient().send(
    new SendEmailCommand({
      FromEmailAddress: from,
      ...(configurationSet && { ConfigurationSetName: configurationSet }),
      EmailTags: Object.entries(tags).map(([Name, value]) => ({ Name, Value: String(value) })),
      Destination: { ToAddresses: [to] },
      ...(replyTo && { ReplyToAddresses: [replyTo] }),
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: {
            Text: { Data: text, Charset: 'UTF-8' },
            Html: { Data: html, Charset: 'UTF-8' },
          },
        },
      },
    }),
  );
}

/** SES sends nothing for the account at the moment; the email itself is in order. */
const RATE_REFUSALS = ['LimitExceededException', 'ThrottlingException', 'TooManyRequestsException'];
const PAUSES = ['AccountSuspendedException', 'SendingPausedException'];

export const isSendingRefused = (error: unknown) =>
  error instanceof Error && (RATE_REFUSALS.includes(error.name) || isSendingPaused(error));

/** Unlike a rate that was exceeded, a pause ends only when an operator acts. */
export const isSendingPaused = (error: unknown) =>
  error instanceof Error && PAUSES.includes(error.name);
