import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { mailboxOf } from '#shared/documents/email-rates.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { call, keyOf } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail, waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, sent } from '#test/support/signing-world.ts';

process.env.EMAIL_LIMITS = 'organization=100,test=8,recipient=3';
const world = preparedSigningWorld();
// A claim has a second to commit, and a busy machine may need longer.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.restoreAllMocks();
  shiftClock(0);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const rowsOf = async (documentId: string) =>
  (await everyRow('documents')).filter((row) => row.documentId === documentId || row.id === documentId);

const to = (...emails: string[]) => emails.map((email) => ({ email, fields: [{ value: 'x' }] }));

describe('email limits: a request', () => {
  test('for one email too many to a recipient is answered with 429 and changes nothing', async () => {
    const own = await aSigningWorld();
    const address = anAddress();
    const draft = await draftWith(own, to(address));
    await sent(own, draft);
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    for (let at = 0; at < 2; at += 1) await done(own.key, documentRoutes.issueLink, { params });
    const before = await rowsOf(draft.id);

    const refused = await call(own.key, documentRoutes.issueLink, { params });

    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(refused.body.detail).toContain('to this recipient');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(19 * 60);
    expect(await rowsOf(draft.id)).toEqual(before);
    shiftClock(Number(refused.headers['retry-after']) * 1_000);
    await done(own.key, documentRoutes.issueLink, { params });
  });

  test('counts a mailbox once for all its spellings', async () => {
    const own = await aSigningWorld();
    const [name] = anAddress().split('@');
    const spellings = [`${name}@example.com`, `${name}+1@example.com`, `${name}@EXAMPLE.com`];
    const first = await draftWith(own, to(...spellings));
    await sent(own, first);
    const second = await draftWith(own, to(`${name}+2@example.com`));

    const refused = await call(own.key, documentRoutes.sendDocument, {
      params: { id: second.id },
      body: {},
    });

    expect(refused.status).toBe(429);
    expect(mailboxOf('+1@example.com')).toBe('+1@example.com');
  });

  test('of another organization or mode has its own limits', { tags: 'full' }, async () => {
    const [one, other] = [await aSigningWorld(), await aSigningWorld()];
    for (let at = 0; at < 2; at += 1)
      await sent(one, await draftWith(one, to(anAddress(), anAddress(), anAddress(), anAddress())));
    const third = await draftWith(one, to(anAddress()));

    const refused = await call(one.key, documentRoutes.sendDocument, {
      params: { id: third.id },
      body: {},
    });

    expect(refused.body.detail).toContain('This organization');
    expect(await done(one.key, documentRoutes.readDocument, { params: { id: third.id } })).toMatchObject({
      status: 'draft',
    });
    await sent(other, await draftWith(other, to(anAddress())));
    const live = (await keyOf(one.organizationId, 'live')).credential;
    expect((await call(live, documentRoutes.readDocument, { params: { id: third.id } })).status).toBe(404);
  });

  test('is also rejected for a corrected address, and then counts nothing', async () => {
    const own = await aSigningWorld();
    const full = anAddress();
    await sent(own, await draftWith(own, to(full, full, full)));
    const draft = await draftWith(own, to(anAddress()));
    await sent(own, draft);
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };

    const refused = await call(own.key, documentRoutes.correctSigner, {
      params,
      body: { email: full },
    });

    expect(refused.status).toBe(429);
    const { email } = await done(own.key, documentRoutes.correctSigner, {
      params,
      body: { email: anAddress() },
    });
    expect(email).not.toBe(full);
  });
});

test('email limits: buckets contain keyed hashes, no addresses, and expire', async () => {
  const address = anAddress();
  await sent(world, await draftWith(world, to(address)));

  const buckets = (await everyRow('identity')).filter(({ pk }) => pk.startsWith('rate#email#'));

  expect(buckets.length).toBeGreaterThan(1);
  expect(JSON.stringify(buckets)).not.toContain(address.split('@')[0]);
  for (const { pk, expiresAtSeconds } of buckets) {
    expect(pk).toMatch(/^rate#email#[0-9a-f]{64}$/);
    expect(expiresAtSeconds).toBeGreaterThan(Date.now() / 1000);
  }
});

test('email limits: emails sent by the service are delayed, not lost', async () => {
  const own = await aSigningWorld();
  const address = anAddress();
  const draft = await draftWith(own, to(address, address, address));
  const holders = await sent(own, draft);
  await bringMail(draft.id);
  for (const holder of holders) await holder.complete();

  await bringMail(draft.id);
  expect(await emailsTo(address)).toHaveLength(3);
  shiftClock(HOUR_MS / 3 + MINUTE_MS);
  await tickDocuments({}, lambdaContext());
  expect(await emailsTo(address)).toHaveLength(4);
  shiftClock(HOUR_MS + 3 * MINUTE_MS);
  await tickDocuments({}, lambdaContext());

  expect(await emailsTo(address)).toHaveLength(6);
  expect(await waitingMail(draft.id)).toEqual([]);
});

describe('email tick', () => {
  const named = (name: string) => Object.assign(new Error('No.'), { name });
  const refusing = (times: number, name: string) => {
    let left = times;
    return ({ command }: { command: string }) => {
      if (command !== 'SendEmail' || left === 0) return undefined;
      left -= 1;
      return { fails: 'before' as const, error: named(name) };
    };
  };

  test('sends emails that SES throttled, without counting an attempt', async () => {
    const address = anAddress();
    const own = await aSigningWorld();
    const draft = await draftWith(own, to(address));
    await sent(own, draft);
    const ofCall = refusing(1, 'TooManyRequestsException');

    await withFaults({ ofCall }, () => bringMail(draft.id));
    const [waiting] = await waitingMail(draft.id);
    shiftClock(2 * MINUTE_MS);
    await tickDocuments({}, lambdaContext());

    expect(waiting).toMatchObject({ attempts: 0 });
    expect(await emailsTo(address)).toHaveLength(1);
  });

  test('stops while SES is throttling, and leaves the rest due', async () => {
    const own = await aSigningWorld();
    const drafts = [];
    for (let at = 0; at < 6; at += 1) drafts.push(await draftWith(own, to(anAddress())));
    for (const draft of drafts) await sent(own, draft);

    const measured = vi.spyOn(Metrics.prototype, 'addMetric');
    const { calls } = await withFaults({ ofCall: refusing(100, 'SendingPausedException') }, () =>
      // Too little time is left to pause and retry.
      tickDocuments({}, lambdaContext(20_000)),
    );

    const tried = calls.filter(({ command }) => command === 'SendEmail');
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThanOrEqual(4);
    const names = new Set(measured.mock.calls.map(([name]) => name));
    expect([names.has('DependencyFailures'), names.has('Defects')]).toEqual([true, false]);
    const rows = await Promise.all(drafts.map(({ id }) => waitingMail(id)));
    expect(rows.flat()).toHaveLength(6);
    expect(rows.flat().every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test('continues in rounds until no email is due', { tags: 'full' }, async () => {
    const address = anAddress();
    const own = await aSigningWorld();
    const draft = await draftWith(own, to(address));
    await sent(own, draft);
    // Invitations whose links have been replaced since.
    const [row] = await waitingMail(draft.id);
    if (!row) throw new Error('No email waits.');
    for (let at = 0; at < 150; at += 1)
      await dynamoStore.writeOne({
        table: 'documents',
        put: { ...row, sk: `mail#invitation#${row.signerId}#${100 + at}`, linkVersion: 100 + at },
      });

    await tickDocuments({}, lambdaContext());

    expect(await emailsTo(address)).toHaveLength(1);
    expect(await waitingMail(draft.id)).toEqual([]);
  });
});
