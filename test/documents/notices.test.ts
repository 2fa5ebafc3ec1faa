import { afterEach, expect, test } from 'vitest';
import { handler as recordEmailEvent } from '#functions/workers/record-email-event.ts';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { userOf } from '#test/support/api.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext, queueEvent } from '#test/support/queue.ts';
import { bringMail, waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

process.env.MAIL_CONFIGURATION_SET = 'assay-test';
const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const TEST = { 'x-risk-mode': 'test' };
const DAY_MS = 24 * 3_600_000;

async function out(body: object = {}, address = anAddress()) {
  const replyTo = anAddress();
  const draft = await draftWith(world, [{ email: address, fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, { replyTo, ...body });
  await bringMail(draft.id);
  return { draft, holder, replyTo, address };
}

const noticesTo = async (address: string) =>
  (await emailsTo(address)).map(({ Content }) => ({
    subject: Content.Simple.Subject.Data,
    text: Content.Simple.Body.Text.Data,
  }));

const report = async (address: string, eventType: string, detail: object) => {
  const [letter] = (await emailsTo(address)).slice(-1);
  const tags = Object.fromEntries((letter?.EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]]));
  const timestamp = new Date().toISOString();
  const [[kind, said] = ['', {}]] = Object.entries(detail);
  const mail = { timestamp, tags };
  const event = { source: 'aws.ses', detail: { eventType, mail, [kind]: { timestamp, ...said } } };
  await recordEmailEvent(queueEvent(event), lambdaContext());
};
const bounce = (address: string) =>
  report(address, 'Bounce', { bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail' } });

test('notices: the sender learns once that a signer has declined, and why', async () => {
  const { draft, holder, replyTo } = await out();
  await holder?.decline('The rent is wrong.');
  const event = streamEvent(await waitingMail(draft.id));

  await sendMail(event, lambdaContext());
  await sendMail(event, lambdaContext());

  const [notice, ...others] = await noticesTo(replyTo);
  expect(others).toEqual([]);
  expect(notice?.subject).toBe('Declined: Lease');
  expect(notice?.text).toContain('Signer 1 declined to sign “Lease”.');
  expect(notice?.text).toContain('Reason given by Signer 1:\n\nThe rent is wrong.');
  expect(notice?.text).toContain(`/console/test/documents/${draft.id}`);
  expect(notice?.text).not.toContain('/sign/');
  expect(await waitingMail(draft.id)).toEqual([]);
});

test('notices: the sender learns that all have signed, unless they are one of the signers', async () => {
  const { draft, holder, replyTo } = await out();
  expect((await holder?.complete())?.status).toBe(200);
  const address = anAddress();
  const own = await out({ replyTo: address.toUpperCase() }, address);
  expect((await own.holder?.complete())?.status).toBe(200);

  await bringMail(draft.id);
  await bringMail(own.draft.id);

  expect((await noticesTo(replyTo)).map(({ subject }) => subject)).toEqual(['Completed: Lease']);
  expect(await noticesTo(address)).toHaveLength(2);
});

test('notices: the sender learns that the document has expired', async () => {
  const { replyTo } = await out({ expiresInDays: 1 });
  shiftClock(DAY_MS + 60_000);

  await tickDocuments({}, lambdaContext());
  await tickDocuments({}, lambdaContext());

  expect((await noticesTo(replyTo)).map(({ subject }) => subject)).toEqual(['Expired: Lease']);
});

test('notices: the sender learns of a bounce once, and not if the address was corrected since', async () => {
  const [known, corrected] = [await out(), await out()];
  for (const { address } of [known, corrected]) await bounce(address);
  await report(known.address, 'Complaint', { complaint: {} });
  const params = { id: corrected.draft.id, signerId: corrected.draft.signerIds[0] ?? '' };
  await done(world.key, documentRoutes.correctSigner, { params, body: { email: anAddress() } });

  for (const { draft } of [known, corrected]) await bringMail(draft.id);

  expect((await noticesTo(known.replyTo)).map(({ subject }) => subject)).toEqual(['Email not delivered: Lease']);
  expect(await noticesTo(corrected.replyTo)).toEqual([]);
});

test('notices: go to the user who sends without `replyTo`, to nobody for an API key, and can be switched off', async () => {
  const email = anAddress();
  const user = await userOf(world.organizationId, 'member', { claims: { email } });
  const noticesOf = async (credential: typeof user, body: object) => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
    return (await done(credential, documentRoutes.sendDocument, { params: { id: draft.id }, body, headers: TEST }))
      .noticesTo;
  };

  expect(await noticesOf(user, {})).toBe(email);
  expect(await noticesOf(user, { replyTo: 'bo@example.com' })).toBe('bo@example.com');
  expect(await noticesOf(world.key, {})).toBeNull();
  expect(await noticesOf(user, { replyTo: 'bo@example.com', senderNotices: false })).toBeNull();
});
