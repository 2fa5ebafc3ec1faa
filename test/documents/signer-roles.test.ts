import { afterEach, describe, expect, test } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import type { AuditEntry } from '#shared/documents/audit.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, type Draft, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';
import { verifyBinding } from '../../console/screens/documents/verify-trail.ts';

const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const subjectsTo = async (email: string) => (await emailsTo(email)).map(({ Content }) => Content.Simple.Subject.Data);
const lastTextTo = async (email: string) => (await emailsTo(email)).at(-1)?.Content.Simple.Body.Text.Data ?? '';
const linkTo = async (email: string) => holderOf(/\/sign\/(\S+)/.exec(await lastTextTo(email))?.[1] ?? '');
const read = (id: string) => done(world.key, documentRoutes.readDocument, { params: { id } });
const trailOf = async (id: string): Promise<AuditEntry[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const certificateOf = async (id: string) => {
  const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id } });
  const texts = await textsIn(Buffer.from(pdf, 'base64'));
  return texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
};

async function trio() {
  const [approver, signer, copy] = [anAddress(), anAddress(), anAddress()];
  const draft = await draftWith(world, [
    { email: approver, role: 'approver', signingOrder: 1, fields: [] },
    { email: signer, signingOrder: 2, fields: [{ value: 'x' }] },
    { email: copy, role: 'copy', signingOrder: 1, fields: [] },
  ]);
  return { draft, approver, signer, copy };
}

test('roles: an approver approves in turn, the signer signs, and the copy gets the sealed file', async () => {
  const { draft, approver, signer, copy } = await trio();
  const { signers } = await done(world.key, documentRoutes.sendDocument, {
    params: { id: draft.id },
    body: { requireConsent: true, remindAfterDays: 1 },
  });
  await bringMail(draft.id);
  expect(signers.map(({ role, status }: { role?: string; status: string }) => [role, status])).toEqual([
    ['approver', 'ready'],
    [undefined, 'waiting'],
    ['copy', 'waiting'],
  ]);
  expect(signers[1]).not.toHaveProperty('role');
  expect(await subjectsTo(approver)).toEqual(['Please approve: Lease']);
  expect(await subjectsTo(signer)).toEqual([]);

  const first = await linkTo(approver);
  expect((await first.read()).body).toMatchObject({
    signer: { role: 'approver', status: 'ready' },
    signers: { total: 2, completed: 0 },
    progress: { total: 0 },
  });
  expect((await first.sign()).body.code).toBe('view_required');
  expect((await first.complete()).status).toBe(200);
  await bringMail(draft.id);
  expect(await subjectsTo(signer)).toEqual(['Please sign: Lease']);
  expect(await subjectsTo(copy)).toEqual([]);

  const second = await linkTo(signer);
  await second.ask(documentRoutes.acceptConsent, { body: { version: '2026-11', language: 'en' } });
  expect((await second.complete()).body.document.status).toBe('completed');
  await bringMail(draft.id);

  expect(await subjectsTo(copy)).toEqual(['Completed: Lease']);
  const recipient = await linkTo(copy);
  expect((await recipient.read()).body).toMatchObject({ signer: { role: 'copy', status: 'completed' } });
  expect((await recipient.ask(documentRoutes.readSigningPdf)).status).toBe(200);
  expect((await recipient.sign()).status).toBe(409);

  const trail = await trailOf(draft.id);
  expect(trail.find(({ action }) => action === 'signer.approved')?.details).not.toHaveProperty('statedConsent');
  const sending = trail.find(({ action }) => action === 'document.sent');
  expect(sending?.details).toMatchObject({ copies: [draft.signerIds[2]] });
  const pdf = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  expect(await verifyBinding(trail, pdf)).toBe('bound');
  const certificate = await certificateOf(draft.id);
  expect(certificate).toContain('ApprovedbySigner1');
  expect(certificate).toContain(`CopytoSigner3${copy}`);
  expect(certificate).toContain('hasapprovedthedocumentandnotsignedit');
});

test('roles: a declining approver ends the document, and the copy hears nothing', async () => {
  const { draft, approver, copy } = await trio();
  await sent(world, draft);
  await bringMail(draft.id);
  const holder = await linkTo(approver);
  expect((await holder.decline('Too expensive.')).status).toBe(200);
  await bringMail(draft.id);
  expect(await read(draft.id)).toMatchObject({ status: 'declined', closeReason: 'Too expensive.' });
  expect(await subjectsTo(copy)).toEqual([]);
});

describe('roles: refused are', () => {
  const send = ({ id }: Draft) => call(world.key, documentRoutes.sendDocument, { params: { id }, body: {} });

  test('a document without a signer', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), role: 'approver', fields: [] },
      { email: anAddress(), role: 'copy', fields: [] },
    ]);
    expect((await send(draft)).body).toMatchObject({ code: 'not_ready', errors: [{ path: 'signers' }] });
  });

  test.each(['approver', 'copy'] as const)('fields of a person with the role %s', async (role) => {
    const draft = await draftWith(world, [
      { email: anAddress(), role, fields: [{}] },
      { email: anAddress(), fields: [{ value: 'x' }] },
    ]);
    expect((await send(draft)).body).toMatchObject({
      code: 'not_ready',
      errors: [{ path: `signers.${draft.signerIds[0]}` }],
    });
  });

  test('a shared field that an approver fills', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), role: 'approver', fields: [] },
      { email: anAddress(), fields: [{ sharedFill: true }] },
    ]);
    const [approver] = await sent(world, draft);
    expect((await approver?.fill(draft.fieldIds[1]?.[0] ?? '', 'x'))?.status).toBe(409);
    expect((await approver?.read())?.body.fields[0]).toMatchObject({ isReadOnly: true });
  });

  test('links and reminders for the recipient of a copy, before the document is completed', async () => {
    const { draft } = await trio();
    const { signers } = await done(world.key, documentRoutes.sendDocument, {
      params: { id: draft.id },
      body: { returnLinks: true },
    });
    expect(signers.map(({ signingUrl }: { signingUrl?: string }) => signingUrl !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    const params = { id: draft.id, signerId: draft.signerIds[2] ?? '' };
    for (const route of [documentRoutes.issueLink, documentRoutes.remindSigner])
      expect((await call(world.key, route, { params })).body.code).toBe('not_open');
    const corrected = anAddress();
    const body = { email: corrected };
    expect((await call(world.key, documentRoutes.correctSigner, { params, body })).status).toBe(200);
    expect(await subjectsTo(corrected)).toEqual([]);
  });
});

test('roles: an approver is reminded to approve, and a copy never', async () => {
  const { draft, approver, copy } = await trio();
  await sent(world, draft, { remindAfterDays: 1 });
  await bringMail(draft.id);
  shiftClock(25 * 3_600_000);
  await tickDocuments({}, lambdaContext());
  expect(await subjectsTo(approver)).toEqual(['Please approve: Lease', 'Reminder: please approve Lease']);
  expect(await subjectsTo(copy)).toEqual([]);
});

test('roles: an approver may be last, and seals the document', async () => {
  const draft = await draftWith(world, [
    { email: anAddress(), fields: [{ value: 'x' }] },
    { email: anAddress(), role: 'approver', signingOrder: 2, fields: [] },
  ]);
  const [signer, approver] = await sent(world, draft);
  expect((await approver?.complete())?.body.code).toBe('not_your_turn');
  await signer?.complete();
  expect((await approver?.complete())?.body.document.status).toBe('completed');
});
