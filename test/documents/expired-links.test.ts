import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { linkEndsAt } from '#shared/documents/signing/link-end.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';
import { verifyBinding, verifyTrail } from '../../console/screens/documents/verify-trail.ts';

process.env.EMAIL_LIMITS = 'recipient=5';
const world = preparedSigningWorld();
// A claim has a second to commit, and a busy machine may need longer.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.restoreAllMocks();
  shiftClock(0);
});

const DAY_MS = 24 * 3_600_000;

const lastTextTo = async (address: string) => (await emailsTo(address)).at(-1)?.Content.Simple.Body.Text.Data ?? '';
const newHolder = async (address: string) => holderOf(/\/sign\/(\S+)/.exec(await lastTextTo(address))?.[1] ?? '');

/** Uses its own organization, because emails counted in the future would limit other tests. */
async function completed(sending = {}) {
  const world = await aSigningWorld();
  const address = anAddress();
  const draft = await draftWith(world, [{ email: address, fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, sending);
  if (!holder) throw new Error('There is no signer.');
  await holder.complete();
  await bringMail(draft.id);
  return { world, address, id: draft.id, holder };
}

type Holder = Awaited<ReturnType<typeof completed>>['holder'];
const request = (holder: Holder) => holder.ask(documentRoutes.requestLink);

test('links of a completed document: work for 90 days, as the email says, and then open nothing', async () => {
  const { address, holder } = await completed();
  const text = await lastTextTo(address);

  shiftClock(90 * DAY_MS - 3_600_000);
  const before = await holder.read();
  shiftClock(90 * DAY_MS + 60_000);
  const after = [
    await holder.read(),
    await holder.ask(documentRoutes.readSigningPdf),
    await holder.ask(documentRoutes.openSigning),
  ];

  expect(text).toMatch(/expires on \d+ \w+ \d{4} at [\d:]+ UTC\./);
  expect(before.status).toBe(200);
  for (const { status, body } of after) {
    expect(status).toBe(410);
    expect(body.code).toBe('completed_link_expired');
    expect(JSON.stringify(body)).not.toContain(address);
  }
});

test('links of a completed document: a new one is emailed to the signer and not in the response', async () => {
  const { address, id, holder } = await completed();
  shiftClock(91 * DAY_MS);

  const answer = await request(holder);
  await bringMail(id);
  const renewed = await newHolder(address);

  expect(answer).toMatchObject({ status: 202, body: { status: 'requested' } });
  expect(JSON.stringify(answer)).not.toContain(address);
  expect(JSON.stringify(answer)).not.toContain(renewed.token);
  expect((await renewed.read()).status).toBe(200);
  expect((await holder.read()).body.code).toBe('completed_link_expired');
  shiftClock((91 + 7) * DAY_MS - 60_000);
  expect((await renewed.ask(documentRoutes.readSigningPdf)).status).toBe(200);
  shiftClock((91 + 7) * DAY_MS + 60_000);
  expect((await renewed.read()).body.code).toBe('completed_link_expired');
  expect((await request(renewed)).status).toBe(202);
});

test('links of a completed document: each request is in the audit trail, which stays bound to the sealed file', async () => {
  const { world: own, id, holder } = await completed();
  shiftClock(91 * DAY_MS);
  await request(holder);
  await request(holder);

  const { items } = await done(own.key, documentRoutes.readDocumentAudit, { params: { id } });
  const { signers } = await done(own.key, documentRoutes.readDocument, { params: { id } });
  const pdf = Buffer.from(await done(own.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');

  const details = { signerId: signers[0].id, linkVersion: 2 };
  expect(items.slice(-3)).toMatchObject([
    { action: 'document.completed' },
    { action: 'link.requested', details, actor: `signer:${signers[0].id}` },
    { action: 'link.requested', details },
  ]);
  expect(JSON.stringify(items)).not.toMatch(/sl_test_/);
  expect(await verifyTrail(items)).toBe(true);
  expect(await verifyBinding(items, pdf)).toBe('bound');
});

test('links of a completed document: after the end of the retention nothing is emailed', async () => {
  const { world: own, id, address, holder } = await completed({ retainDays: 92 });
  shiftClock(91 * DAY_MS);
  await request(holder);
  const before = (await emailsTo(address)).length;
  shiftClock(93 * DAY_MS);
  await tickDocuments({}, lambdaContext());
  await tickDocuments({}, lambdaContext());
  await bringMail(id);

  const gone = await request(holder);

  expect((await call(own.key, documentRoutes.readDocument, { params: { id } })).status).toBe(404);
  expect(await emailsTo(address)).toHaveLength(before);
  expect(gone).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('links of a completed document: replaced and invented links get the same answer as ever', async () => {
  const { id, address, holder } = await completed();
  shiftClock(91 * DAY_MS);
  await request(holder);
  await bringMail(id);
  const second = await newHolder(address);
  shiftClock(99 * DAY_MS);
  await request(second);

  const invented = holderOf(`${holder.token.slice(0, -6)}${holder.token.endsWith('AAAAAA') ? 'BBBBBA' : 'AAAAAA'}`);
  const answers = [await request(holder), await request(invented), await request(holderOf('sl_test_x'))];

  for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'unauthenticated']);
  expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
});

test('links of a completed document: requests with the old link resend the new one without ending it', async () => {
  const { address, id, holder } = await completed();
  shiftClock(91 * DAY_MS);
  await request(holder);
  await bringMail(id);
  const renewed = await newHolder(address);

  const again = await request(holder);
  await bringMail(id);

  expect(again.status).toBe(202);
  expect((await newHolder(address)).token).toBe(renewed.token);
  expect((await renewed.read()).status).toBe(200);
  expect(await request(renewed)).toMatchObject({ status: 409, body: { code: 'link_valid' } });
});

test('links of a completed document: requests count towards the email limits', async () => {
  const { world: own, id, holder } = await completed();
  shiftClock(91 * DAY_MS);

  const statuses = [];
  for (let at = 0; at < 6; at += 1) statuses.push((await request(holder)).status);
  const refused = await request(holder);

  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect(refused.body.code).toBe('rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const { items } = await done(own.key, documentRoutes.readDocumentAudit, { params: { id } });
  expect(items.filter(({ action }: { action: string }) => action === 'link.requested')).toHaveLength(5);
});

test('links of a completed document: a valid link, or one of a document to sign, is not renewed', async () => {
  const { holder } = await completed();
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
  const [waiting] = await sent(world, draft);
  if (!waiting) throw new Error('There is no signer.');

  for (const one of [holder, waiting])
    expect(await request(one)).toMatchObject({ status: 409, body: { code: 'link_valid' } });
});

test('links of a completed document: expiry counts 90 days from completion, or 7 from a later link', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
  const ends = (status: 'sent' | 'completed', completedAt: string | null, linkIssuedAt: string | null) =>
    linkEndsAt({ status, completedAt }, { linkIssuedAt })?.toISOString();

  expect(ends('sent', null, null)).toBeUndefined();
  expect(ends('completed', at(1), null)).toBe(at(91));
  expect(ends('completed', at(10), at(1))).toBe(at(100));
  expect(ends('completed', at(1), at(100))).toBe(at(107));
});
