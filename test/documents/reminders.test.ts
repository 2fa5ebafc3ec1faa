import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import type { StoredDocument } from '#shared/documents/document.ts';
import { REMINDERS_PER_SIGNER } from '#shared/documents/limits.ts';
import { nextReminderAt, nextReminderOf } from '#shared/documents/reminders.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import type { StoredSigner } from '#shared/documents/signer.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail, waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, type Draft, done, draftWith, sent } from '#test/support/signing-world.ts';
import { runs, somePoints } from '#test/support/soak.ts';

const world = preparedSigningWorld();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let shift = 0;
beforeEach(() => {
  shift = 0;
});
afterEach(() => shiftClock(0));

const later = (milliseconds: number) => {
  shift += milliseconds;
  shiftClock(shift);
};
const tick = () => tickDocuments({}, lambdaContext());

async function out(body: object = {}, address = anAddress()) {
  const draft = await draftWith(world, [{ email: address, fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, body);
  await bringMail(draft.id);
  return { draft, holder, address };
}

const subjectsTo = async (address: string) =>
  (await emailsTo(address)).slice(1).map(({ Content }) => Content.Simple.Subject.Data);
const REMINDER = 'Reminder: please sign Lease';
const EXPIRING = 'Expires soon: please sign Lease';
const pathOf = (draft: Draft, index = 0) => ({ id: draft.id, signerId: draft.signerIds[index] ?? '' });
const remind = (draft: Draft, index = 0) =>
  call(world.key, documentRoutes.remindSigner, { params: pathOf(draft, index) });
const changed = (draft: Draft, body: object) =>
  call(world.key, documentRoutes.changeSending, { params: { id: draft.id }, body });
const trailOf = async ({ id }: Draft) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items as {
    action: string;
    details: Record<string, unknown>;
  }[];

describe('automatic reminders', () => {
  test('repeat until the limit, each with the present link and an entry of the trail', async () => {
    const { draft, address, holder } = await out({ remindAfterDays: 2, expiresInDays: 30 });

    for (let day = 1; day <= 16; day += 1) {
      later(DAY_MS);
      await tick();
      await tick();
    }

    expect(await subjectsTo(address)).toEqual(Array.from({ length: REMINDERS_PER_SIGNER }, () => REMINDER));
    const [, first] = await emailsTo(address);
    expect(first?.Content.Simple.Body.Text.Data).toContain(`/sign/${holder?.token}`);
    const entries = (await trailOf(draft)).filter(({ action }) => action === 'reminder.sent');
    expect(entries).toHaveLength(REMINDERS_PER_SIGNER);
    expect(entries[0]?.details).toEqual({ signerId: draft.signerIds[0], linkVersion: 1 });
  });

  test('are sent only to signers whose turn it is, and never after signature, voiding, decline or expiry', async () => {
    const addresses = [anAddress(), anAddress()];
    const plans = addresses.map((email, index) => ({ email, signingOrder: index + 1, fields: [{ value: 'x' }] }));
    const ordered = await draftWith(world, plans);
    const [first] = await sent(world, ordered, { remindAfterDays: 1 });
    await bringMail(ordered.id);
    const [signed, voided, declined, expired] = await Promise.all([
      out({ remindAfterDays: 1 }),
      out({ remindAfterDays: 1 }),
      out({ remindAfterDays: 1 }),
      out({ remindAfterDays: 1, expiresInDays: 1 }),
    ]);
    await signed.holder?.complete();
    await declined.holder?.decline();
    await done(world.key, documentRoutes.voidDocument, { params: { id: voided.draft.id }, body: {} });
    later(DAY_MS + HOUR_MS);
    await tick();

    for (const { address } of [signed, voided, declined, expired])
      expect(await subjectsTo(address)).not.toContain(REMINDER);
    expect(await subjectsTo(addresses[0] ?? '')).toEqual([REMINDER]);
    expect(await emailsTo(addresses[1] ?? '')).toEqual([]);

    await first?.complete();
    await bringMail(ordered.id);
    later(DAY_MS + HOUR_MS);
    await tick();
    expect(await subjectsTo(addresses[0] ?? '')).toEqual([REMINDER]);
    expect(await subjectsTo(addresses[1] ?? '')).toEqual([REMINDER]);
  });

  test('that became pointless while they waited are not sent', async () => {
    const { draft, holder, address } = await out();
    later(2 * HOUR_MS);
    expect((await remind(draft)).status).toBe(200);
    expect(await waitingMail(draft.id)).toHaveLength(1);
    await holder?.complete();

    await bringMail(draft.id);

    expect(await subjectsTo(address)).toEqual(['Completed: Lease']);
  });

  test('announce the expiry once, and again only after it has changed', async () => {
    const { draft, address } = await out({ remindBeforeExpiryDays: 3, expiresInDays: 10 });
    const days = async (count: number) => {
      for (let day = 0; day < count; day += 1) {
        later(DAY_MS);
        await tick();
      }
    };
    await days(6);
    expect(await subjectsTo(address)).toEqual([]);
    await days(3);
    expect(await subjectsTo(address)).toEqual([EXPIRING]);

    const expiresAt = new Date(Date.now() + shift + 10 * DAY_MS).toISOString();
    expect((await changed(draft, { expiresAt })).body.expiresAt).toBe(expiresAt);
    await days(9);
    expect(await subjectsTo(address)).toEqual([EXPIRING, EXPIRING]);
    const entry = (await trailOf(draft)).find(({ action }) => action === 'sending.changed');
    expect(entry?.details).toEqual({ expiresAt, remindAfterDays: null, remindBeforeExpiryDays: 3 });
  });

  test('are sent at most once, wherever the worker dies', { timeout: 60_000 }, async () => {
    const once = await out({ remindAfterDays: 1 });
    later(DAY_MS + HOUR_MS);
    const { calls } = await observed(tick);
    expect(await subjectsTo(once.address)).toEqual([REMINDER]);
    shiftClock(0);
    shift = 0;

    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);
    for (const { index, moment } of somePoints(points, 3)) {
      const { draft, address } = await out({ remindAfterDays: 1 });
      later(DAY_MS + HOUR_MS);
      await withFaults(crashAt(index, moment), tick).catch(() => undefined);
      for (let again = 0; again < 3; again += 1) {
        later(4 * 60_000);
        await tick();
      }
      const sentOnes = await subjectsTo(address);
      // The process died around the sending itself: the email may be lost, but is not repeated.
      const isAround = calls[index]?.command === 'SendEmail' || calls[index - 1]?.command === 'UpdateItem';
      expect(sentOnes, `${moment} call ${index}`).toEqual(sentOnes.length === 0 && isAround ? [] : [REMINDER]);
      expect(await waitingMail(draft.id)).toEqual([]);
      const entries = (await trailOf(draft)).filter(({ action }) => action === 'reminder.sent');
      expect(entries).toHaveLength(1);
      shiftClock(0);
      shift = 0;
    }
  });
});

describe('reminders that the sender asks for', () => {
  test('are refused within an hour of the latest email, and have no link in the answer', async () => {
    const { draft, address, holder } = await out();
    const early = await remind(draft);
    expect([early.status, early.body.code]).toEqual([409, 'reminded_recently']);
    later(HOUR_MS + 60_000);

    const { status, body } = await remind(draft);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(holder?.token);
    expect(body.remindedAt).toMatch(/Z$/);
    expect((await remind(draft)).body.code).toBe('reminded_recently');
    await bringMail(draft.id);

    expect(await subjectsTo(address)).toEqual([REMINDER]);
    expect((await holder?.read())?.status).toBe(200);
  });

  test('are refused for signers who cannot sign', async () => {
    const plans = [1, 2].map((signingOrder) => ({ email: anAddress(), signingOrder, fields: [{ value: 'x' }] }));
    const draft = await draftWith(world, plans);
    expect((await remind(draft)).body.code).toBe('not_open');
    const [first, second] = await sent(world, draft);
    later(2 * HOUR_MS);
    expect((await remind(draft, 1)).body).toMatchObject({
      code: 'not_open',
      detail: 'Other signers have to sign first.',
    });
    await first?.complete();
    expect((await remind(draft)).body.code).toBe('not_open');
    expect((await remind(draft, 1)).status).toBe(200);
    await second?.decline();
    later(2 * HOUR_MS);
    expect((await remind(draft, 1)).body.code).toBe('not_open');
  });
});

describe('the sending of a document', () => {
  test('takes a time of expiry, in the future and within a year', async () => {
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const answers = async (body: object) => {
      const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
      const { status, body: answer } = await call(world.key, documentRoutes.sendDocument, {
        params: { id: draft.id },
        body,
      });
      return [status, answer.code];
    };
    expect(await answers({ expiresAt: at(HOUR_MS) })).toEqual([200, undefined]);
    expect(await answers({ expiresAt: at(-HOUR_MS) })).toEqual([422, 'expiry_out_of_range']);
    expect(await answers({ expiresAt: at(366 * DAY_MS) })).toEqual([422, 'expiry_out_of_range']);
    expect(await answers({ expiresAt: at(HOUR_MS), expiresInDays: 3 })).toEqual([400, 'invalid_body']);
    expect(await answers({ remindAfterDays: 0 })).toEqual([400, 'invalid_body']);
  });

  test('changes only while the document can be signed, and a shorter time ends it', async () => {
    const { draft, holder } = await out();
    const soon = new Date(Date.now() + HOUR_MS).toISOString();
    expect((await changed(draft, { expiresAt: soon })).status).toBe(200);
    expect((await changed(draft, {})).status).toBe(400);
    expect((await changed(draft, { expiresAt: '2020-01-01T00:00:00Z' })).body.code).toBe('expiry_out_of_range');
    later(2 * HOUR_MS);
    expect((await holder?.complete())?.body.code).toBe('link_expired');
    expect((await changed(draft, { remindAfterDays: 1 })).body.code).toBe('not_open');
  });
});

const START = Date.parse('2026-03-01T00:00:00.000Z');
const instant = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const anHour = fc.integer({ min: 0, max: 24 * 60 });

test('reminders: one is never due before the wanted days have passed, at or after the expiry, nor twice a day', () => {
  fc.assert(
    fc.property(
      fc.record({
        invited: fc.option(anHour),
        remindAfterDays: fc.option(fc.integer({ min: 1, max: 90 })),
        remindBeforeExpiryDays: fc.option(fc.integer({ min: 1, max: 90 })),
        expires: fc.integer({ min: 1, max: 24 * 90 }),
        signed: fc.boolean(),
        isBlocked: fc.boolean(),
        status: fc.constantFrom('sent', 'sent', 'sent', 'completed', 'voided', 'draft', 'expired', 'declined'),
      }),
      (one) => {
        let signer = {
          id: 'a',
          signingOrder: 1,
          completedAt: one.signed ? instant(1) : null,
          invitedAt: one.invited === null ? null : instant(one.invited),
          remindedAt: null,
          reminders: 0,
          announcedExpiry: null,
          delivery: one.isBlocked ? { isBlocking: true } : null,
        } as unknown as StoredSigner;
        const expiresAt = instant((one.invited ?? 0) + one.expires);
        const documentOf = () => ({ ...one, expiresAt, auditCount: 3, signers: [signer] }) as unknown as StoredDocument;
        const sentAt: string[] = [];
        for (let next = nextReminderOf(documentOf(), signer); next; next = nextReminderOf(documentOf(), signer)) {
          expect(nextReminderAt(documentOf())).toBe(next.at);
          sentAt.push(next.at);
          const announcedExpiry = next.isExpiring ? expiresAt : signer.announcedExpiry;
          signer = { ...signer, remindedAt: next.at, reminders: signer.reminders + 1, announcedExpiry };
        }
        if (one.status !== 'sent' || one.signed || one.isBlocked || one.invited === null) expect(sentAt).toEqual([]);
        if (one.remindAfterDays === null && one.remindBeforeExpiryDays === null) expect(sentAt).toEqual([]);
        expect(sentAt.length).toBeLessThanOrEqual(REMINDERS_PER_SIGNER + 1);
        for (const [index, at] of sentAt.entries()) {
          const before = sentAt[index - 1] ?? signer.invitedAt ?? '';
          expect(Date.parse(at) - Date.parse(before)).toBeGreaterThanOrEqual(DAY_MS);
          expect(at < expiresAt).toBe(true);
        }
      },
    ),
    runs(2_000),
  );
});
