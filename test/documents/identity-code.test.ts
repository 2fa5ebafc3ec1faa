import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { bringMail, waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, done, draftWith, type Holder, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const textsTo = async (email: string): Promise<string[]> =>
  (await emailsTo(email)).map(({ Content }) => Content.Simple.Body.Text.Data);

const REQUIRED = { status: 403, body: { code: 'identity_required' } };
const { sendIdentityCode, verifyIdentityCode } = documentRoutes;

async function checked() {
  const email = anAddress();
  const draft = await draftWith(world, [
    { email, identityCheck: 'email_code', fields: [{ value: 'x', label: 'Price' }] },
  ]);
  const [holder] = await sent(world, draft, { message: 'Please sign by Friday.' });
  if (!holder) throw new Error('The document has no signer.');
  await bringMail(draft.id);
  return { id: draft.id, signerId: draft.signerIds[0] ?? '', fieldId: draft.fieldIds[0]?.[0] ?? '', email, holder };
}

/** Asks for a code and reads it in the signer's mailbox. */
async function codeFor({ id, email, holder }: { id: string; email: string; holder: Holder }): Promise<string> {
  expect((await holder.ask(sendIdentityCode)).status).toBe(202);
  await bringMail(id);
  const [code = ''] = /\b\d{6}\b/.exec((await textsTo(email)).at(-1) ?? '') ?? [];
  return code;
}

const enter = (holder: Holder, code: string, idempotencyKey = randomUUID()) =>
  holder.ask(verifyIdentityCode, { body: { code }, idempotencyKey });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const opened = ({ token }: Holder, session: string) => holderOf(`${token}.${session}`);

async function verified(signer: Awaited<ReturnType<typeof checked>>): Promise<Holder> {
  const { body } = await enter(signer.holder, await codeFor(signer));
  return opened(signer.holder, body.session);
}

const trailOf = async (id: string): Promise<{ action: string; details: Record<string, unknown> }[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const actionsOf = async (id: string) => (await trailOf(id)).map(({ action }) => action);

describe('a link without a code', () => {
  test('shows nothing of the document', async () => {
    const { email, holder } = await checked();

    const { status, body } = await holder.read();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      identity: { check: 'email_code', isVerified: false, isLocked: false },
      fields: [],
      document: { message: null, pages: [], sha256: null },
    });
    expect(JSON.stringify(body)).not.toContain(email);
  });

  test('lets nobody act or read a file', async () => {
    const { id, fieldId, holder } = await checked();

    const calls = [
      holder.view(),
      holder.sign(),
      holder.fill(fieldId, 'y'),
      holder.decline(),
      holder.ask(documentRoutes.acceptConsent, { body: { version: '2026-11', language: 'en' } }),
      holder.ask(documentRoutes.readSigningPdf),
      holder.ask(documentRoutes.readSigningPreview),
      holder.ask(documentRoutes.readSigningImage, { params: { fieldId } }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(REQUIRED);
    expect((await actionsOf(id)).filter((action) => /viewed|filled|signed|declined/.test(action))).toEqual([]);
  });

  test('of another signer or document opens nothing with a session of this one', async () => {
    const [one, other] = [await checked(), await checked()];
    const { body } = await enter(one.holder, await codeFor(one));

    for (const session of [body.session, `is_${'A'.repeat(43)}`, 'is_', ''])
      expect(await opened(other.holder, session).sign()).toMatchObject(REQUIRED);
  });
});

describe('an emailed code', () => {
  test('opens the document once, and is in the trail and on the certificate', async () => {
    const signer = await checked();
    const { id, holder } = signer;
    const code = await codeFor(signer);

    const entered = await enter(holder, code);
    const again = await enter(holder, code);

    expect(entered.status).toBe(200);
    expect(again).toMatchObject({ status: 422, body: { code: 'code_expired' } });
    const session = opened(holder, entered.body.session);
    expect((await session.read()).body).toMatchObject({ identity: { isVerified: true }, fields: [{ label: 'Price' }] });
    expect((await session.complete()).status).toBe(200);
    const trail = await trailOf(id);
    const { details } = trail.find(({ action }) => action === 'signer.signed') ?? {};
    expect(details?.identity).toMatchObject({ check: 'email_code', verifiedAt: expect.stringMatching(/Z$/) });
    const actions = trail.map(({ action }) => action).filter((action) => action.startsWith('identity.'));
    expect(actions).toEqual(['identity.code_sent', 'identity.verified']);
    const document = await done(world.key, documentRoutes.readDocument, { params: { id } });
    expect(document.signers[0]).toMatchObject({ identityCheck: 'email_code', identityVerifiedAt: expect.any(String) });
    const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id } });
    const words = (await textsIn(Buffer.from(pdf, 'base64')))
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s+/g, '');
    expect(words).toContain('IdentitycheckOne-timecodeemailedto');
    expect(words).not.toMatch(/advanced|qualified/i);
    expect(await holder.ask(documentRoutes.readSigningPdf)).toMatchObject(REQUIRED);
    expect((await session.ask(documentRoutes.readSigningPdf)).status).toBe(200);
  });

  test('is stored neither in a row nor in an idempotency record', async () => {
    const signer = await checked();
    const code = await codeFor(signer);
    const { body } = await enter(signer.holder, code);

    for (const table of ['documents', 'journal', 'identity'] as const) {
      const text = JSON.stringify((await everyRow(table)).filter((row) => JSON.stringify(row).includes(signer.id)));
      expect(text).not.toMatch(new RegExp(`"${code}"`));
      expect(text).not.toContain(body.session);
    }
  });

  test('gives a repeated request the same session', async () => {
    const signer = await checked();
    const code = await codeFor(signer);
    const key = randomUUID();

    const first = await enter(signer.holder, code, key);
    const repeated = await enter(signer.holder, code, key);

    expect(repeated.body).toEqual(first.body);
    expect((await opened(signer.holder, repeated.body.session).view()).status).toBe(200);
  });

  test('ends with a newer code, and after ten minutes', async () => {
    const signer = await checked();
    const first = await codeFor(signer);
    const second = await codeFor(signer);
    if (first !== second)
      expect(await enter(signer.holder, first)).toMatchObject({ status: 422, body: { code: 'wrong_code' } });
    shiftClock(10 * 60_000 + 1_000);

    const late = await enter(signer.holder, second);
    shiftClock(0);

    expect(late).toMatchObject({ status: 422, body: { code: 'code_expired' } });
  });

  test('is emailed five times an hour, and not to a blocked address', async () => {
    const { holder } = await checked();
    for (let sends = 0; sends < 5; sends += 1) expect((await holder.ask(sendIdentityCode)).status).toBe(202);

    const refused = await holder.ask(sendIdentityCode);

    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  test('is not emailed once it is obsolete', async () => {
    const signer = await checked();
    const before = (await textsTo(signer.email)).length;
    await signer.holder.ask(sendIdentityCode);
    await signer.holder.ask(sendIdentityCode);
    expect(await waitingMail(signer.id)).toHaveLength(2);

    await bringMail(signer.id);

    const texts = await textsTo(signer.email);
    expect(texts).toHaveLength(before + 1);
    expect(texts.at(-1)).not.toContain('/sign/');
  });
});

describe('wrong codes', () => {
  test('are counted also when they come at once, end the code after five and lock the link after fifteen', async () => {
    const signer = await checked();
    const { id, signerId, holder } = signer;
    for (let codes = 1; codes <= 3; codes += 1) {
      const code = await codeFor(signer);
      const answers = await Promise.all(Array.from({ length: 8 }, () => enter(holder, wrong(code))));
      const tried = (await actionsOf(id)).filter((action) => action === 'identity.failed');
      expect(tried).toHaveLength(5 * codes);
      expect(answers.every(({ status }) => [409, 422, 503].includes(status))).toBe(true);
      expect((await enter(holder, code)).status).toBe(codes < 3 ? 422 : 409);
    }

    expect(await holder.ask(sendIdentityCode)).toMatchObject({ status: 409, body: { code: 'identity_locked' } });
    expect((await holder.read()).body.identity).toMatchObject({ isLocked: true });
    const issued = await done(world.key, documentRoutes.issueLink, { params: { id, signerId } });
    const next = { ...signer, holder: holderOf(issued.signingUrl.split('/').at(-1)) };
    shiftClock(61 * 60_000);
    const session = await verified(next);
    expect((await session.read()).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends with its link, after four hours, and with the address', async () => {
    const signer = await checked();
    const { id, signerId } = signer;
    const session = await verified(signer);
    expect((await session.view()).status).toBe(200);
    shiftClock(4 * 3_600_000 + 1_000);
    const late = await session.sign();
    shiftClock(0);
    expect(late).toMatchObject(REQUIRED);

    const issued = await done(world.key, documentRoutes.issueLink, { params: { id, signerId } });
    const token = issued.signingUrl.split('/').at(-1);
    expect((await session.sign()).status).toBe(401);
    expect(await holderOf(`${token}.${session.token.split('.')[1]}`).view()).toMatchObject(REQUIRED);

    await verified({ ...signer, holder: holderOf(token) });
    await done(world.key, documentRoutes.correctSigner, { params: { id, signerId }, body: { email: anAddress() } });
    const document = await done(world.key, documentRoutes.readDocument, { params: { id } });
    expect(document.signers[0].identityVerifiedAt).toBeNull();
  });

  test('is refused to signers without a check', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft);

    expect(await holder?.ask(sendIdentityCode)).toMatchObject({ status: 409, body: { code: 'no_identity_check' } });
    expect((await holder?.read())?.body.identity).toBeNull();
    const refused = await call(world.key, documentRoutes.addSigner, {
      params: { id: draft.id },
      body: { name: 'Ada', email: anAddress(), identityCheck: 'sms' },
    });
    expect(refused.status).toBe(400);
  });
});
