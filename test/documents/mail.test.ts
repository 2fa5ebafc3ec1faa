import { afterEach, describe, expect, test } from 'vitest';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { everyRow } from '#test/support/engine.ts';
import { withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail, waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const MINUTE_MS = 60_000;

const oneSigner = (to: string) => draftWith(world, [{ email: to, fields: [{ label: 'Company' }] }]);

describe('an invitation email', () => {
  test('goes to the signers whose turn it is, with a link that opens', async () => {
    const [first, second] = [anAddress(), anAddress()];
    const draft = await draftWith(world, [
      { email: first, signingOrder: 1, fields: [{}] },
      { email: second, signingOrder: 2, fields: [{}] },
    ]);
    await sent(world, draft, { message: 'By <Friday>.' });
    const { expiresAt } = await done(world.key, documentRoutes.readDocument, {
      params: { id: draft.id },
    });

    await bringMail(draft.id);

    const [letter] = await emailsTo(first);
    expect(await emailsTo(second)).toEqual([]);
    const { Subject, Body } = letter?.Content.Simple ?? { Subject: { Data: '' }, Body: undefined };
    expect(Subject.Data).toBe('Please sign: Lease');
    expect(Body?.Text.Data).toContain('By <Friday>.');
    const year = expiresAt.slice(0, 4);
    expect(Body?.Text.Data).toMatch(new RegExp(`expires on \\d+ \\w+ ${year} at [\\d:]+ UTC\\.`));
    const [, token = ''] = /\/sign\/(\S+)/.exec(Body?.Text.Data ?? '') ?? [];
    expect((await holderOf(token).read()).status).toBe(200);
  });

  test('contains sender, message and reply address', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    const message = 'שלום <Ada>,\nplease sign.';
    await sent(world, draft, {
      message,
      senderName: 'Müller & Co',
      replyTo: 'mueller@example.com',
    });

    await bringMail(draft.id);

    const [letter] = await emailsTo(to);
    expect(letter?.ReplyToAddresses).toEqual(['mueller@example.com']);
    expect(letter?.Content.Simple.Subject.Data).toBe('Müller & Co asks you to sign: Lease');
    const { Text, Html } = letter?.Content.Simple.Body ?? {};
    expect(Text?.Data).toContain('Müller & Co asks you to sign “Lease”.');
    expect(Text?.Data).toContain(`Message from Müller & Co:\n\n${message}\n`);
    expect(Html?.Data).toContain('>Message from Müller &amp; Co:</p>');
    expect(Html?.Data).toContain('>שלום &lt;Ada&gt;,<br>\nplease sign.</p>');
  });

  test('is in the language of its signer, otherwise of the document', async () => {
    const [german, arabic] = [anAddress(), anAddress()];
    const draft = await draftWith(world, [
      { email: german, language: 'de', fields: [{}] },
      { email: arabic, fields: [{}] },
    ]);
    await sent(world, draft, { language: 'ar', organizationName: 'Harbour Estates' });

    await bringMail(draft.id);

    const [toGerman] = await emailsTo(german);
    expect(toGerman?.Content.Simple.Body.Text.Data).toContain(
      'Diese E-Mail wurde im Auftrag von Harbour Estates gesendet.',
    );
    const [toArabic] = await emailsTo(arabic);
    expect(toArabic?.Content.Simple.Body.Html.Data).toContain('<html lang="ar" dir="rtl">');
  });

  test('goes to the next signers when those before have signed', async () => {
    const [first, second] = [anAddress(), anAddress()];
    const draft = await draftWith(world, [
      { email: first, signingOrder: 1, fields: [{}] },
      { email: second, signingOrder: 2, fields: [{}] },
    ]);
    const [holder] = await sent(world, draft);
    await bringMail(draft.id);
    await holder?.fill(draft.fieldIds[0]?.[0] ?? '', 'x');
    await holder?.complete();

    await bringMail(draft.id);

    expect(await emailsTo(first)).toHaveLength(1);
    expect(await emailsTo(second)).toHaveLength(1);
    expect(await waitingMail(draft.id)).toEqual([]);
    const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
      params: { id: draft.id },
    });
    const noted = items.filter(({ action }: { action: string }) => action === 'invitation.sent');
    expect(noted).toHaveLength(2);
  });

  test('is sent once, however often the stream delivers it', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft);
    const event = streamEvent(await waitingMail(draft.id));

    await Promise.all([sendMail(event, lambdaContext()), sendMail(event, lambdaContext())]);
    await sendMail(event, lambdaContext());

    expect(await emailsTo(to)).toHaveLength(1);
  });

  test('is retried by the schedule when it could not be sent', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft);
    const isDown = { fails: 'before' as const, error: new Error('SES is down.') };
    const ofCall = ({ command }: { command: string }) => (command === 'SendEmail' ? isDown : undefined);
    const failed = withFaults({ ofCall }, () => bringMail(draft.id));
    await expect(failed).rejects.toThrow('sendMail failed.');
    expect(await emailsTo(to)).toEqual([]);

    shiftClock(2 * MINUTE_MS);
    await tickDocuments({}, lambdaContext());

    expect(await emailsTo(to)).toHaveLength(1);
    expect(await waitingMail(draft.id)).toEqual([]);
  });

  test('fails permanently after many attempts', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft, { expiresInDays: 365 });
    const isDown = { fails: 'before' as const, error: new Error('SES is down.') };
    const ofCall = ({ command }: { command: string }) => (command === 'SendEmail' ? isDown : undefined);

    await withFaults({ ofCall }, async () => {
      for (let hours = 0; hours < 10; hours += 1) {
        shiftClock(hours * 24 * 60 * MINUTE_MS);
        await tickDocuments({}, lambdaContext());
      }
    });

    expect(await waitingMail(draft.id)).toEqual([]);
    expect(await emailsTo(to)).toEqual([]);
  });

  test('is not sent if the document was voided in the meantime', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft);
    await done(world.key, documentRoutes.voidDocument, { params: { id: draft.id }, body: {} });

    await bringMail(draft.id);

    expect(await emailsTo(to)).toEqual([]);
    expect(await waitingMail(draft.id)).toEqual([]);
  });

  test('with an older link is not sent', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft);
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    await done(world.key, documentRoutes.issueLink, { params });

    await bringMail(draft.id);

    expect(await emailsTo(to)).toHaveLength(1);
  });
});

describe('emails about the end of a document', () => {
  const subjectsTo = async (address: string) =>
    (await emailsTo(address)).map(({ Content }) => Content.Simple.Subject.Data);
  const TOLD = ['Please sign: Lease', 'Lease is no longer available for signing'];
  const withdraw = (id: string) => done(world.key, documentRoutes.voidDocument, { params: { id }, body: {} });

  test('go once to all invited signers when it is voided', async () => {
    const [first, second] = [anAddress(), anAddress()];
    const draft = await draftWith(world, [
      { email: first, signingOrder: 1, fields: [{}] },
      { email: second, signingOrder: 2, fields: [{}] },
    ]);
    await sent(world, draft);
    await bringMail(draft.id);
    await withdraw(draft.id);
    const event = streamEvent(await waitingMail(draft.id));

    await Promise.all([sendMail(event, lambdaContext()), sendMail(event, lambdaContext())]);
    await bringMail(draft.id);

    expect(await subjectsTo(first)).toEqual(TOLD);
    expect(await subjectsTo(second)).toEqual([]);
    expect(await waitingMail(draft.id)).toEqual([]);
    const [, letter] = await emailsTo(first);
    expect(letter?.Content.Simple.Body.Text.Data).toContain('“Lease” was withdrawn by its sender.');
  });

  test('go to the other signers when one declines, including those who have signed', async () => {
    const addresses = [anAddress(), anAddress(), anAddress()];
    const draft = await draftWith(
      world,
      addresses.map((email) => ({ email, fields: [{ value: 'x' }] })),
    );
    const [signed, declining] = await sent(world, draft);
    await bringMail(draft.id);
    await signed?.complete();
    await declining?.decline();

    await bringMail(draft.id);

    const told = await Promise.all(addresses.map(subjectsTo));
    expect(told).toEqual([TOLD, TOLD.slice(0, 1), TOLD]);
  });

  test('go out when the document expires', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft, { expiresInDays: 1 });
    await bringMail(draft.id);
    shiftClock(25 * 60 * MINUTE_MS);

    await tickDocuments({}, lambdaContext());
    await tickDocuments({}, lambdaContext());

    expect(await subjectsTo(to)).toEqual(TOLD);
  });

  test('go to a signer whose invitation was still queued', async () => {
    const to = anAddress();
    const draft = await oneSigner(to);
    await sent(world, draft);
    const ofCall = ({ command }: { command: string }) =>
      command === 'SendEmail' ? { waitsFor: () => withdraw(draft.id) } : undefined;
    await withFaults({ ofCall }, () => bringMail(draft.id));

    await bringMail(draft.id);

    expect(await subjectsTo(to)).toEqual(TOLD);
  });
});

describe('an expired document', () => {
  test('is recorded as expired once', async () => {
    const draft = await oneSigner(anAddress());
    await sent(world, draft, { expiresInDays: 1 });
    shiftClock(25 * 60 * MINUTE_MS);

    await tickDocuments({}, lambdaContext());
    await tickDocuments({}, lambdaContext());

    const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
      params: { id: draft.id },
    });
    const expired = items.filter(({ action }: { action: string }) => action === 'document.expired');
    expect(expired).toHaveLength(1);
  });

  test('that cannot be recorded blocks neither other documents nor emails', async () => {
    const [broken, fine] = [await oneSigner(anAddress()), await oneSigner(anAddress())];
    for (const draft of [broken, fine]) await sent(world, draft, { expiresInDays: 1 });
    const to = anAddress();
    await sent(world, await oneSigner(to), { expiresInDays: 30 });
    const rows = (await everyRow('documents')).filter(({ id }) => id === broken.id);
    for (const { pk, sk } of rows)
      await dynamoStore.writeOne({ table: 'documents', update: { pk, sk }, set: { mode: 'draft' }, when: 'present' });
    shiftClock(25 * 60 * MINUTE_MS);

    const first = tickDocuments({}, lambdaContext());
    await expect(first).rejects.toThrow('tickDocuments failed.');
    await tickDocuments({}, lambdaContext()); // it was put off

    const [row] = (await everyRow('documents')).filter(({ id }) => id === fine.id);
    expect(row).not.toHaveProperty('dueAt');
    expect(await emailsTo(to)).toHaveLength(1);
  });
});
