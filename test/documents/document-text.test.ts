import { expect, test } from 'vitest';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { anAddress, done, draftWith, type Holder, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const { readSigningText } = documentRoutes;

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#123456"/></svg>';
const SOURCE = `![Logo](image:logo?width=80)

# Lease of {{ flat }}

1. I, ::field{key=name, type=text, role=tenant, label="Full name"}, see [the terms](https://example.com/terms).

| Plan | Initials |
|---|---|
| Basic | ::field{type=initials, role=tenant, label=Initials} |

::signature{role=tenant, label="The tenant", date=signed}
`;

async function aTemplate(): Promise<string> {
  const image = `data:image/svg+xml;base64,${Buffer.from(LOGO).toString('base64')}`;
  const { sha256 } = await done(world.key, documentRoutes.uploadTemplateImage, { body: { image } });
  const body = {
    name: 'Lease',
    source: SOURCE,
    sampleData: { flat: '<b>1</b>' },
    language: 'en',
    images: { logo: sha256 },
  };
  return (await done(world.key, documentRoutes.createTemplate, { body })).id;
}

async function aLease() {
  const document = await done(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: await aTemplate() },
    body: {
      name: 'Lease of Ada',
      templateData: { flat: '<b>1</b>' },
      signers: { tenant: { name: 'Ada Example', email: anAddress() } },
    },
  });
  const [holder] = await sent(world, { id: document.id, signerIds: [], fieldIds: [] });
  if (!holder) throw new Error('The document has no signer.');
  return { document, holder };
}

const textOf = async (holder: Holder) => {
  const { status, body, headers } = await holder.ask(readSigningText);
  expect(status).toBe(200);
  return { text: body, bytes: Buffer.from(JSON.stringify(body)), headers };
};

test('text of a document: has the fields of the document in their places, and the digest of the record', async () => {
  const { document, holder } = await aLease();

  const { text, bytes, headers } = await textOf(holder);

  expect(sha256Hex(bytes)).toBe(document.textSha256);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'private, no-store' });
  expect(text).toMatchObject({ pdfSha256: document.sha256, language: 'en' });
  expect(text.blocks.map(({ kind }: { kind: string }) => kind)).toEqual([
    'paragraph',
    'heading',
    'list',
    'table',
    'signatures',
  ]);
  // Values of data are texts, whatever they contain.
  expect(text.blocks[1].runs).toEqual([{ text: 'Lease of <b>1</b>' }]);
  expect(Buffer.from(text.images.logo.split(',')[1], 'base64').toString()).toContain('#123456');
  const { body: state } = await holder.read();
  expect(state.document.textSha256).toBe(document.textSha256);
  const named = [...bytes.toString().matchAll(/"fieldId":"([^"]+)"/g)].map(([, id]) => id);
  expect(named.sort()).toEqual(state.fields.map(({ id }: { id: string }) => id).sort());
});

test('text of a document: its digest is in the audit trail from the creation on', async () => {
  const { document } = await aLease();

  const { items } = await done(world.key, documentRoutes.readDocumentAudit, { params: { id: document.id } });

  expect(items[0]).toMatchObject({
    action: 'document.created',
    details: { sha256: document.sha256, textSha256: document.textSha256 },
  });
  const { hash, ...entry } = items[0];
  expect(sha256Hex(canonicalJson(entry))).toBe(hash);
});

test('text of a document: is shown to the holder of the link only, and only while the PDF may be shown', async () => {
  const { document, holder } = await aLease();

  expect(await holderOf(`${holder.token.slice(0, -4)}AAAA`).ask(readSigningText)).toMatchObject({ status: 401 });

  await done(world.key, documentRoutes.voidDocument, { params: { id: document.id }, body: {} });
  expect(await holder.ask(readSigningText)).toMatchObject({ status: 409, body: { code: 'document_closed' } });
});

test('text of a document: an uploaded PDF has none', async () => {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
  const [holder] = await sent(world, draft);

  expect(await holder?.ask(readSigningText)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await holder?.read())?.body.document.textSha256).toBeUndefined();
});

test('text of a document: is removed with its draft', async () => {
  const { id } = await done(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: await aTemplate() },
    body: {
      name: 'Lease',
      templateData: { flat: 1 },
      signers: { tenant: { name: 'Ada Example', email: anAddress() } },
    },
  });
  const texts = async () =>
    (await listBlobs('documents', `documents/${world.organizationId}/test/${id}/`)).filter((key) =>
      key.endsWith('.text'),
    );
  expect(await texts()).toHaveLength(1);

  await done(world.key, documentRoutes.deleteDocument, { params: { id } });
  await tickDocuments({}, lambdaContext());

  expect(await texts()).toEqual([]);
});
