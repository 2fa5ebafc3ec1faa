import { SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mailClient } from './aws-clients.ts';
import { optionalSetting } from './environment.ts';
import { isOutage } from './outage.ts';

export interface Email {
  to: string;
  /** The address for replies, if it is not the sender. */
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  /** Identify the subject of the email in SES events. Ids only, since SES stores them. */
  tags?: Record<string, string | number>;
}

/** Whether the stage has a sender address; without one nothing is sent. */
export const maySendMail = () => optionalSetting('MAIL_FROM') !== undefined;

/** Sends an email with SES. The local cloud writes it to a folder. */
export async function sendMail({ to, replyTo, subject, text, html, tags = {} }: Email): Promise<void> {
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

/** Whether SES has answered that it did not send the email. After other errors it may have. */
export const isNotSent = (error: unknown) => error instanceof SESv2ServiceException;

/** Whether SES, not the code, is why an email was not sent. */
export const isMailError = (error: unknown) => error instanceof SESv2ServiceException || isOutage(error);

/** SES currently sends nothing for the account; the email itself is valid. */
const RATE_REFUSALS = ['LimitExceededException', 'ThrottlingException', 'TooManyRequestsException'];
const PAUSES = ['AccountSuspendedException', 'SendingPausedException'];

export const isSendingRefused = (error: unknown) =>
  error instanceof Error && (RATE_REFUSALS.includes(error.name) || isSendingPaused(error));

/** Unlike throttling, a pause ends only when an operator acts. */
export const isSendingPaused = (error: unknown) => error instanceof Error && PAUSES.includes(error.name);
