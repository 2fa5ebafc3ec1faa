import { describe, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, eventTypes } from '#test/support/risk-world.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import {
  anAddress,
  done,
  draftWith,
  type Holder,
  holderOf,
  type SigningWorld,
  sent,
} from '#test/support/signing-world.ts';
import { type Attempt, aStep, decide, decided, newRun, newWorkflow, report } from '#test/support/verification-world.ts';

const world = preparedForFile(aWorld);
const sender = (): SigningWorld => ({ organizationId: world.organizationId, key: world.client });
const { checkIdentity, readDocument, readDocumentAudit, correctSigner } = documentRoutes;

const STEPS = [
  aStep('extract', { key: 'passport', outputs: [{ key: 'full_name', type: 'string' }] }),
  aStep('check', { key: 'liveness', outputs: [{ key: 'is_live', type: 'boolean' }] }),
];
const REQUIRED = { status: 403, body: { code: 'identity_required' } };

interface Signer {
  id: string;
  signerId: string;
  fieldId: string;
  holder: Holder;
}

/** The holder of a link, and the same after the emailed code. The signer is called Signer 1. */
async function invited(more: object = {}): Promise<Signer & { email: string; workflowId: string }> {
  const email = anAddress();
  const { id: workflowId } = await newWorkflow(world, STEPS);
  const draft = await draftWith(sender(), [
    { email, identityCheck: { workflowId }, fields: [{ value: 'x', label: 'Price' }] },
  ]);
  const [link] = await sent(sender(), draft, { message: 'Please sign by Friday.', ...more });
  if (!link) throw new Error('The document has no signer.');
  await bringMail(draft.id);
  const [signerId = ''] = draft.signerIds;
  return { id: draft.id, signerId, fieldId: draft.fieldIds[0]?.[0] ?? '', email, workflowId, holder: link };
}

async function withCode({ id, email, holder }: { id: string; email: string; holder: Holder }): Promise<Holder> {
  await holder.ask(documentRoutes.sendIdentityCode);
  await bringMail(id);
  const texts = (await emailsTo(email)).map(({ Content }) => Content.Simple.Body.Text.Data);
  const [code = ''] = /\b\d{6}\b/.exec(texts.at(-1) ?? '') ?? [];
  const { body } = await holder.ask(documentRoutes.verifyIdentityCode, { body: { code } });
  return holderOf(`${holder.token}.${body.session}`);
}

async function entered(more: object = {}) {
  const signer = await invited(more);
  return { ...signer, link: signer.holder, holder: await withCode(signer) };
}

const asked = async ({ holder }: Pick<Signer, 'holder'>) => (await holder.ask(checkIdentity)).body.status;
const signerOf = async ({ id }: Signer) => (await done(world.client, readDocument, { params: { id } })).signers[0];
const trailOf = async ({ id }: Signer): Promise<{ action: string; details: Record<string, unknown> }[]> =>
  (await done(world.client, readDocumentAudit, { params: { id } })).items;
const actionsOf = async (signer: Signer) =>
  (await trailOf(signer)).map(({ action }) => action).filter((action) => action.startsWith('identity.check'));

/** The session of the signer, whose attempt read this name, and its subject. */
async function attempted(signer: Signer, name: string): Promise<Attempt & { subjectId: string }> {
  const { sessionId } = (await signerOf(signer)).identitySession;
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  await report(world, attempt, 'passport', { outputs: { full_name: name } });
  await report(world, attempt, 'liveness', { outputs: { is_live: true } });
  const session = await done(world.client, verificationRoutes.readSession, { params: { id: sessionId } });
  return { ...attempt, subjectId: session.data.riskSubjectId };
}

async function approved(signer: Signer, name = 'SIGNER 1') {
  await asked(signer);
  const attempt = await attempted(signer, name);
  await decided(world, attempt.subjectId, attempt, 'approved');
  return attempt;
}

describe('a signer whom a workflow checks', () => {
  test('sees and does nothing before the check is approved', async () => {
    const signer = await entered();
    const { holder, fieldId } = signer;
    const statuses = [await asked(signer)];
    const attempt = await attempted(signer, 'Signer 1');
    statuses.push(await asked(signer));

    const calls = [
      holder.view(),
      holder.sign(),
      holder.fill(fieldId, 'y'),
      holder.decline(),
      holder.ask(documentRoutes.readSigningPdf),
      holder.ask(documentRoutes.readSigningPreview),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(REQUIRED);
    expect((await holder.read()).body).toMatchObject({
      identity: { check: 'workflow', isVerified: false, isCodeEntered: true, isRequested: true },
      fields: [],
      document: { message: null, pages: [] },
    });

    await decided(world, attempt.subjectId, attempt, 'approved');
    expect(await holder.view()).toMatchObject(REQUIRED);
    statuses.push(await asked(signer));
    expect(statuses).toEqual(['waiting', 'in_review', 'approved']);
    expect((await holder.read()).body).toMatchObject({ identity: { isVerified: true }, fields: [{ label: 'Price' }] });
  });

  test('enters the emailed code first, also after the approval', async () => {
    const signer = await entered();
    expect(await signer.link.ask(checkIdentity)).toMatchObject(REQUIRED);
    await approved(signer);
    expect(await asked(signer)).toBe('approved');

    expect((await signer.link.read()).body.identity).toMatchObject({ isVerified: false, isCodeEntered: false });
    expect(await signer.link.view()).toMatchObject(REQUIRED);
  });

  test('has one session, however often and at once it is requested, and the sender is told its id only', async () => {
    const signer = await entered();

    await Promise.all(Array.from({ length: 4 }, () => signer.holder.ask(checkIdentity)));

    expect(await actionsOf(signer)).toEqual(['identity.check_requested']);
    const { identitySession } = await signerOf(signer);
    expect(identitySession).toMatchObject({ workflowRevision: 1, result: null });
    const { items } = await done(world.client, verificationRoutes.listSessions);
    const own = items.filter(({ data }: { data: { workflowId: string } }) => data.workflowId === signer.workflowId);
    expect(own.map(({ id }: { id: string }) => id)).toEqual([identitySession.sessionId]);
    expect(await eventTypes(world, signer.id)).toContain('signer.identity_check_requested');
  });

  test('signs, and trail and certificate say what was checked', async () => {
    const signer = await entered();
    const { sessionId, runId } = await approved(signer);
    await asked(signer);
    await asked(signer);

    expect((await signer.holder.complete()).status).toBe(200);

    expect(await actionsOf(signer)).toEqual(['identity.check_requested', 'identity.check_approved']);
    const trail = await trailOf(signer);
    const identity = trail.find(({ action }) => action === 'signer.signed')?.details.identity;
    expect(identity).toMatchObject({
      check: 'workflow',
      sessionId,
      runId,
      name: 'equal',
      verifiedAt: expect.stringMatching(/Z$/),
      approvedAt: expect.stringMatching(/Z$/),
      steps: [
        { key: 'passport', type: 'extract', result: 'completed' },
        { key: 'liveness', type: 'check', result: 'completed' },
      ],
    });
    expect(JSON.stringify(trail)).not.toMatch(/full_name|SIGNER 1/);
    const pdf = await done(world.client, documentRoutes.readDocumentPdf, { params: { id: signer.id } });
    const words = (await textsIn(Buffer.from(pdf, 'base64')))
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s+/g, '');
    expect(words).toContain('Steps:passport(extract),liveness(check)');
    expect(words).toContain('Nameontheidentitydocument:thesame');
    expect(words).not.toMatch(/advanced|qualified/i);
  });

  test('with another name on the identity document is stopped until the name is corrected', async () => {
    const signer = await entered({ replyTo: 'sender@example.com' });
    await approved(signer, 'Ada Example');

    expect(await asked(signer)).toBe('name_differs');
    expect(await asked(signer)).toBe('name_differs');
    expect(await signer.holder.view()).toMatchObject(REQUIRED);
    expect((await signerOf(signer)).identitySession.result).toMatchObject({ name: 'different' });
    expect((await trailOf(signer)).filter(({ action }) => action === 'identity.name_differs')).toHaveLength(1);
    await bringMail(signer.id);
    const subjects = (await emailsTo('sender@example.com')).map(({ Content }) => Content.Simple.Subject.Data);
    expect(subjects).toContain('Another name: Lease');

    const params = { id: signer.id, signerId: signer.signerId };
    await done(world.client, correctSigner, { params, body: { name: 'Ada Example' } });
    expect((await signerOf(signer)).identitySession).toBeNull();
    await approved(signer, 'Ada Example');
    expect(await asked(signer)).toBe('approved');
    expect((await signer.holder.complete()).status).toBe(200);
  });

  test('with a second attempt under the right name can go on', async () => {
    const signer = await entered();
    await approved(signer, 'Ada Example');
    await asked(signer);

    const again = await attempted(signer, 'Signer 1');
    expect(await asked(signer)).toBe('in_review');
    await decided(world, again.subjectId, again, 'approved');

    expect(await asked(signer)).toBe('approved');
  });

  test('does not sign after a revocation, and the trail says so', async () => {
    const signer = await entered();
    const attempt = await approved(signer);
    await asked(signer);
    await signer.holder.view();
    await decided(world, attempt.subjectId, attempt, 'revoked');

    expect(await signer.holder.sign()).toMatchObject({ status: 403, body: { code: 'identity_withdrawn' } });
    expect(await asked(signer)).toBe('declined');
    expect(await signer.holder.sign()).toMatchObject(REQUIRED);
    expect(await actionsOf(signer)).toContain('identity.check_withdrawn');
  });

  test('is declined by a rejection, and a newer attempt does not inherit an approval', async () => {
    const signer = await entered();
    await asked(signer);
    const attempt = await attempted(signer, 'Signer 1');
    await decide(world, attempt.subjectId, attempt, 'rejected');
    expect(await asked(signer)).toBe('declined');

    const second = await attempted(signer, 'Signer 1');
    await decided(world, second.subjectId, second, 'approved');
    expect(await asked(signer)).toBe('approved');
    await signer.holder.view();
    await newRun(world, second.sessionId);

    expect(await signer.holder.sign()).toMatchObject({ status: 403, body: { code: 'identity_withdrawn' } });
  });

  test('who hands over the turn is followed by a person who is checked anew', async () => {
    const signer = await entered({ allowDelegation: true });
    await approved(signer);
    await asked(signer);
    const email = anAddress();
    await signer.holder.ask(documentRoutes.delegateSigning, {
      body: { name: 'Bo Example', email, reason: 'He signs for the company.' },
    });
    await bringMail(signer.id);

    expect(await signerOf(signer)).toMatchObject({ name: 'Bo Example', identitySession: null });
    expect((await signer.holder.view()).status).toBe(401);
  });

  test('needs a workflow of the organization and mode that reads a name', async () => {
    const { id } = await draftWith(sender(), []);
    const add = (workflowId: string, as = world.client) =>
      call(as, documentRoutes.addSigner, {
        params: { id },
        body: { name: 'Ada', email: anAddress(), identityCheck: { workflowId } },
      });
    const nameless = await newWorkflow(world, [aStep('check')]);
    const foreign = await newWorkflow(await aWorld(), STEPS);
    const live = await newWorkflow(await aWorld('live', world.organizationId), STEPS);

    for (const workflow of [nameless, foreign, live])
      expect(await add(workflow.id)).toMatchObject({ status: 422, body: { code: 'unfit_workflow' } });
    expect((await done(world.client, readDocument, { params: { id } })).signers).toEqual([]);
  });

  test('is the only one who has a session to request', async () => {
    const draft = await draftWith(sender(), [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(sender(), draft);

    expect(await holder?.ask(checkIdentity)).toMatchObject({ status: 409, body: { code: 'no_identity_check' } });
  });
});
