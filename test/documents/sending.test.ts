import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE } from '#test/support/document-examples.ts';
import { everyRow } from '#test/support/engine.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { readableRow } from '#test/support/readable-row.ts';
import { anAddress, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';
import { readRows } from '#test/support/stored-state.ts';

const world = preparedSigningWorld();

const TEXT = { label: 'Company' };

describe('sending a document', () => {
  test('gives every signer their own link and says whose turn it is', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), signingOrder: 1, fields: [TEXT] },
      { email: anAddress(), signingOrder: 2, fields: [TEXT] },
    ]);

    const body = await done(world.key, documentRoutes.sendDocument, {
      params: { id: draft.id },
      body: {
        message: 'Please.',
        senderName: ' Example Ltd ',
        expiresInDays: 7,
        returnLinks: true,
      },
    });

    const told = { message: 'Please.', senderName: 'Example Ltd', replyTo: null };
    expect(body).toMatchObject({ status: 'sent', ...told });
    expect(body.signers.map(({ status }: { status: string }) => status)).toEqual(['ready', 'waiting']);
    expect(Date.parse(body.expiresAt) - Date.parse(body.sentAt)).toBe(7 * 24 * 3600 * 1000);
    const links = body.signers.map(({ signingUrl }: { signingUrl: string }) => signingUrl);
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect(link).toMatch(/\/api\/v1\/sign\/sl_test_[\w-]{107}$/);
  });

  test('returns the same links when repeated with its idempotency key', async () => {
    const { id } = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    const body = { returnLinks: true };
    const options = { params: { id }, body, idempotencyKey: randomUUID() };

    const first = await call(world.key, documentRoutes.sendDocument, options);
    const again = await call(world.key, documentRoutes.sendDocument, options);

    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(first.body.signers[0].signingUrl).toContain('/sign/sl_test_');
  });

  test('stores only a hash of a link, also in idempotency records', async () => {
    const signature = { fieldType: 'signature' as const, height: 50 };
    const plans = [1, 2, 3].map(() => ({ email: anAddress(), fields: [signature] }));
    const draft = await draftWith(world, plans);
    const [first, second] = await sent(world, draft);
    const filling = {
      params: { fieldId: draft.fieldIds[0]?.[0] ?? '' },
      body: { value: A_SIGNATURE },
      idempotencyKey: randomUUID(),
    };

    const filled = await first?.ask(documentRoutes.fillField, filling);
    const again = await first?.ask(documentRoutes.fillField, filling);
    await first?.view();
    const signed = await first?.ask(documentRoutes.completeSigning, {
      idempotencyKey: randomUUID(),
    });
    const declined = await second?.ask(documentRoutes.declineSigning, {
      body: { reason: 'No.' },
      idempotencyKey: randomUUID(),
    });

    expect(again?.headers['idempotent-replayed']).toBe('true');
    expect(again?.body).toEqual(filled?.body);
    for (const [holder, answer] of [
      [first, filled],
      [first, signed],
      [second, declined],
    ] as const)
      expect(answer?.body.fields[0].signatureImage).toContain(`/signing/${holder?.token}/fields/`);
    const secrets = [first, second].map((holder) => holder?.token.slice(-43) ?? '');
    for (const secret of secrets) expect(secret).toHaveLength(43);
    for (const { item } of await readRows())
      for (const secret of secrets) expect(readableRow(item)).not.toContain(secret);
  });

  test.each([
    { senderName: 'Ada\r\nBcc: eve@example.com' },
    { replyTo: 'ada@example.com\r\nBcc: eve@example.com' },
    { replyTo: 'Ada <ada@example.com>, eve@example.com' },
  ])('is rejected with unsafe text: %o', async (body) => {
    const { id } = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);

    const refused = await call(world.key, documentRoutes.sendDocument, { params: { id }, body });

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test.each([
    ['no signers', [], 'signers'],
    ['a signer without a field', [{ email: 'idle@example.com', fields: [] }], 'signers.'],
  ])('is rejected with %s', async (_case, plans, path) => {
    const { id } = await draftWith(world, plans);

    const refused = await call(world.key, documentRoutes.sendDocument, {
      params: { id },
      body: {},
    });

    expect(refused).toMatchObject({ status: 422, body: { code: 'not_ready' } });
    expect(refused.body.errors[0].path).toContain(path);
  });
});

describe('a signing link', () => {
  test('that is guessed, altered or of another document opens nothing', async () => {
    const [holder] = await sent(world, await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]));
    const token = holder?.token ?? '';
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A');
    const middle = 40;
    const other = token.slice(0, middle) + (token[middle] === 'x' ? 'y' : 'x') + token.slice(middle + 1);

    for (const wrong of [flipped, other, 'sl_test_short', token.replace('test', 'live'), 'x'])
      for (const answer of [
        await holderOf(wrong).read(),
        await holderOf(wrong).complete(),
        await holderOf(wrong).decline(),
        await holderOf(wrong).ask(documentRoutes.readSigningPdf),
      ])
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('opens nothing after a new one was issued', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    const [old] = await sent(world, draft);
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };

    const signer = await done(world.key, documentRoutes.issueLink, { params });

    expect((await old?.read())?.status).toBe(401);
    expect(signer).toMatchObject({ id: params.signerId, documentId: draft.id, status: 'ready' });
    expect(signer.document.signers[0]).not.toHaveProperty('signingUrl');
    const next = holderOf(signer.signingUrl.split('/').at(-1));
    expect((await next.read()).status).toBe(200);
  });

  test('expires with the document', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    const [holder] = await sent(world, draft, { expiresInDays: 1 });
    await backdate(draft.id);

    expect(await holder?.read()).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect((await holder?.complete())?.status).toBe(410);
    const read = await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } });
    expect(read.status).toBe('expired');
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    expect(await call(world.key, documentRoutes.issueLink, { params })).toMatchObject({
      status: 409,
      body: { code: 'not_open', detail: 'The document has expired and can no longer be signed.' },
    });
  });

  test('shows that a document was voided, but not its pages', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    const [holder] = await sent(world, draft);
    await done(world.key, documentRoutes.voidDocument, { params: { id: draft.id }, body: {} });

    expect((await holder?.read())?.body.document.status).toBe('voided');
    expect(await holder?.ask(documentRoutes.readSigningPdf)).toMatchObject({ status: 409 });
    expect(await holder?.fill(draft.fieldIds[0]?.[0] ?? '', 'x')).toMatchObject({
      status: 409,
      body: { code: 'document_closed' },
    });
  });
});

test('voiding: an expired document cannot be voided, even before expiry is recorded', async () => {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
  await sent(world, draft, { expiresInDays: 1 });
  await backdate(draft.id);
  const params = { id: draft.id };

  const refused = await call(world.key, documentRoutes.voidDocument, { params, body: {} });

  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'document_closed', detail: 'The document is expired.' },
  });
  const { status } = await done(world.key, documentRoutes.readDocument, { params });
  expect(status).toBe('expired');
});

/** As if sent two days ago. */
async function backdate(id: string) {
  const rows = (await everyRow('documents')).filter((row) => row.id === id && row.expiresAt);
  for (const { pk, sk } of rows)
    await dynamoStore.writeOne({
      table: 'documents',
      update: { pk, sk },
      set: { expiresAt: addSeconds(new Date(), -60).toISOString() },
      when: 'present',
    });
}
