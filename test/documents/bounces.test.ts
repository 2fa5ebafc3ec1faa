import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { handler as recordEmailEvent } from '#functions/workers/record-email-event.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashWhen, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext, queueEvent } from '#test/support/queue.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, type Draft, done, draftWith, sent } from '#test/support/signing-world.ts';

process.env.MAIL_CONFIGURATION_SET = 'assay-test';
const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

/** A document whose one signer has been invited, and the tags of the email. */
async function invited(address = anAddress()) {
  const draft = await draftWith(world, [{ email: address, fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft);
  await bringMail(draft.id);
  return { draft, address, holder, tags: await tagsTo(address) };
}

async function tagsTo(address: string) {
  const [letter] = (await emailsTo(address)).slice(-1);
  if (!letter) throw new Error('No email was sent.');
  expect(letter.ConfigurationSetName).toBe('assay-test');
  return Object.fromEntries((letter.EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]]));
}

const report = (tags: object, detail: object) =>
  recordEmailEvent(
    queueEvent({
      source: 'aws.ses',
      detail: { mail: { timestamp: new Date().toISOString(), tags }, ...detail },
    }),
    lambdaContext(),
  );
const at = () => ({ timestamp: new Date().toISOString() });
const bounce = (tags: object) =>
  report(tags, {
    eventType: 'Bounce',
    bounce: { ...at(), bounceType: 'Permanent', bounceSubType: 'NoEmail' },
  });
const delivered = (tags: object) => report(tags, { eventType: 'Delivery', delivery: at() });
const complaint = (tags: object) => report(tags, { eventType: 'Complaint', complaint: at() });

const signerOf = async ({ id }: Draft) =>
  (await done(world.key, documentRoutes.readDocument, { params: { id } })).signers[0];
const pathOf = (draft: Draft) => ({ id: draft.id, signerId: draft.signerIds[0] ?? '' });
const eventsOf = async ({ id }: Draft, type: string) =>
  (await everyRow('journal'))
    .flatMap(({ events }) => (Array.isArray(events) ? events : []))
    .filter((event) => event.resourceId === id && event.type === type);

test('email delivery: tags of an email only contain ids and numbers', async () => {
  const { draft, address, tags } = await invited();

  expect(Object.keys(tags).sort()).toEqual(['document', 'link', 'mailed', 'mode', 'organization', 'signer'].sort());
  expect(tags).toMatchObject({ document: [draft.id], mode: ['test'], link: ['1'] });
  expect(JSON.stringify(tags)).not.toContain(address);
});

test('email delivery: an invitation is shown as sent, then as delivered', async () => {
  const { draft, tags } = await invited();
  const before = await signerOf(draft);

  await delivered(tags);

  expect(before.delivery).toMatchObject({ status: 'sent', reason: null });
  expect((await signerOf(draft)).delivery).toMatchObject({ status: 'delivered', reason: null });
  expect(Object.keys(before.delivery).sort()).toEqual(['at', 'reason', 'status']);
});

test('email delivery: a bounce is recorded once, with audit entry and event, however often reported', async () => {
  const { draft, tags } = await invited();

  await Promise.all([bounce(tags), bounce(tags), delivered(tags)]);
  await bounce(tags);

  expect((await signerOf(draft)).delivery).toMatchObject({
    status: 'bounced',
    reason: 'no_such_mailbox',
  });
  expect(await eventsOf(draft, 'signer.email_bounced')).toHaveLength(1);
  const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
    params: { id: draft.id },
  });
  const entries = items.filter(({ action }: { action: string }) => action === 'email.bounced');
  expect(entries).toMatchObject([
    { details: { signerId: draft.signerIds[0], reason: 'no_such_mailbox' }, actor: 'service:mail' },
  ]);
});

test('email delivery: a worker that crashes before or after its commit records the same', async () => {
  for (const moment of ['before', 'after'] as const) {
    const { draft, tags } = await invited();
    const isCommit = ({ command }: { command: string }) => command === 'TransactWriteItems';
    await withFaults(crashWhen(isCommit, moment), () => bounce(tags)).catch(() => undefined);

    await bounce(tags);

    expect(await eventsOf(draft, 'signer.email_bounced')).toHaveLength(1);
  }
});

test('email delivery: a new link for a bounced address is rejected until the address is corrected', async () => {
  const { draft, address, tags } = await invited();
  await bounce(tags);
  const params = pathOf(draft);

  const refused = await call(world.key, documentRoutes.issueLink, { params });
  const corrected = anAddress();
  await done(world.key, documentRoutes.correctSigner, { params, body: { email: corrected } });
  await bringMail(draft.id);
  const after = await signerOf(draft);
  await bounce(tags);

  expect(refused).toMatchObject({ status: 409, body: { code: 'email_blocked' } });
  expect(refused.body.detail).toContain('Emails to the signer bounced.');
  expect(await emailsTo(address)).toHaveLength(1);
  expect(await emailsTo(corrected)).toHaveLength(1);
  expect(after.delivery).toMatchObject({ status: 'sent' });
  // The late report concerns the previous address.
  expect((await signerOf(draft)).delivery).toEqual(after.delivery);
  await done(world.key, documentRoutes.issueLink, { params });
});

test('email delivery: a signer who complained gets no further email, and the event says so', async () => {
  const { draft, address, holder, tags } = await invited();
  await complaint(tags);
  await holder?.complete();
  await bringMail(draft.id);

  const refused = await call(world.key, documentRoutes.issueLink, { params: pathOf(draft) });

  expect(refused.status).toBe(409);
  expect(await emailsTo(address)).toHaveLength(1);
  expect((await signerOf(draft)).delivery).toMatchObject({ status: 'complained' });
  expect(await eventsOf(draft, 'signer.email_complained')).toHaveLength(1);
});

test('email delivery: a report on a completed document does not change its audit trail', async () => {
  const { draft, address, holder } = await invited();
  await holder?.complete();
  await bringMail(draft.id);
  const trail = () => done(world.key, documentRoutes.readDocumentAudit, { params: { id: draft.id } });
  const before = await trail();

  await bounce(await tagsTo(address));

  expect((await signerOf(draft)).delivery).toMatchObject({ status: 'bounced' });
  expect(await trail()).toEqual(before);
});

test('email delivery: reports on unknown or foreign documents change nothing', async () => {
  const { draft, tags } = await invited();
  const before = await signerOf(draft);

  await bounce({ ...tags, organization: [randomUUID()] });
  await bounce({ ...tags, mode: ['live'] });
  await bounce({ ...tags, signer: [randomUUID()] });
  await report({}, { eventType: 'Delivery', delivery: at() });

  expect(await signerOf(draft)).toEqual(before);
});
