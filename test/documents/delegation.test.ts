import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import type { AuditEntry } from '#shared/documents/audit.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { signerSha256 } from '#shared/documents/signing/state.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import {
  anAddress,
  done,
  draftWith,
  type Holder,
  holderOf,
  type SignerPlan,
  sent,
} from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
// A claim has a second to commit, and a busy machine may need longer.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => vi.restoreAllMocks());

const ALLOWED = { allowDelegation: true };
const aDelegate = (email = anAddress()) => ({ name: 'Bo Delegate', email, reason: 'Bo signs for the company.' });
const delegate = (holder: Holder | undefined, body: object) => holder?.ask(documentRoutes.delegateSigning, { body });
const readDocument = (id: string) => done(world.key, documentRoutes.readDocument, { params: { id } });
const trailOf = async (id: string): Promise<AuditEntry[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const lastTo = async (email: string) => (await emailsTo(email)).at(-1)?.Content.Simple;
const linkTo = async (email: string) =>
  holderOf(/\/sign\/(\S+)/.exec((await lastTo(email))?.Body.Text.Data ?? '')?.[1] ?? '');
const certificateOf = async (id: string) => {
  const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id } });
  const texts = await textsIn(Buffer.from(pdf, 'base64'));
  return texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
};

const SIGNER: SignerPlan = { email: 'ada@example.com', fields: [{ required: true }] };

async function open(plans: SignerPlan[] = [SIGNER], sending: object = ALLOWED) {
  const named = plans.map((plan) => ({ ...plan, email: plan.email === SIGNER.email ? anAddress() : plan.email }));
  const draft = await draftWith(world, named);
  const holders = await sent(world, draft, sending);
  await bringMail(draft.id);
  return { draft, holders, emails: named.map(({ email }) => email) };
}

test('delegation: another person signs in the turn of the signer, whose link opens nothing any more', async () => {
  const senderAddress = anAddress();
  const { draft, holders, emails } = await open([SIGNER, { ...SIGNER, signingOrder: 2 }], {
    ...ALLOWED,
    replyTo: senderAddress,
  });
  const [old, second] = holders;
  const field = draft.fieldIds[0]?.[0] ?? '';
  await old?.view();
  await old?.ask(documentRoutes.acceptConsent, { body: { version: '2026-11', language: 'en' } });
  await old?.fill(field, 'Ada wrote this');
  const to = aDelegate();

  expect((await old?.read())?.body.canDelegate).toBe(true);
  const answer = await delegate(old, to);
  await bringMail(draft.id);

  expect(answer).toMatchObject({ status: 200, body: { status: 'delegated' } });
  expect(JSON.stringify(answer?.body)).not.toContain('sl_');
  for (const one of [
    await old?.read(),
    await old?.fill(field, 'x'),
    await old?.complete(),
    await delegate(old, aDelegate()),
  ])
    expect(one?.status).toBe(401);
  const { signers } = await readDocument(draft.id);
  expect(signers[0]).toMatchObject({
    id: draft.signerIds[0],
    name: to.name,
    email: to.email,
    signingOrder: 1,
    status: 'ready',
    viewedAt: null,
    consent: null,
    delegations: [{ name: 'Signer 1', email: emails[0], reason: to.reason }],
  });
  expect(signers[1]).not.toHaveProperty('delegations');
  expect((await lastTo(senderAddress))?.Subject.Data).toBe('Handed over: Lease');
  expect((await lastTo(senderAddress))?.Body.Text.Data).toContain('Signer 1 has handed over “Lease” to Bo Delegate.');
  expect((await lastTo(senderAddress))?.Body.Text.Data).toContain(to.reason);
  expect((await lastTo(to.email))?.Body.Text.Data).toContain('Signer 1 has asked you to sign “Lease” in their place.');
  expect((await lastTo(to.email))?.Body.Text.Data).not.toContain(to.reason);

  const holder = await linkTo(to.email);
  expect((await holder.read()).body.fields[0].value).toBeNull();
  expect((await second?.complete())?.body.code).toBe('not_your_turn');
  expect((await holder.sign()).body.code).toBe('view_required');
  await holder.fill(field, 'Bo wrote this');
  expect((await holder.complete()).status).toBe(200);
  await second?.fill(draft.fieldIds[1]?.[0] ?? '', 'y');
  expect((await second?.complete())?.body.document.status).toBe('completed');

  const trail = await trailOf(draft.id);
  const entry = trail.find(({ action }) => action === 'signer.delegated');
  expect(entry).toMatchObject({
    actor: `signer:${draft.signerIds[0]}`,
    details: {
      signerId: draft.signerIds[0],
      linkVersion: 2,
      fromSha256: signerSha256({ name: 'Signer 1', email: emails[0] ?? '' }),
      toSha256: signerSha256(to),
      reason: to.reason,
      clearedFields: [field],
    },
  });
  const certificate = await certificateOf(draft.id);
  expect(certificate).toContain('BoDelegate');
  expect(certificate).toContain(`InplaceofSigner1,${emails[0]},until`);
  expect(certificate).toContain('TurnofSigner1handedoverSigner1');
  // What the person before had opened and accepted is not shown as done by the delegate.
  expect(certificate.match(/Documentopened/g)).toHaveLength(2);
  expect(certificate.match(/Disclosureaccepted[0-9]/g)).toBeNull();
  expect((await everyRow('journal')).flatMap(({ events }) => (Array.isArray(events) ? events : []))).toContainEqual(
    expect.objectContaining({ type: 'signer.delegated', resourceId: draft.id }),
  );
});

test('delegation: the identity check applies anew, to the mailbox of the delegate', async () => {
  const { draft, holders, emails } = await open([{ ...SIGNER, identityCheck: 'email_code' }]);
  const [old] = holders;
  expect((await delegate(old, aDelegate()))?.body.code).toBe('identity_required');
  const verified = async (holder: Holder, email: string) => {
    await holder.ask(documentRoutes.sendIdentityCode);
    await bringMail(draft.id);
    const code = /\b\d{6}\b/.exec((await lastTo(email))?.Body.Text.Data ?? '')?.[0] ?? '';
    const { body } = await holder.ask(documentRoutes.verifyIdentityCode, { body: { code } });
    return holderOf(`${holder.token}.${body.session}`);
  };
  const to = aDelegate();
  const inside = await verified(old ?? holderOf(''), emails[0] ?? '');
  expect((await delegate(inside, to))?.status).toBe(200);
  await bringMail(draft.id);

  const holder = await linkTo(to.email);
  expect((await inside.read()).status).toBe(401);
  expect((await holder.read()).body).toMatchObject({ identity: { isVerified: false }, canDelegate: false, fields: [] });
  expect((await holder.complete()).body.code).toBe('identity_required');
  const session = inside.token.slice(inside.token.indexOf('.') + 1);
  expect((await holderOf(`${holder.token}.${session}`).view()).body.code).toBe('identity_required');
  const delegated = await verified(holder, to.email);
  await delegated.fill(draft.fieldIds[0]?.[0] ?? '', 'x');
  expect((await delegated.complete()).body.document.status).toBe('completed');
  expect(await certificateOf(draft.id)).toContain(`One-timecodeemailedto${to.email}`);
});

test('delegation: an approver can hand over the approval', async () => {
  const { draft, holders } = await open([
    { ...SIGNER, role: 'approver', fields: [] },
    { ...SIGNER, signingOrder: 2 },
  ]);
  const to = aDelegate();
  expect((await delegate(holders[0], to))?.status).toBe(200);
  await bringMail(draft.id);
  expect((await lastTo(to.email))?.Body.Text.Data).toContain('asked you to approve “Lease” in their place.');
  expect((await (await linkTo(to.email)).complete()).status).toBe(200);
  expect((await readDocument(draft.id)).signers[0]).toMatchObject({ role: 'approver', status: 'completed' });
});

test('delegation: a turn is handed over three times at most', async () => {
  const { draft, holders } = await open();
  let holder = holders[0];
  for (let nth = 0; nth < 3; nth += 1) {
    const to = aDelegate();
    expect((await delegate(holder, to))?.status).toBe(200);
    await bringMail(draft.id);
    holder = await linkTo(to.email);
  }
  expect((await holder?.read())?.body.canDelegate).toBe(false);
  expect((await delegate(holder, aDelegate()))?.body).toMatchObject({ status: 409, code: 'too_many_delegations' });
  expect((await readDocument(draft.id)).signers[0].delegations).toHaveLength(3);
});

test('delegation: two requests at once hand the turn to one person', async () => {
  const { draft, holders } = await open();
  const answers = await Promise.all([delegate(holders[0], aDelegate()), delegate(holders[0], aDelegate())]);
  expect(answers.map((one) => one?.status).sort()).toEqual([200, 401]);
  expect((await readDocument(draft.id)).signers[0].delegations).toHaveLength(1);
});

describe('delegation: refused is', () => {
  test('a document sent without it', async () => {
    const { draft, holders } = await open([SIGNER], {});
    expect((await holders[0]?.read())?.body.canDelegate).toBe(false);
    expect((await delegate(holders[0], aDelegate()))?.body).toMatchObject({
      status: 409,
      code: 'delegation_not_allowed',
    });
    expect((await trailOf(draft.id)).some(({ action }) => action === 'signer.delegated')).toBe(false);
  });

  test('a person who takes part already, by any spelling of the address', async () => {
    const copy = anAddress();
    const { draft, holders, emails } = await open([SIGNER, SIGNER, { email: copy, role: 'copy', fields: [] }]);
    for (const email of [...emails, emails[1]?.toUpperCase() ?? '']) {
      const { status, body } = (await delegate(holders[0], aDelegate(email))) ?? {};
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'already_a_signer', 'email']);
    }
    expect((await readDocument(draft.id)).signers.every((one: object) => !('delegations' in one))).toBe(true);
  });

  test('a signer who has to wait, or has signed', async () => {
    const { draft, holders } = await open([SIGNER, { ...SIGNER, signingOrder: 2 }]);
    expect((await holders[1]?.read())?.body.canDelegate).toBe(false);
    expect((await delegate(holders[1], aDelegate()))?.body.code).toBe('not_your_turn');
    await holders[0]?.fill(draft.fieldIds[0]?.[0] ?? '', 'x');
    await holders[0]?.complete();
    expect((await delegate(holders[0], aDelegate()))?.body.code).toBe('signed_already');
  });

  test('a voided document', async () => {
    const { draft, holders } = await open();
    await done(world.key, documentRoutes.voidDocument, { params: { id: draft.id }, body: {} });
    expect((await delegate(holders[0], aDelegate()))?.body.code).toBe('document_closed');
  });

  test.each([
    ['no reason', { reason: ' ' }],
    ['no name', { name: '' }],
    ['an address that is none', { email: 'bo' }],
    ['an unknown property', { role: 'copy' }],
  ])('a request with %s', async (_, change) => {
    const { holders } = await open();
    expect((await delegate(holders[0], { ...aDelegate(), ...change }))?.status).toBe(400);
  });

  test('a key of the sender, which is not the holder of a link', async () => {
    const answer = await call(world.key, documentRoutes.delegateSigning, {
      params: { token: 'sl_test_x' },
      body: aDelegate(),
    });
    expect(answer.status).toBe(401);
  });
});
