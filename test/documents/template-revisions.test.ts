import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { REVISIONS_PER_TEMPLATE } from '#shared/documents/limits.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { type CallOptions, type Credential, call, keyOf } from '#test/support/api.ts';
import { aTemplate, existingPdfTemplate } from '#test/support/document-examples.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';

const { createTemplate, updateTemplate, readTemplate, deleteTemplate, changeTemplate, checkTemplate } = documentRoutes;
const { listTemplateRevisions, readTemplateRevision, restoreTemplateRevision } = documentRoutes;
const { updatePdfTemplate, createDocumentFromTemplate, generatePdf } = documentRoutes;

let key: Credential;
const organizationId = randomUUID();
const author = expect.stringMatching(/^api_key:./);
const ask = (route: Parameters<typeof call>[1], options?: CallOptions) => call(key, route, options);

beforeAll(prepareEngine);
beforeAll(async () => {
  key = (await keyOf(organizationId, 'test')).credential;
});

const sourceOf = (text: string) => `# ${text}\n\n::signature{role=client}\n`;

/** A template with one revision per text. */
async function revised(...texts: readonly [string, ...string[]]) {
  const { name } = aTemplate();
  const { body } = await ask(createTemplate, { body: { name, source: sourceOf(texts[0]), sampleData: {} } });
  for (const [index, text] of texts.slice(1).entries())
    await ask(updateTemplate, {
      params: { id: body.id },
      body: { source: sourceOf(text), sampleData: { text }, revision: index + 1 },
    });
  return { id: body.id as string };
}

const revisionRows = async (id: string) =>
  (await everyRow('documents')).filter(({ pk }) => String(pk).endsWith(`#template#${id}`));

describe('revisions of a template', () => {
  test('create and print documents when they are named, as the current one does otherwise', async () => {
    const params = await revised('One', 'Two {{ text }}');
    const create = (revision?: number, templateData: object = {}) =>
      ask(createDocumentFromTemplate, {
        params,
        body: { name: 'Deed', templateData, revision, signers: { client: { name: 'Ada', email: 'ada@example.com' } } },
      });
    const created = await Promise.all([create(1), create(2, { text: 'a' }), create(undefined, { text: 'a' })]);
    const [one, two] = ['One', 'Two {{ text }}'].map((text) => sha256Hex(sourceOf(text)));
    expect(created.map(({ status, body }) => [status, body.origin?.revision, body.origin?.sourceHash])).toEqual([
      [201, 1, one],
      [201, 2, two],
      [201, 2, two],
    ]);
    expect((await create(2)).body.errors[0].message).toBe('The data has no value for `text`.');
    expect(await create(3)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const printed = (revision?: number) => ask(generatePdf, { params, body: { templateData: {}, revision } });
    expect((await Promise.all([1, 2, undefined, 9].map(printed))).map(({ status }) => status)).toEqual([
      200, 422, 422, 404,
    ]);
  });

  test('are listed newest first with author and hash, and each can be read', async () => {
    const params = await revised('One', 'Two', 'Three');
    await ask(changeTemplate, { params, body: { name: 'Renamed' } });

    const { items } = (await ask(listTemplateRevisions, { params })).body;
    expect(items).toEqual(
      ['Three', 'Two', 'One'].map((text, index) => ({
        revision: 3 - index,
        sourceHash: sha256Hex(sourceOf(text)),
        revisedAt: expect.any(String),
        revisedBy: author,
        restoredFrom: null,
      })),
    );
    for (const [index, text] of ['One', 'Two', 'Three'].entries()) {
      const read = await ask(readTemplateRevision, { params: { ...params, revision: String(index + 1) } });
      expect(read).toMatchObject({
        status: 200,
        body: { ...items[2 - index], source: sourceOf(text), sampleData: index === 0 ? {} : { text }, pageSize: 'A4' },
      });
    }
    const { body } = await ask(readTemplate, { params });
    expect(body).not.toHaveProperty('history');
    expect(body).toMatchObject({ revision: 3, revisedBy: author, revisedAt: items[0].revisedAt });
  });

  test('can be restored as a new revision, which names the one it is a copy of', async () => {
    const params = await revised('One', 'Two');
    const restored = await ask(restoreTemplateRevision, {
      params: { ...params, revision: '1' },
      body: { revision: 2 },
    });
    expect(restored).toMatchObject({
      status: 200,
      body: {
        revision: 3,
        source: sourceOf('One'),
        sampleData: {},
        restoredFrom: 1,
        sourceHash: sha256Hex(sourceOf('One')),
      },
    });
    expect((await ask(readTemplate, { params })).body).toEqual(restored.body);
    const { items } = (await ask(listTemplateRevisions, { params })).body;
    expect(items.map((item: { restoredFrom: number | null }) => item.restoredFrom)).toEqual([1, null, null]);

    await ask(updateTemplate, { params, body: { source: sourceOf('Four'), sampleData: {}, revision: 3 } });
    const after = await ask(readTemplate, { params });
    expect(after.body).not.toHaveProperty('restoredFrom');
  });

  test('are not restored over a newer one, and those that do not exist are not found', async () => {
    const params = await revised('One', 'Two');
    const stale = await ask(restoreTemplateRevision, { params: { ...params, revision: '1' }, body: { revision: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision', revision: 2 } });
    for (const revision of ['3', '99']) {
      const read = await ask(readTemplateRevision, { params: { ...params, revision } });
      expect(read.status).toBe(404);
      const restored = await ask(restoreTemplateRevision, { params: { ...params, revision }, body: { revision: 2 } });
      expect(restored.status).toBe(404);
    }
    for (const revision of ['0', '-1', 'x', '1e3']) {
      expect((await ask(readTemplateRevision, { params: { ...params, revision } })).status).toBe(400);
    }
    const other = (await keyOf(randomUUID(), 'test')).credential;
    const foreign = await call(other, readTemplateRevision, { params: { ...params, revision: '1' } });
    expect(foreign.status).toBe(404);
  });

  test('are deleted with the template', async () => {
    const params = await revised('One', 'Two', 'Three');
    expect(await revisionRows(params.id)).toHaveLength(2);
    expect((await ask(deleteTemplate, { params })).status).toBe(204);
    expect(await revisionRows(params.id)).toEqual([]);
  });

  test('of a PDF template keep its fields', async () => {
    const params = { id: await existingPdfTemplate({ organizationId, mode: 'test' }) };
    const place = { fieldType: 'signature', pageNumber: 1, xPosition: 72, yPosition: 540 };
    const update = (role: string, revision: number) =>
      ask(updatePdfTemplate, { params, body: { fields: [{ ...place, role }], revision } });
    const { body } = await update('tenant', 1);
    await update('landlord', 2);

    const restored = await ask(restoreTemplateRevision, {
      params: { ...params, revision: '2' },
      body: { revision: 3 },
    });
    expect(restored.body).toMatchObject({ revision: 4, signerRoles: [{ id: 'tenant' }], fields: body.fields });
  });
});

test('a template keeps its latest 50 earlier revisions', { tags: 'full' }, async () => {
  const texts = Array.from({ length: REVISIONS_PER_TEMPLATE + 3 }, (_, index) => `Text ${index + 1}`);
  const params = await revised('Text 1', ...texts.slice(1));
  const { items } = (await ask(listTemplateRevisions, { params })).body;
  expect(items.map(({ revision }: { revision: number }) => revision)).toEqual(
    texts
      .map((_, index) => index + 1)
      .toReversed()
      .slice(0, REVISIONS_PER_TEMPLATE + 1),
  );
  expect(await revisionRows(params.id)).toHaveLength(REVISIONS_PER_TEMPLATE);
  expect((await ask(readTemplateRevision, { params: { ...params, revision: '2' } })).status).toBe(404);
  expect((await ask(deleteTemplate, { params })).status).toBe(204);
  expect(await revisionRows(params.id)).toEqual([]);
});

describe('the check of a source', () => {
  test('lists roles and fields', async () => {
    const source =
      'I, ::field{key=name, type=text, role=client, label=Name}.\n\n::signature{role=client, label=Client}\n';
    const { status, body } = await ask(checkTemplate, { body: { source, sampleData: {} } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      signerRoles: [{ id: 'client', label: 'Client' }],
      fields: [{ key: 'name', fieldType: 'text', role: 'client' }],
      findings: [],
    });
  });

  test('returns findings by line and column as an answer, and too much as a problem', async () => {
    const source = '# {{ nobody }}\n\nText <b>\n';
    const { status, body } = await ask(checkTemplate, { body: { source, sampleData: {} } });
    expect(status).toBe(200);
    expect(body.findings[0]).toMatchObject({ line: 1, column: 3 });
    expect(body).toMatchObject({ signerRoles: [], fields: [] });
    const large = await ask(checkTemplate, { body: { source: 'x'.repeat(129 * 1024), sampleData: {} } });
    expect(large).toMatchObject({ status: 413, body: { code: 'source_too_large' } });
  });
});
