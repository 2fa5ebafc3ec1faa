import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { FILES, prefixOf } from '#shared/documents/repository/files.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { call, keyOf } from '#test/support/api.ts';
import { aField, aSigner, aTemplate, existingDraft } from '#test/support/document-examples.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashWhen, observed, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { anAddress, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const ask = (...[route, options]: Parameters<typeof call> extends [unknown, ...infer Rest] ? Rest : never) =>
  call(world.key, route, options);
const scope = () => ({ organizationId: world.organizationId, mode: 'test' as const });
afterEach(() => shiftClock(0));

const actionsOf = async (id: string) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items.map(
    ({ action }: { action: string }) => action,
  );

describe('document lists', () => {
  const ids: string[] = [];
  let key: string;
  let other: typeof world.key;
  const scopeOfList = { organizationId: randomUUID(), mode: 'test' as const };
  const list = async (query: Record<string, string>) =>
    (await done(other, documentRoutes.listDocuments, { query })) as {
      items: { id: string; status: string; signers: object[] }[];
      nextOffset: number | null;
    };
  const idsOf = async (query: Record<string, string>) => (await list(query)).items.map(({ id }) => id);

  beforeAll(async () => {
    ({ credential: other } = await keyOf(scopeOfList.organizationId, 'test'));
    for (let count = 0; count < 5; count += 1) ids.push((await existingDraft(scopeOfList)).id);
    key = ids[1] ?? '';
    await done(other, documentRoutes.sendDocument, { params: { id: key }, body: {} });
    await done(other, documentRoutes.voidDocument, { params: { id: ids[3] ?? '' }, body: {} });
  });

  test('documents are listed oldest first by default', async () => {
    expect(await idsOf({})).toEqual(ids);
    expect(await idsOf({ order: 'newest' })).toEqual(ids.toReversed());
  });

  test('documents in a list name their signers, and who has them', async () => {
    const { items } = await list({});
    const [draft, sent] = items;

    const { signers } = await done(other, documentRoutes.readDocument, { params: { id: key } });
    const summaries = signers.map(({ id, name, signingOrder, status, completedAt }: Record<string, unknown>) => ({
      id,
      name,
      signingOrder,
      status,
      completedAt,
    }));
    expect(sent?.signers).toEqual(summaries);
    expect(sent?.signers).toContainEqual(expect.objectContaining({ status: 'ready' }));
    expect(draft?.signers).toContainEqual(expect.objectContaining({ status: 'waiting' }));
  });

  test.each(['oldest', 'newest'])('pages of a list, %s first, contain every document once', async (order) => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ order, limit: '2', offset: String(offset) });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      offset = page.nextOffset;
    }
    expect(seen).toEqual(order === 'oldest' ? ids : ids.toReversed());
  });

  test('a list by status only contains documents of that status, in either order', async () => {
    expect(await idsOf({ status: 'sent' })).toEqual([key]);
    expect(await idsOf({ status: 'voided' })).toEqual([ids[3]]);
    expect(await idsOf({ status: 'completed' })).toEqual([]);
    const drafts = [ids[0], ids[2], ids[4]];
    expect(await idsOf({ status: 'draft' })).toEqual(drafts);
    expect(await idsOf({ status: 'draft', order: 'newest' })).toEqual(drafts.toReversed());
    const first = await list({ status: 'draft', order: 'newest', limit: '1' });
    expect(first.items.map(({ id }) => id)).toEqual([ids[4]]);
    const rest = { status: 'draft', order: 'newest', offset: String(first.nextOffset) };
    expect(await idsOf(rest)).toEqual([ids[2], ids[0]]);
  });

  test('a list by status only reads documents of that status', async () => {
    const { calls } = await observed(() => idsOf({ status: 'voided' }));

    const indexes = calls.filter(({ command }) => command === 'Query').map(({ input }) => input);
    expect(indexes.map((input) => (input as { IndexName?: string }).IndexName)).toEqual(Array(4).fill('status'));
    const keys = calls.flatMap(({ input }) =>
      Object.entries((input as { RequestItems?: object }).RequestItems ?? {}).flatMap(([table, { Keys = [] }]) =>
        table.includes('ocuments') ? Keys : [],
      ),
    );
    expect(keys).toHaveLength(1);
  });

  test('an expired document is not listed as sent, and listed as expired once that is recorded', async () => {
    shiftClock(31 * 24 * 60 * 60_000);
    expect(await idsOf({ status: 'sent' })).toEqual([]);
    await tickDocuments({}, lambdaContext());
    expect(await idsOf({ status: 'expired' })).toEqual([key]);
  });

  test.each([{ status: 'signed' }, { order: 'random' }, { limit: '0' }, { limit: '101' }, { limit: '1.5' }])(
    'a list with %o is rejected',
    async (query) => {
      expect(await call(other, documentRoutes.listDocuments, { query })).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
    },
  );
});

describe('deleting a draft', () => {
  test('a deleted draft is immediately gone, its rows and files once the worker has run', async () => {
    const { id } = await existingDraft(scope());

    expect((await ask(documentRoutes.deleteDocument, { params: { id } })).status).toBe(204);

    for (const route of [
      documentRoutes.readDocument,
      documentRoutes.listFields,
      documentRoutes.readDocumentAudit,
      documentRoutes.readDocumentPdf,
      documentRoutes.deleteDocument,
    ])
      expect((await ask(route, { params: { id } })).status).toBe(404);
    const { items } = await done(world.key, documentRoutes.listDocuments, {
      query: { order: 'newest' },
    });
    expect(items.map((one: { id: string }) => one.id)).not.toContain(id);

    await tickDocuments({}, lambdaContext());

    expect((await everyRow('documents')).filter((row) => JSON.stringify(row).includes(id))).toEqual([]);
    expect(await listBlobs('documents', `${prefixOf(FILES, scope())}${id}/`)).toEqual([]);
  });

  test('a worker that crashes while it removes a draft starts over', async () => {
    const { id } = await existingDraft(scope());
    await done(world.key, documentRoutes.deleteDocument, { params: { id } });
    const dies = crashWhen(({ command }) => command === 'BatchWriteItem', 'after');
    await expect(withFaults(dies, () => tickDocuments({}, lambdaContext()))).rejects.toThrow();
    expect((await ask(documentRoutes.readDocument, { params: { id } })).status).toBe(404);

    shiftClock(16 * 60_000);
    await tickDocuments({}, lambdaContext());

    expect((await everyRow('documents')).filter((row) => JSON.stringify(row).includes(id))).toEqual([]);
  });

  test('a sent document cannot be deleted', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
    await sent(world, draft);

    expect(await ask(documentRoutes.deleteDocument, { params: { id: draft.id } })).toMatchObject({
      status: 409,
      body: { code: 'not_a_draft' },
    });
    expect((await ask(documentRoutes.readDocument, { params: { id: draft.id } })).status).toBe(200);
  });
});

describe('renaming a document', () => {
  test('a draft can be renamed, which its audit trail records', async () => {
    const { id } = await existingDraft(scope());
    const renamed = await done(world.key, documentRoutes.renameDocument, { params: { id }, body: { name: 'Lease 2' } });
    expect(renamed.name).toBe('Lease 2');
    await done(world.key, documentRoutes.renameDocument, { params: { id }, body: { name: 'Lease 2' } });
    expect(await actionsOf(id)).toEqual(['document.created', 'document.renamed']);
  });

  test.each([{ name: ' ' }, { name: 'x'.repeat(201) }, {}, { name: 'A', status: 'sent' }])(
    'a draft cannot be renamed with %o',
    async (body) => {
      const { id } = await existingDraft(scope());
      expect((await ask(documentRoutes.renameDocument, { params: { id }, body })).status).toBe(400);
    },
  );

  test('a sent document keeps its name', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
    await sent(world, draft);
    const options = { params: { id: draft.id }, body: { name: 'Other' } };
    expect(await ask(documentRoutes.renameDocument, options)).toMatchObject({
      status: 409,
      body: { code: 'not_a_draft' },
    });
  });
});

describe('templates', () => {
  test('a renamed template keeps its revision, and an update keeps the name', async () => {
    const made = await done(world.key, documentRoutes.createTemplate, { body: aTemplate() });
    const params = { id: made.id };
    const body = { name: 'Lease', description: 'Flats' };
    const renamed = await done(world.key, documentRoutes.changeTemplate, { params, body });
    expect(renamed).toMatchObject({ ...body, revision: 1, source: made.source });

    const { name, ...update } = { ...aTemplate(), revision: 1 };
    const updated = await done(world.key, documentRoutes.updateTemplate, { params, body: update });
    expect(updated).toMatchObject({ ...body, revision: 2 });
  });

  test('an update with no property, a blank name or an unknown property is rejected', async () => {
    const { id } = await done(world.key, documentRoutes.createTemplate, { body: aTemplate() });
    for (const body of [{}, { name: ' ' }, { source: 'x' }])
      expect(await ask(documentRoutes.changeTemplate, { params: { id }, body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_body' },
      });
  });

  test('a deleted template is gone, and documents created from it stay complete', async () => {
    const template = await done(world.key, documentRoutes.createTemplate, { body: aTemplate() });
    const params = { id: template.id };
    const document = await done(world.key, documentRoutes.createDocumentFromTemplate, {
      params,
      body: {
        name: 'Agreement',
        templateData: { client: 'Example Ltd' },
        signers: { client: aSigner() },
      },
    });

    expect((await ask(documentRoutes.deleteTemplate, { params })).status).toBe(204);

    expect((await ask(documentRoutes.readTemplate, { params })).status).toBe(404);
    expect((await ask(documentRoutes.deleteTemplate, { params })).status).toBe(404);
    const read = { params: { id: document.id } };
    expect((await ask(documentRoutes.readDocumentPdf, read)).status).toBe(200);
    expect((await done(world.key, documentRoutes.listFields, read)).items).toHaveLength(1);
    await done(world.key, documentRoutes.sendDocument, { ...read, body: {} });
  });

  test('templates can be listed newest first with a limit', async () => {
    await done(world.key, documentRoutes.createTemplate, { body: aTemplate() });
    const { id } = await done(world.key, documentRoutes.createTemplate, { body: aTemplate() });
    const query = { order: 'newest', limit: '1' };
    const { items, nextOffset } = await done(world.key, documentRoutes.listTemplates, { query });
    expect(items.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(nextOffset).toEqual(expect.any(Number));
  });
});

describe('correcting a signer', () => {
  const correct = (id: string, signerId: string, body: object) =>
    ask(documentRoutes.correctSigner, { params: { id, signerId }, body });

  test('a signer of a draft can get another name and address', async () => {
    const { id, signerId } = await existingDraft(scope());
    const body = { name: 'Bo', email: 'bo@example.org' };
    expect(await correct(id, signerId, body)).toMatchObject({
      status: 200,
      body: { id: signerId, documentId: id, ...body },
    });
    expect(await actionsOf(id)).toEqual(['document.created', 'signer.corrected']);
  });

  test('a new address on a sent document invalidates the link, clears its entries and sends an invitation', async () => {
    const [wrong, right] = [anAddress(), anAddress()];
    const draft = await draftWith(world, [{ email: wrong, fields: [{ label: 'Company' }] }]);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    expect((await holder?.fill(fieldId, 'Wrong Ltd'))?.status).toBe(200);

    const answer = await correct(draft.id, draft.signerIds[0] ?? '', { email: right });

    expect(answer).toMatchObject({ status: 200, body: { email: right, viewedAt: null } });
    expect((await holder?.read())?.status).toBe(401);
    const mail = (await everyRow('documents')).filter((row) => row.mail && row.documentId === draft.id);
    await sendMail(streamEvent(mail), lambdaContext());
    expect(await emailsTo(wrong)).toEqual([]);
    const [letter] = await emailsTo(right);
    const [, token = ''] = /\/sign\/(\S+)/.exec(letter?.Content.Simple.Body.Text.Data ?? '') ?? [];
    const state = await holderOf(token).read();
    expect(state.status).toBe(200);
    expect(state.body.fields[0].value).toBeNull();
    const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
      params: { id: draft.id },
    });
    const entry = items.find(({ action }: { action: string }) => action === 'signer.corrected');
    expect(entry.details).toEqual({
      signerId: draft.signerIds[0],
      changed: ['email'],
      isLinkReplaced: true,
      clearedFields: [fieldId],
    });
    expect(JSON.stringify(entry)).not.toContain(right);
  });

  test('a new name keeps the link and the entries', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
    const [holder] = await sent(world, draft);
    await holder?.fill(draft.fieldIds[0]?.[0] ?? '', 'Example Ltd');

    expect((await correct(draft.id, draft.signerIds[0] ?? '', { name: 'Bo' })).status).toBe(200);

    const state = await holder?.read();
    expect(state?.body.signer.name).toBe('Bo');
    expect(state?.body.fields[0].value).toBe('Example Ltd');
  });

  test('a signer who has signed cannot be corrected', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [{ required: false }] },
      { email: anAddress(), fields: [{}] },
    ]);
    const [holder] = await sent(world, draft);
    expect((await holder?.complete())?.status).toBe(200);

    expect(await correct(draft.id, draft.signerIds[0] ?? '', { name: 'Bo' })).toMatchObject({
      status: 409,
      body: { code: 'not_open', detail: 'The signer has signed and cannot be corrected.' },
    });
  });

  test('signers of a voided document, unknown signers and empty corrections are rejected', async () => {
    const { id, signerId } = await existingDraft(scope());
    expect((await correct(id, randomUUID(), { name: 'Bo' })).status).toBe(404);
    for (const body of [{}, { email: 'bo' }, { name: ' ' }, { signingOrder: 2 }])
      expect((await correct(id, signerId, body)).status).toBe(400);
    await done(world.key, documentRoutes.voidDocument, { params: { id }, body: {} });
    expect(await correct(id, signerId, { name: 'Bo' })).toMatchObject({ status: 409, body: { code: 'not_open' } });
  });

  test('a signer with more filled fields than a transaction can clear keeps the address', {
    tags: 'full',
  }, async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [] }]);
    const signerId = draft.signerIds[0] ?? '';
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) {
      const body = aField(signerId, { yPosition: 10 * (count + 1), height: 8 });
      const options = { params: { id: draft.id }, body };
      ids.push((await done(world.key, documentRoutes.addField, options)).id);
    }
    const [holder] = await sent(world, draft);
    for (const id of ids) await holder?.fill(id, 'x');

    expect(await correct(draft.id, signerId, { email: anAddress() })).toMatchObject({
      status: 409,
      body: { code: 'too_many_filled_fields' },
    });
    expect((await holder?.read())?.status).toBe(200);
  });
});
