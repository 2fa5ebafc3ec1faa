import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { deletedFrom, isShorter } from '#shared/documents/keeping.ts';
import { FILES, prefixOf } from '#shared/documents/repository/files.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { existingCode, existingExpiredLink } from '#test/support/document-examples.ts';
import { crashAt, holding, observed, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';
import { some } from '#test/support/soak.ts';

const prepared = preparedSigningWorld();
afterEach(() => shiftClock(0));

const DAY_MS = 24 * 3_600_000;
const IN_TEST = { 'x-risk-mode': 'test' };
const HOLD = { held: true, reason: 'Litigation.' };
const RELEASE = { held: false, reason: 'Settled.' };
const tick = () => tickDocuments({}, lambdaContext());

/** An organization of its own: the clock is moved by days. */
async function completed(body: object = { retainDays: 30 }) {
  expect(prepared.organizationId).toBeTruthy();
  const world = await aSigningWorld();
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, body);
  if (!holder) throw new Error('There is no signer.');
  expect((await holder.complete()).status).toBe(200);
  const owner = await userOf(world.organizationId, 'owner');
  return { ...world, id: draft.id, holder, owner };
}
type Kept = Awaited<ReturnType<typeof completed>>;

const read = ({ key, id }: Pick<Kept, 'key' | 'id'>) => call(key, documentRoutes.readDocument, { params: { id } });
const hold = (as: Credential, id: string, body: object = HOLD) =>
  call(as, documentRoutes.setDocumentHold, { params: { id }, body, headers: IN_TEST });
const retain = (as: Credential, id: string, retainDays: number | null) =>
  call(as, documentRoutes.setDocumentRetention, {
    params: { id },
    body: { retainDays, reason: 'Limitation.' },
    headers: IN_TEST,
  });
const filesOf = ({ organizationId, id }: Kept) =>
  listBlobs('documents', `${prefixOf(FILES, { organizationId, mode: 'test' })}${id}/`);
const historyOf = async ({ key, id }: Kept) => {
  const { items } = await done(key, routes.risk.listRecords, {
    params: { resource: 'events' },
    query: { resourceId: id },
  });
  return items
    .map(({ data }: { data: object }) => data)
    .filter(({ resourceId }: { resourceId: string }) => resourceId === id) as {
    type: string;
    details: Record<string, unknown>;
    reason?: string;
  }[];
};

test('retention: deletes document, files and link at its end, and the history keeps the digests', async () => {
  const kept = await completed();
  const before = (await read(kept)).body;
  expect(Date.parse(before.keepUntil) - Date.parse(before.completedAt)).toBe(30 * DAY_MS);
  expect(before.retainDays).toBe(30);

  shiftClock(30 * DAY_MS - 60_000);
  await tick();
  expect((await read(kept)).status).toBe(200);
  shiftClock(30 * DAY_MS + 60_000);
  await tick();

  expect((await read(kept)).status).toBe(404);
  expect((await kept.holder.read()).status).toBe(401);
  const ended = (await historyOf(kept)).find(({ type }) => type === 'document.retention_ended');
  expect(ended?.details).toMatchObject({ status: 'completed', retainDays: 30, auditCount: expect.any(Number) });
  expect(JSON.stringify(ended)).toContain(before.sha256);
  expect(JSON.stringify(ended)).toContain(before.finalSha256);
  expect(JSON.stringify(ended)).not.toContain('Lease');
  await tick();
  expect(await filesOf(kept)).toEqual([]);
});

test('retention: a document without it, and a draft, is never due', async () => {
  const kept = await completed({});
  const before = (await read(kept)).body;
  expect(before).not.toHaveProperty('keepUntil');
  expect(before).not.toHaveProperty('retainDays');
  expect(before).not.toHaveProperty('legalHold');
  shiftClock(4_000 * DAY_MS);
  await tick();
  expect((await read(kept)).status).toBe(200);
});

test.each(['voided', 'declined', 'expired'] as const)('retention: begins when a document is %s', async (end) => {
  const world = await aSigningWorld();
  const { id } = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, { id, signerIds: [], fieldIds: [] }, { retainDays: 2, expiresInDays: 1 });
  expect((await read({ ...world, id })).body.keepUntil).toBeUndefined();
  if (end === 'voided') await done(world.key, documentRoutes.voidDocument, { params: { id }, body: {} });
  if (end === 'declined') await holder?.decline();
  shiftClock(DAY_MS + 60_000);
  await tick();
  const { body } = await read({ ...world, id });
  expect(body).toMatchObject({ status: end, keepUntil: expect.any(String) });
  shiftClock(3 * DAY_MS + 120_000);
  await tick();
  expect((await read({ ...world, id })).status).toBe(404);
});

test('retention: owners and admins lengthen it, nobody shortens it', async () => {
  const kept = await completed();
  const admin = await userOf(kept.organizationId, 'admin');
  const member = await userOf(kept.organizationId, 'member');

  const answers = [
    await retain(kept.key, kept.id, 60),
    await retain(member, kept.id, 60),
    await retain(admin, kept.id, 29),
    await retain(admin, kept.id, 60),
    await retain(admin, kept.id, 59),
    await retain(kept.owner, kept.id, null),
    await retain(kept.owner, kept.id, 36_500),
    await retain(kept.owner, kept.id, 0),
  ];

  expect(answers.map(({ status, body }) => [status, body.code ?? body.retainDays ?? null])).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
    [409, 'retention_shorter'],
    [200, 60],
    [409, 'retention_shorter'],
    [200, null],
    [409, 'retention_shorter'],
    [400, 'invalid_body'],
  ]);
  const changes = (await historyOf(kept)).filter(({ type }) => type === 'document.retention_changed');
  expect(changes.map(({ details, reason }) => [details, reason])).toEqual([
    [{ from: 30, to: 60 }, 'Limitation.'],
    [{ from: 60, to: null }, 'Limitation.'],
  ]);
});

test('retention: a draft has none, and is sent with it', async () => {
  const { key, organizationId } = prepared;
  const { id } = await draftWith(prepared, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const owner = await userOf(organizationId, 'owner');
  expect((await retain(owner, id, 5)).body.code).toBe('not_sent');
  await sent(prepared, { id, signerIds: [], fieldIds: [] }, { retainDays: 36_500 });
  expect((await read({ key, id })).body).toMatchObject({ retainDays: 36_500 });
  const { items } = await done(key, documentRoutes.readDocumentAudit, { params: { id } });
  expect(items.find(({ action }: { action: string }) => action === 'document.sent').details).toMatchObject({
    retainDays: 36_500,
  });
});

test('legal hold: suspends the retention, and its release ends the document at once', async () => {
  const kept = await completed();
  const placed = await hold(kept.owner, kept.id);
  expect(placed.body.legalHold).toEqual({ placedAt: expect.any(String), placedBy: expect.stringMatching(/^user:/) });
  shiftClock(90 * DAY_MS);
  await tick();
  expect((await read(kept)).status).toBe(200);

  const released = await hold(await userOf(kept.organizationId, 'owner'), kept.id, RELEASE);
  expect(released.status).toBe(200);
  expect(released.body).not.toHaveProperty('legalHold');
  await tick();
  expect((await read(kept)).status).toBe(404);
  const types = (await historyOf(kept)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['document.legal_hold.placed', 'document.legal_hold.released']));
});

test('legal hold: a held draft cannot be deleted, and only owners place it', async () => {
  const { key, organizationId } = prepared;
  const { id } = await draftWith(prepared, []);
  const [owner, admin] = await Promise.all((['owner', 'admin'] as const).map((role) => userOf(organizationId, role)));
  if (!owner || !admin) throw new Error('There is no user.');
  expect((await hold(key, id)).status).toBe(403);
  expect((await hold(admin, id)).status).toBe(403);
  await hold(owner, id);
  const refused = await call(key, documentRoutes.deleteDocument, { params: { id } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'legal_hold' } });
  await hold(owner, id, RELEASE);
  expect((await call(key, documentRoutes.deleteDocument, { params: { id } })).status).toBe(204);
});

test('legal hold: its release takes two people while a two-person rule is on', async () => {
  const { id, organizationId, owner } = await completed();
  const other = await userOf(organizationId, 'owner');
  const settings = await done(owner, routes.organization.readSettings);
  await done(owner, routes.organization.updateSettings, {
    body: { fourEyes: { policies: true }, expectedRevision: settings.revision },
  });
  await hold(owner, id);
  const propose = (documentId: string) =>
    call(other, routes.organization.proposeOrganizationChange, {
      body: { change: { kind: 'document_hold_release', documentId }, reason: 'Settled.' },
    });
  const otherDocument = await completed();

  expect((await hold(owner, id, RELEASE)).body.code).toBe('second_person_required');
  const wrong = (await propose(otherDocument.id)).body.id;
  expect((await hold(owner, id, { ...RELEASE, proposalId: wrong })).status).toBe(409);
  const proposalId = (await propose(id)).body.id;
  expect((await hold(other, id, { ...RELEASE, proposalId })).status).toBe(409);
  expect(await hold(owner, id, { ...RELEASE, proposalId })).toMatchObject({ status: 200 });
  expect((await hold(owner, id, { ...HOLD })).status).toBe(200);
  expect((await hold(owner, id, { ...RELEASE, proposalId })).status).toBe(409);
});

test('legal hold of the organization: retention waits a day, and deletes after the release', async () => {
  const kept = await completed();
  await done(kept.owner, routes.organization.setLegalHold, { body: HOLD });
  shiftClock(40 * DAY_MS);
  await tick();
  await tick();
  expect((await read(kept)).status).toBe(200);
  const owner = await userOf(kept.organizationId, 'owner');
  await done(owner, routes.organization.setLegalHold, { body: RELEASE });
  shiftClock(41 * DAY_MS + 60_000);
  await tick();
  expect((await read(kept)).status).toBe(404);
});

test('retention and hold at once: the document is held, or gone, never half of both', async () => {
  const kept = await completed();
  shiftClock(31 * DAY_MS);
  const held = holding(isTransaction);
  const deleting = withFaults(held.plan, tick);
  await held.reached;
  const owner = await userOf(kept.organizationId, 'owner');
  const placed = await hold(owner, kept.id);
  held.release();
  await deleting;
  expect(placed.status).toBe(200);
  expect((await read(kept)).body.legalHold).toBeTruthy();
  expect(await filesOf(kept)).not.toEqual([]);
});

test('retention: a worker that dies at any step leaves a document that the next deletes whole', async () => {
  const first = await completed();
  shiftClock(31 * DAY_MS);
  const { calls } = await observed(tick);
  expect((await read(first)).status).toBe(404);
  shiftClock(0);

  for (const step of some(
    Array.from({ length: calls.length }, (_, index) => index),
    3,
  )) {
    const kept = await completed();
    shiftClock(31 * DAY_MS);
    await withFaults(crashAt(step, 'after'), tick).catch(() => undefined);
    shiftClock(31 * DAY_MS + 3_600_000);
    await tick();
    await tick();
    expect((await read(kept)).status).toBe(404);
    expect(await filesOf(kept)).toEqual([]);
    shiftClock(0);
  }
});

test('keeping: a hold always suspends, and a longer retention never deletes earlier', () => {
  const days = fc.option(fc.integer({ min: 1, max: 36_500 }), { nil: undefined });
  fc.assert(
    fc.property(days, days, fc.boolean(), (before, after, isHeld) => {
      const endedAt = '2026-01-01T00:00:00.000Z';
      const legalHold = { placedAt: endedAt, placedBy: 'user:a', reason: 'x' };
      const at = (retainDays: number | undefined) =>
        deletedFrom({ endedAt, ...(retainDays && { retainDays }), ...(isHeld && { legalHold }) });
      if (isHeld) expect(at(before)).toBeUndefined();
      else if (!isShorter(after ?? null, before)) expect((at(after) ?? '9') >= (at(before) ?? '9')).toBe(true);
    }),
  );
});

test('sealed copy: the holder of an expired link gets it by email only, and has to enter a code if one is asked for', async () => {
  const scope = { organizationId: prepared.organizationId, mode: 'test' as const };
  const old = await existingExpiredLink(scope);
  const answer = await holderOf(old.token).ask(documentRoutes.requestLink);
  expect(answer).toMatchObject({ status: 202, body: { status: 'requested' } });
  expect(JSON.stringify(answer.body)).not.toContain('@');
  await bringMail(old.id);
  const text = (await emailsTo(old.email)).at(-1)?.Content.Simple.Body.Text.Data ?? '';
  const copy = holderOf(/\/sign\/(\S+)/.exec(text)?.[1] ?? '');
  expect((await copy.ask(documentRoutes.readSigningPdf)).status).toBe(200);
  expect((await copy.fill('019ced2d-1f00-7a00-8a00-6f1c2b9a4e00', 'x')).status).toBeGreaterThanOrEqual(400);

  const checked = await existingCode(scope);
  expect((await holderOf(checked.token).ask(documentRoutes.readSigningPdf)).body.code).toBe('identity_required');
});
