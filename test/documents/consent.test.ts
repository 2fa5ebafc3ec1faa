import { expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { DISCLOSURE_DIGESTS } from '#packages/signing-page/src/disclosure.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const ACCEPTANCE = { version: '2026-11', language: 'de' };

async function sentTo(body: object = {}) {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  const [holder] = await sent(world, draft, body);
  if (!holder) throw new Error('The document has no signer.');
  return { draft, holder };
}

const acceptancesIn = async (id: string) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items.filter(
    ({ action }: { action: string }) => action === 'consent.accepted',
  );

test('consent: an accepted disclosure is in the audit trail once, and on the certificate', async () => {
  const { draft, holder } = await sentTo();
  const accept = () => holder.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE });

  const first = await accept();
  await accept();

  expect(first).toMatchObject({ status: 200, body: { signer: { consent: ACCEPTANCE } } });
  const [signerId] = draft.signerIds;
  const entries = await acceptancesIn(draft.id);
  expect(entries).toMatchObject([
    {
      actor: `signer:${signerId}`,
      details: { signerId, ...ACCEPTANCE, sha256: DISCLOSURE_DIGESTS['2026-11'].de },
      ipAddress: '127.0.0.1',
    },
  ]);
  expect((await holder.complete()).status).toBe(200);
  const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } });
  const words = (await textsIn(Buffer.from(pdf, 'base64'))).map(({ text }) => text).join('');
  expect(words.replaceAll(/\s+/g, '')).toMatch(/Disclosureaccepted2\d{3}.*version2026-11\(de\)/);
});

test('consent: a document sent with requireConsent cannot be signed without it', async () => {
  const { draft, holder } = await sentTo({ requireConsent: true });

  const refused = await holder.complete();
  expect(refused).toMatchObject({ status: 422, body: { code: 'consent_required' } });
  expect(await acceptancesIn(draft.id)).toEqual([]);

  await holder.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE });
  expect(await holder.complete()).toMatchObject({ status: 200 });
});

test('consent: API clients sign without it unless the sender requires it', async () => {
  const { holder } = await sentTo();

  expect(await holder.complete()).toMatchObject({ status: 200 });
});

test.each([
  ['an unknown version', { ...ACCEPTANCE, version: '1999-01' }],
  ['an unknown language', { ...ACCEPTANCE, language: 'tlh' }],
  ['no language', { version: '2026-11' }],
])('consent: %s is rejected and changes nothing', async (_case, body) => {
  const { draft, holder } = await sentTo();

  expect(await holder.ask(documentRoutes.acceptConsent, { body })).toMatchObject({ status: 400 });
  expect(await acceptancesIn(draft.id)).toEqual([]);
});

test('consent: a signer who has signed cannot accept afterwards', async () => {
  const plans = [1, 2].map(() => ({ email: anAddress(), fields: [{ value: 'x' }] }));
  const draft = await draftWith(world, plans);
  const [holder] = await sent(world, draft);
  await holder?.complete();

  expect(await holder?.ask(documentRoutes.acceptConsent, { body: ACCEPTANCE })).toMatchObject({
    status: 409,
    body: { code: 'signed_already' },
  });
});

test('language: the sender’s choice applies to signers without their own', async () => {
  const { draft, holder } = await sentTo({ language: 'pl' });
  const unsaid = await sentTo();

  expect(await holder.ask(documentRoutes.readSigning)).toMatchObject({ body: { language: 'pl' } });
  expect((await unsaid.holder.ask(documentRoutes.readSigning)).body.language).toBeNull();
  expect(await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } })).toMatchObject({
    language: 'pl',
    requireConsent: false,
    signers: [{ language: null }],
  });
});

test('language: a signer can have their own', async () => {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
  await done(world.key, documentRoutes.addSigner, {
    params: { id: draft.id },
    body: { name: 'Kenji', email: anAddress(), language: 'ja' },
  });

  const { signers } = await done(world.key, documentRoutes.readDocument, {
    params: { id: draft.id },
  });
  expect(signers.map(({ language }: { language: string }) => language)).toEqual([null, 'ja']);
});
