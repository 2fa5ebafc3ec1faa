import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { CONSENT_SHOWN, CONSENTS } from '#packages/signing-page/src/consent.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { routes } from '#shared/routes.ts';
import { anonymous, call, keyOf, userOf } from '#test/support/api.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';
import {
  anAddress,
  aSigningWorld,
  done,
  draftWith,
  type Holder,
  holderOf,
  type SigningWorld,
  sent,
} from '#test/support/signing-world.ts';

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

describe('an organization that sends links by email only', () => {
  const { updateSettings, proposeSettings } = routes.organization;
  const REFUSED = { status: 409, body: { code: 'links_by_email_only' } };
  const SENT = { ok: 200 };

  async function emailOnly() {
    const own = await aSigningWorld();
    const owner = await userOf(own.organizationId, 'owner');
    const set = (as: typeof owner, body: object) => call(as, updateSettings, { body });
    const switchOn = () => done(owner, updateSettings, { body: { linksByEmailOnly: true, expectedRevision: 0 } });
    return { own, owner, set, switchOn };
  }
  const draftIn = (own: SigningWorld) => draftWith(own, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const send = (own: SigningWorld, id: string, body: object, idempotencyKey = randomUUID()) =>
    call(own.key, documentRoutes.sendDocument, { params: { id }, body, idempotencyKey });

  test('gives no caller a link: not on sending, not on a new link, not on a repetition of either', async () => {
    const { own, switchOn } = await emailOnly();
    const [early, late] = [await draftIn(own), await draftIn(own)];
    const params = { id: early.id, signerId: early.signerIds[0] ?? '' };
    const keys = [randomUUID(), randomUUID()] as const;
    const issue = (body?: object, idempotencyKey = randomUUID()) =>
      call(own.key, documentRoutes.issueLink, { params, idempotencyKey, ...(body && { body }) });
    expect((await send(own, early.id, { returnLinks: true }, keys[0])).status).toBe(SENT.ok);
    expect((await issue(undefined, keys[1])).status).toBe(SENT.ok);
    await switchOn();

    const answers = [
      await send(own, early.id, { returnLinks: true }, keys[0]),
      await issue(undefined, keys[1]),
      await send(own, late.id, { returnLinks: true }),
      await issue(),
      await issue({ returnLink: true }),
      await issue({}),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(REFUSED);
      expect(JSON.stringify(answer.body)).not.toContain('/sign/');
    }
    const { status } = await done(own.key, documentRoutes.readDocument, { params: { id: late.id } });
    expect(status).toBe('draft');
  });

  test('still sends documents and new links, to the signers', async () => {
    const { own, switchOn } = await emailOnly();
    await switchOn();
    const { id, signerIds } = await draftIn(own);
    const params = { id, signerId: signerIds[0] ?? '' };

    expect((await send(own, id, {})).status).toBe(SENT.ok);
    const issued = await call(own.key, documentRoutes.issueLink, { params, body: { returnLink: false } });

    expect(issued.status).toBe(SENT.ok);
    expect(issued.body).not.toHaveProperty('signingUrl');
    const { items } = await done(own.key, documentRoutes.readDocumentAudit, { params: { id } });
    const actions = items.map(({ action }: Entry) => action);
    expect(actions).toContain('link.issued');
    expect(actions).not.toContain('link.disclosed');
  });

  test('is changed by owners, and switched off by two people while a rule takes two', async () => {
    const { own, owner, set } = await emailOnly();
    const admin = await userOf(own.organizationId, 'admin');
    const second = await userOf(own.organizationId, 'owner');
    const on = { linksByEmailOnly: true, expectedRevision: 0, fourEyes: { overrides: true } };
    const off = { linksByEmailOnly: false, expectedRevision: 1 };
    const propose = (as: typeof owner, body: object) =>
      call(as, proposeSettings, { body: { reason: 'An embedded page needs links.', ...body } });

    expect((await set(admin, { linksByEmailOnly: true, expectedRevision: 0 })).status).toBe(403);
    expect(await propose(admin, { linksByEmailOnly: false })).toMatchObject({ body: { code: 'rule_not_on' } });
    expect((await set(owner, on)).status).toBe(SENT.ok);
    const proposed = await propose(owner, { linksByEmailOnly: false });
    const accept = { ...off, proposalId: proposed.body.id, reason: 'Agreed.' };

    for (const [as, body] of [
      [owner, off],
      [owner, accept],
      [second, off],
    ] as const)
      expect(await set(as, body)).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    const more = await set(second, { ...accept, name: 'Another name' });
    expect(more).toMatchObject({ status: 409, body: { code: 'proposal_differs' } });
    expect(await set(second, accept)).toMatchObject({ status: 200, body: { linksByEmailOnly: false } });
  });
});

describe('the name and address that a signer was shown', () => {
  const correct = (id: string, signerId: string, body: object) =>
    done(world.key, documentRoutes.correctSigner, { params: { id, signerId }, body });

  test('are in the trail as a digest of the view and of the signature', async () => {
    const { id, holder } = await oneSigner();
    const { signer } = (await holder.read()).body;
    await holder.complete();

    const expected = sha256Hex(canonicalJson({ email: signer.email, name: signer.name }));
    const acts = (await trailOf(id)).filter(({ details }) => details.signerSha256 !== undefined);
    expect(acts.map(({ action, details }) => [action, details.signerSha256])).toEqual([
      ['document.viewed', expected],
      ['signer.signed', expected],
    ]);
  });

  test('have to be viewed again after a correction of the name, with the same link', async () => {
    const { id, signerId, holder } = await oneSigner();
    await holder.view();
    const { shown } = (await holder.read()).body;
    await correct(id, signerId, { name: 'Another Name' });

    expect(await holder.sign()).toMatchObject({ status: 422, body: { code: 'view_required' } });
    expect(await holder.sign({ shown })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const viewed = await holder.view();
    expect(viewed.body.signer.name).toBe('Another Name');
    expect(await holder.sign({ shown })).toMatchObject({ status: 409 });
    expect((await holder.sign({ shown: viewed.body.shown })).status).toBe(200);
    const views = (await trailOf(id)).filter(({ action }) => action === 'document.viewed');
    expect(new Set(views.map(({ details }) => details.signerSha256)).size).toBe(2);
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
