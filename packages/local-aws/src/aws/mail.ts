import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { arnOf } from '../template/identities.ts';
import type { AwsRequest } from './aws-request.ts';
import type { AwsAnswer } from './denials.ts';
import type { RequestedAction } from './grants.ts';

const Content = z.object({ Data: z.string() });
const Email = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()) }),
  ReplyToAddresses: z.array(z.string()).default([]),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Content: z.object({
    Simple: z.object({ Subject: Content, Body: z.object({ Text: Content, Html: Content }) }),
  }),
});

const emailIn = ({ body }: Pick<AwsRequest, 'body'>) => Email.parse(JSON.parse(body.toString()));

/** `ses:SendEmail` is granted on the sending identity: here, the domain of the address. */
export function mailCalls(request: AwsRequest): RequestedAction[] {
  const [, domain = ''] = /@([^>]+)/.exec(emailIn(request).FromEmailAddress) ?? [];
  const set = emailIn(request).ConfigurationSetName;
  return [`identity/${domain}`, ...(set ? [`configuration-set/${set}`] : [])].map((name) => ({
    action: 'ses:SendEmail',
    resource: arnOf('ses', name),
  }));
}

/** SES's `SendEmail` without sending: each email is written as a .txt and an .html file. */
export function answerMail(outbox: string, body: Buffer): AwsAnswer {
  const { FromEmailAddress, Destination, ReplyToAddresses, Content: content } = emailIn({ body });
  const { Subject, Body } = content.Simple;
  const to = Destination.ToAddresses.join(', ');
  const MessageId = randomUUID();
  const name = `${new Date().toISOString().replaceAll(':', '-')} ${to.replaceAll(/[^\w@.-]/g, '_')}`;
  mkdirSync(outbox, { recursive: true });
  writeFileSync(
    join(outbox, `${name}.txt`),
    [
      `From: ${FromEmailAddress}`,
      `To: ${to}`,
      ...ReplyToAddresses.map((address) => `Reply-To: ${address}`),
      `Subject: ${Subject.Data}`,
      '',
      Body.Text.Data,
    ].join('\n'),
  );
  writeFileSync(join(outbox, `${name}.html`), Body.Html.Data);
  return {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ MessageId }),
  };
}

/**
 * Events that SES reports for an email through EventBridge. Recipients named as in SES's mailbox
 * simulator have the same result: `bounce@…` and `complaint@…`.
 */
export function mailEvents(body: Buffer): object[] {
  const { Destination, ConfigurationSetName, EmailTags } = emailIn({ body });
  if (ConfigurationSetName === undefined) return [];
  const timestamp = new Date().toISOString();
  const named = EmailTags.map(({ Name, Value }) => [Name, [Value]]);
  const tags = { ...Object.fromEntries(named), 'ses:configuration-set': [ConfigurationSetName] };
  const mail = { timestamp, messageId: randomUUID(), tags };
  return Destination.ToAddresses.flatMap(outcomesOf(timestamp)).map((outcome) => ({
    version: '0',
    id: randomUUID(),
    source: 'aws.ses',
    time: timestamp,
    detail: { ...outcome, mail },
  }));
}

const outcomesOf =
  (timestamp: string) =>
  (address: string): object[] => {
    const [recipient = ''] = address.split('@');
    const delivered = { eventType: 'Delivery', delivery: { timestamp } };
    if (recipient === 'complaint') return [delivered, { eventType: 'Complaint', complaint: { timestamp } }];
    if (recipient !== 'bounce') return [delivered];
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', timestamp };
    return [{ eventType: 'Bounce', bounce }];
  };
