import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { CONSENT_SHOWN, CONSENTS } from '#packages/signing-page/src/consent.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { anonymous, call, keyOf } from '#test/support/api.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';
import { anAddress, done, draftWith, type Holder, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const PRINCIPAL = /^api_key:/;

interface Entry {
  action: string;
  actor: string;
  details: Record<string, unknown>;
}

const trailOf = async (id: string): Promise<Entry[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;

const disclosed = async (id: string) => (await trailOf(id)).filter(({ action }) => action === 'link.disclosed');

const certificateOf = async (id: string) => {
  const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id } });
  const texts = await textsIn(Buffer.from(pdf, 'base64'));
  return texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
};

const twoSigners = () =>
  draftWith(
    world,
    [1, 2].map(() => ({ email: anAddress(), fields: [{ value: 'x' }] })),
  );

/** Loads the page of a link as a browser does, and returns the session in its HTML. */
async function loadPage({ token }: Holder): Promise<string> {
  buildSigningPage();
  const { body } = await call(anonymous, documentRoutes.readSigningPage, { params: { token } });
  return /<meta name="assay-page-session" content="([^"]+)">/.exec(String(body))?.[1] ?? '';
}

async function oneSigner(body: object = {}) {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, body);
  if (!holder) throw new Error('The document has no signer.');
  return { id: draft.id, signerId: draft.signerIds[0] ?? '', holder };
}

describe('hand-outs of signing links', () => {
  test('sending returns no link unless asked, and records that it did not', async () => {
    const { id } = await twoSigners();

    const answer = await done(world.key, documentRoutes.sendDocument, { params: { id }, body: {} });

    expect(JSON.stringify(answer)).not.toContain('/sign/');
    expect(answer.signers).toHaveLength(2);
    expect(await disclosed(id)).toEqual([]);
    expect((await trailOf(id)).find(({ action }) => action === 'document.sent')).toMatchObject({
      details: { returnLinks: false },
    });
  });

  test('returned links are in the audit trail, one entry for each signer and the caller', async () => {
    const { id, signerIds } = await twoSigners();
    const idempotencyKey = randomUUID();
    const options = { params: { id }, body: { returnLinks: true }, idempotencyKey };

    const first = await call(world.key, documentRoutes.sendDocument, options);
    const again = await call(world.key, documentRoutes.sendDocument, options);

    expect(again.body).toEqual(first.body);
    const entries = await disclosed(id);
    expect(entries.map(({ details }) => details)).toEqual(
      signerIds.map((signerId) => ({
        signerId,
        linkVersion: 1,
        to: expect.stringMatching(PRINCIPAL),
      })),
    );
    for (const { actor, details } of entries) expect(actor).toBe(details.to);
  });

  test('another key of the organization cannot replay a hand-out', async () => {
    const { id } = await twoSigners();
    const options = { params: { id }, body: { returnLinks: true }, idempotencyKey: randomUUID() };
    await call(world.key, documentRoutes.sendDocument, options);
    const { credential } = await keyOf(world.organizationId, 'test');

    const replayed = await call(credential, documentRoutes.sendDocument, options);

    expect(replayed).toMatchObject({ status: 409 });
    expect(JSON.stringify(replayed.body)).not.toContain('/sign/');
  });

  test('a new link is returned alone, and its hand-out recorded', async () => {
    const draft = await twoSigners();
    const { id } = draft;
    await done(world.key, documentRoutes.sendDocument, { params: { id }, body: {} });
    const signerId = draft.signerIds[0] ?? '';

    const issued = await done(world.key, documentRoutes.issueLink, { params: { id, signerId } });

    expect(JSON.stringify(issued).match(/\/sign\//g)).toHaveLength(1);
    expect((await holderOf(issued.signingUrl.split('/').at(-1)).read()).body.signer.id).toBe(signerId);
    expect(await disclosed(id)).toMatchObject([{ details: { signerId, linkVersion: 2 } }]);
  });

  test('the certificate says to whom a link was given', async () => {
    const { id, holder } = await oneSigner({ senderName: 'Harbour Estates' });
    expect((await holder.complete()).status).toBe(200);
    const [entry] = await disclosed(id);

    const words = await certificateOf(id);

    expect(words).toContain('SigninglinkNotemailedGiventothesender2');
    expect(words).toContain(entry?.details.to);
    expect(words).toContain('LinkofSigner1giventosenderHarbourEstates');
  });
});

describe('viewing before signing', () => {
  test('a signature without a recorded view is refused and changes nothing', async () => {
    const { id, holder } = await oneSigner();

    const refused = await holder.sign({ consent: CONSENT_SHOWN });

    expect(refused).toMatchObject({ status: 422, body: { code: 'view_required' } });
    expect((await trailOf(id)).at(-1)?.action).toBe('link.disclosed');
    await holder.view();
    expect((await holder.sign()).status).toBe(200);
  });

  test('a view with an earlier link does not count for a new one', async () => {
    const { id, signerId, holder } = await oneSigner();
    await holder.view();
    const issued = await done(world.key, documentRoutes.issueLink, { params: { id, signerId } });
    const next = holderOf(issued.signingUrl.split('/').at(-1));

    expect(await next.sign()).toMatchObject({ status: 422, body: { code: 'view_required' } });
    await next.view();
    await next.view();

    expect((await next.sign()).status).toBe(200);
    const views = (await trailOf(id)).filter(({ action }) => action === 'document.viewed');
    expect(views.map(({ details }) => details.linkVersion)).toEqual([1, 2]);
  });
});

describe('sessions of the signing page', () => {
  const ACCEPTANCE = { version: '2026-11', language: 'en' };

  test('what is done on the page is recorded with its session', async () => {
    const { id, holder } = await oneSigner();
    const pageSession = await loadPage(holder);
    await holder.ask(documentRoutes.openSigning, { body: { pageSession } });
    await holder.ask(documentRoutes.acceptConsent, { body: { ...ACCEPTANCE, pageSession } });
    await holder.sign({ consent: CONSENT_SHOWN, pageSession });

    const acts = (await trailOf(id)).filter(({ actor }) => actor.startsWith('signer:')).slice(0, 3);
    expect(acts.map(({ action }) => action)).toEqual(['document.viewed', 'consent.accepted', 'signer.signed']);
    for (const { details } of acts) expect(details.pageSession).toEqual({ loadedAt: expect.stringMatching(/Z$/) });
    expect(acts[2]?.details).toMatchObject({ consent: CONSENTS[CONSENT_SHOWN] });
    const words = await certificateOf(id);
    expect(words).toContain('UTCOnthesigningpagePageloaded2');
    expect(words).toContain('Consent“Bychoosing');
    expect(words).not.toContain('Withoutasession');
  });

  test('what an API client states is recorded as stated, not as shown by the page', async () => {
    const { id, holder } = await oneSigner({ requireConsent: true });
    await holder.view();
    await holder.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE });
    expect((await holder.sign({ consent: CONSENT_SHOWN })).status).toBe(200);

    const acts = (await trailOf(id)).filter(({ actor }) => actor.startsWith('signer:')).slice(0, 3);
    for (const { details } of acts) expect(details.pageSession).toBeNull();
    expect(acts[2]?.details).toMatchObject({ statedConsent: CONSENTS[CONSENT_SHOWN] });
    expect(acts[2]?.details).not.toHaveProperty('consent');
    const words = await certificateOf(id);
    expect(words).toContain('ConsentStatedbyanAPIclient,withoutasessionofthesigningpage:“By');
    expect(words).toContain('(en)Withoutasessionofthesigningpage');
  });

  test.each([
    ['of another link', async () => loadPage((await oneSigner()).holder)],
    ['that was made up', async () => `ps_${'A'.repeat(55)}`],
    [
      'with another time',
      async (holder: Holder) => {
        const own = await loadPage(holder);
        return `ps_AAAB${own.slice(7, 10)}A${own.slice(11)}`;
      },
    ],
  ])('a session %s is none', async (_case, sessionFor) => {
    const { id, holder } = await oneSigner();
    await holder.ask(documentRoutes.openSigning, {
      body: { pageSession: await sessionFor(holder) },
    });

    expect((await trailOf(id)).at(-1)).toMatchObject({
      action: 'document.viewed',
      details: { pageSession: null },
    });
  });

  test('the page asks again after an API client has only stated the consent', async () => {
    const { id, holder } = await oneSigner();
    const stated = await holder.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE });
    const pageSession = await loadPage(holder);
    const body = { ...ACCEPTANCE, pageSession };

    const accepted = await holder.ask(documentRoutes.acceptConsent, { body });
    await holder.ask(documentRoutes.acceptConsent, { body });
    await holder.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE });

    expect(stated.body.signer.consent.onPage).toBe(false);
    expect(accepted.body.signer.consent.onPage).toBe(true);
    const entries = (await trailOf(id)).filter(({ action }) => action === 'consent.accepted');
    expect(entries).toHaveLength(2);
  });
});
