import { expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { parseToken } from '#shared/documents/signing/link.ts';
import { getBlob, listBlobs, putBlob } from '#shared/platform/blobs.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, type Holder, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const { readSigningPreview } = documentRoutes;
const PNG_SIGNATURE = '89504e470d0a1a0a';

async function aSentDocument() {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ label: 'Company' }] }]);
  const [holder] = await sent(world, draft);
  if (!holder) throw new Error('The document has no signer.');
  return { ...draft, holder };
}

async function storedPreviews({ token }: Holder): Promise<string[]> {
  const link = parseToken(token);
  if (!link) throw new Error('The link has no token.');
  const folder = `documents/${link.organizationId}/${link.mode}/${link.documentId}/`;
  return (await listBlobs('documents', folder)).filter((key) => key.endsWith('.preview'));
}

test('preview: is drawn on the first request and read from the bucket afterwards', async () => {
  const { holder } = await aSentDocument();

  const first = await holder.ask(readSigningPreview);

  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  const picture = Buffer.from(first.body, 'base64');
  expect(picture.toString('hex', 0, 8)).toBe(PNG_SIGNATURE);
  const [key = '', ...others] = await storedPreviews(holder);
  expect(others).toEqual([]);
  expect(await getBlob('documents', key)).toEqual(picture);

  const other = Buffer.from([...picture, 0]);
  await putBlob('documents', key, other);
  expect(Buffer.from((await holder.ask(readSigningPreview)).body, 'base64')).toEqual(other);
});

test('preview: a page that cannot be drawn is only tried once', async () => {
  const { holder } = await aSentDocument();
  await holder.ask(readSigningPreview);
  const [key = ''] = await storedPreviews(holder);
  await putBlob('documents', key, Uint8Array.of(0));

  expect(await holder.ask(readSigningPreview)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('preview: is only shown to signers, and only while the PDF may be shown', async () => {
  const { id, holder } = await aSentDocument();
  const forged = holderOf(`${holder.token.slice(0, -4)}AAAA`);

  expect(await forged.ask(readSigningPreview)).toMatchObject({ status: 401 });
  expect(await storedPreviews(holder)).toEqual([]);

  await done(world.key, documentRoutes.voidDocument, { params: { id }, body: {} });
  expect(await holder.ask(readSigningPreview)).toMatchObject({ status: 409, body: { code: 'document_closed' } });
});

test('preview: a completed document shows the sealed file', async () => {
  const { holder, fieldIds } = await aSentDocument();
  await holder.ask(readSigningPreview);
  await holder.fill(fieldIds[0]?.[0] ?? '', 'Example Ltd');
  await holder.complete();

  expect(await holder.ask(readSigningPreview)).toMatchObject({ status: 200 });
  expect(await storedPreviews(holder)).toHaveLength(2);
});
