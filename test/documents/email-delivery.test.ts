import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailEvents } from '#packages/local-aws/src/aws/mail.ts';
import { DELIVERY_REASONS, latestDelivery, type StoredDelivery } from '#shared/documents/email-delivery.ts';
import { EmailEvent, reportedDelivery } from '#shared/documents/email-event.ts';

const TAGS = {
  organization: '0198a000-0000-7000-8000-000000000001',
  mode: 'test',
  document: '0198a000-0000-7000-8000-000000000002',
  signer: '0198a000-0000-7000-8000-000000000003',
  link: '2',
  mailed: '1775000000000',
};
const AT = '2026-04-01T10:00:00.000Z';

const eventOf = (detail: object, tags: Record<string, string> = TAGS) =>
  EmailEvent.parse({
    source: 'aws.ses',
    detail: {
      mail: {
        timestamp: AT,
        destination: ['ada@example.com'],
        tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
      },
      ...detail,
    },
  });
const bounceOf = (bounceType: string, bounceSubType: string) =>
  eventOf({ eventType: 'Bounce', bounce: { bounceType, bounceSubType, timestamp: AT } });

describe('email events', () => {
  test.each<[string, EmailEvent, Partial<StoredDelivery> | undefined]>([
    [
      'a delivery',
      eventOf({ eventType: 'Delivery', delivery: { timestamp: AT } }),
      { status: 'delivered', reason: null, isBlocking: false },
    ],
    [
      'a permanent bounce blocks',
      bounceOf('Permanent', 'General'),
      { status: 'bounced', reason: 'no_such_mailbox', isBlocking: true },
    ],
    [
      'a suppressed address blocks',
      bounceOf('Permanent', 'OnAccountSuppressionList'),
      { status: 'bounced', reason: 'suppressed', isBlocking: true },
    ],
    [
      'a full mailbox does not block',
      bounceOf('Transient', 'MailboxFull'),
      { status: 'bounced', reason: 'mailbox_full', isBlocking: false },
    ],
    ['an automatic reply says nothing', bounceOf('Transient', 'General'), undefined],
    [
      'a bounce of an unknown kind does not block',
      bounceOf('Undetermined', 'Undetermined'),
      { status: 'bounced', reason: 'undeliverable', isBlocking: false },
    ],
    [
      'a complaint blocks',
      eventOf({ eventType: 'Complaint', complaint: { timestamp: AT } }),
      { status: 'complained', reason: 'reported_as_spam', isBlocking: true },
    ],
    ['another event says nothing', eventOf({ eventType: 'Open' }), undefined],
    [
      'an email of another sender says nothing',
      eventOf({ eventType: 'Delivery', delivery: { timestamp: AT } }, { campaign: 'spring' }),
      undefined,
    ],
  ])('%s', (_case, event, expected) => {
    const reported = reportedDelivery(event);

    if (expected === undefined) expect(reported).toBeUndefined();
    else expect(reported?.delivery).toMatchObject({ ...expected, at: AT });
  });

  test('events of the local cloud are parsed like those of SES', () => {
    const sending = (to: string) =>
      Buffer.from(
        JSON.stringify({
          FromEmailAddress: 'a@example.com',
          ConfigurationSetName: 'set',
          Destination: { ToAddresses: [to] },
          EmailTags: Object.entries(TAGS).map(([Name, Value]) => ({ Name, Value })),
          Content: {
            Simple: { Subject: { Data: '' }, Body: { Text: { Data: '' }, Html: { Data: '' } } },
          },
        }),
      );
    const statusesOf = (to: string) =>
      mailEvents(sending(to)).map((event) => reportedDelivery(EmailEvent.parse(event))?.delivery.status);

    expect(statusesOf('ada@example.com')).toEqual(['delivered']);
    expect(statusesOf('bounce@simulator.amazonses.com')).toEqual(['bounced']);
    expect(statusesOf('complaint@example.com')).toEqual(['delivered', 'complained']);
  });
});

const someDelivery: fc.Arbitrary<StoredDelivery> = fc
  .record({
    status: fc.constantFrom('sent', 'delivered', 'bounced', 'complained'),
    at: fc.integer({ min: 0, max: 3 }),
    mailedAt: fc.integer({ min: 0, max: 3 }),
    reason: fc.constantFrom(null, ...DELIVERY_REASONS),
    isPermanent: fc.boolean(),
  })
  .map(({ status, at, mailedAt, reason, isPermanent }) => ({
    status: status as StoredDelivery['status'],
    reason,
    at: new Date(at).toISOString(),
    mailedAt: new Date(mailedAt).toISOString(),
    isBlocking: status === 'complained' || (status === 'bounced' && isPermanent),
  }));

const known = (reports: readonly StoredDelivery[]) => reports.reduce<StoredDelivery | null>(latestDelivery, null);

describe('delivery state of emails', () => {
  test('does not depend on the order or repetition of reports', () => {
    fc.assert(
      fc.property(
        fc.array(someDelivery, { minLength: 1, maxLength: 6 }).chain((reports) =>
          fc.tuple(
            fc.constant(reports),
            fc.shuffledSubarray([...reports, ...reports], {
              minLength: reports.length * 2,
            }),
          ),
        ),
        ([reports, shuffled]) => {
          const [one, other] = [known(reports), known(shuffled)];
          expect(other?.status).toBe(one?.status);
          expect(other?.isBlocking).toBe(one?.isBlocking);
          if (!one?.isBlocking) expect(other?.mailedAt).toBe(one?.mailedAt);
        },
      ),
    );
  });

  test('stays blocked once a report blocks the address', () => {
    fc.assert(
      fc.property(fc.array(someDelivery, { minLength: 1, maxLength: 6 }), (reports) => {
        expect(known(reports)?.isBlocking).toBe(reports.some(({ isBlocking }) => isBlocking));
      }),
    );
  });

  test('a known report returns the same object, so nothing is written', () => {
    fc.assert(
      fc.property(someDelivery, (report) => {
        expect(latestDelivery(report, { ...report })).toBe(report);
      }),
    );
  });
});
