import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { linkEndsAt } from '#shared/documents/signing/link-end.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';

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
async function completed() {
  const world = await aSigningWorld();
  const address = anAddress();
  const draft = await draftWith(world, [{ email: address, fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft);
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
  shiftClock((91 + 91) * DAY_MS);
  expect((await renewed.read()).body.code).toBe('completed_link_expired');
  expect((await request(renewed)).status).toBe(202);
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
  expect(items.at(-1).action).toBe('document.completed');
});

test('links of a completed document: a valid link, or one of a document to sign, is not renewed', async () => {
  const { holder } = await completed();
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
  const [waiting] = await sent(world, draft);
  if (!waiting) throw new Error('There is no signer.');

  for (const one of [holder, waiting])
    expect(await request(one)).toMatchObject({ status: 409, body: { code: 'link_valid' } });
});

test('links of a completed document: expiry counts from completion, or from a later link', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
  const ends = (status: 'sent' | 'completed', completedAt: string | null, linkIssuedAt: string | null) =>
    linkEndsAt({ status, completedAt }, { linkIssuedAt })?.toISOString();

  expect(ends('sent', null, null)).toBeUndefined();
  expect(ends('completed', at(1), null)).toBe(at(91));
  expect(ends('completed', at(10), at(1))).toBe(at(100));
  expect(ends('completed', at(1), at(100))).toBe(at(190));
});
