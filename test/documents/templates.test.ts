import { randomUUID } from 'node:crypto';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { NewTemplate } from '#shared/documents/template.ts';
import { type CallOptions, type Credential, call, keyOf } from '#test/support/api.ts';
import { aTemplate } from '#test/support/document-examples.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';

const { createTemplate, updateTemplate, readTemplate, listTemplates, previewTemplate } = documentRoutes;
const { generatePdf, createDocumentFromTemplate, listFields, readDocumentAudit, readDocumentPdf } = documentRoutes;

let key: Credential;
const ask = (route: Parameters<typeof call>[1], options?: CallOptions) => call(key, route, options);
const saved = async (changes = {}) => (await ask(createTemplate, { body: { ...aTemplate(), ...changes } })).body;

beforeAll(prepareEngine);
beforeAll(async () => {
  key = (await keyOf(randomUUID(), 'test')).credential;
});

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const isPdf = (base64: string) => bytesOf(base64).subarray(0, 5).toString() === '%PDF-';

describe('a template', () => {
  test('is stored with its roles and can be read', async () => {
    const made = await ask(createTemplate, { body: aTemplate() });

    expect(made).toMatchObject({
      status: 201,
      body: {
        ...aTemplate(),
        revision: 1,
        pageSize: 'A4',
        description: null,
        sourceHash: sha256Hex(aTemplate().source),
        signerRoles: [{ id: 'client', label: 'Client' }],
      },
    });
    expect((await ask(readTemplate, { params: { id: made.body.id } })).body).toEqual(made.body);
    const { items } = (await ask(listTemplates)).body;
    expect(items).toContainEqual(expect.objectContaining({ id: made.body.id, name: 'Agreement' }));
    expect(items[0]).not.toHaveProperty('source');
  });

  test('gets the next revision when it is updated from the current one', async () => {
    const { id } = await saved();
    const source = '# Another\n\n::signature{role=tenant}\n';

    const updated = await ask(updateTemplate, {
      params: { id },
      body: { source, sampleData: {}, revision: 1, pageSize: 'Letter' },
    });

    expect(updated.body).toMatchObject({
      id,
      name: 'Agreement',
      source,
      revision: 2,
      pageSize: 'Letter',
      signerRoles: [{ id: 'tenant', label: null }],
    });
  });

  test('rejects an update from a stale revision and does not change', async () => {
    const before = await saved();
    const params = { id: before.id };
    const { name, ...payload } = aTemplate();
    const first = await ask(updateTemplate, { params, body: { ...payload, revision: 1 } });
    expect(first.status).toBe(200);

    const stale = await ask(updateTemplate, {
      params,
      body: { ...payload, source: '# Lost', revision: 1 },
    });

    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision', revision: 2 } });
    const ahead = await ask(updateTemplate, { params, body: { ...payload, revision: 9 } });
    expect(ahead).toMatchObject({
      status: 409,
      body: { code: 'stale_revision', detail: expect.stringContaining('no revision 9 yet') },
    });
    expect((await ask(readTemplate, { params })).body).toEqual(first.body);
  });

  test.each([
    ['a missing variable', '# Hi {{ nobody }}', 422, 'invalid_template', 'source:1:6'],
    ['raw HTML', 'Text\n\n<b>bold</b>', 422, 'invalid_template', 'source:3:1'],
    ['a variable in a link', '[x](https://{{ client }})', 422, 'invalid_template', 'source:1:'],
    ['a link that no printer takes', LONG_LINK(), 422, 'invalid_template', 'source:1:1'],
    ['an unknown filter', '{{ client | reverse }}', 422, 'invalid_template', 'source:1:'],
    ['a signature in a condition', CONDITIONAL(), 422, 'invalid_template', 'source:'],
    ['a character no font has', 'A \u{10A00}', 422, 'uncovered_characters', 'source:1:'],
  ])('with %s is rejected, and nothing is stored', async (_case, source, status, code, path) => {
    const before = (await everyRow('documents')).length;

    const refused = await ask(createTemplate, { body: { ...aTemplate(), source } });

    expect(refused).toMatchObject({ status, body: { code } });
    expect(refused.body.errors[0].path).toContain(path);
    expect(refused.body.errors[0].message).not.toBe('');
    expect((await everyRow('documents')).length).toBe(before);
  });

  test.each([
    ['a source of more than 128 KiB', { source: 'a'.repeat(128 * 1024 + 1) }, 413, 'source_too_large'],
    ['data of more than 128 KiB', { sampleData: { client: 'a'.repeat(128 * 1024) } }, 413, 'data_too_large'],
    ['an array of 201 items', { sampleData: { client: 'x', all: Array(201).fill(1) } }, 422, 'invalid_data'],
  ])('with %s is rejected', async (_case, changes, status, code) => {
    const refused = await ask(createTemplate, { body: { ...aTemplate(), ...changes } });

    expect(refused).toMatchObject({ status, body: { code } });
  });

  test('with more than 50 pages is rejected, at the beginning of page 51', async () => {
    const source = '::pagebreak\n\nPage\n\n'.repeat(60);

    const refused = await ask(createTemplate, { body: { ...aTemplate(), source } });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'too_many_pages', errors: [{ path: 'source:203:1' }] },
    });
  });

  test('with a character no font has is rejected, at the attribute that contains it', async () => {
    const source =
      '::field{type=text, role=a, prefill={{ name }}} ::field{type=dropdown, role=a, options="x|\u{10A00}"}' +
      '\n\n::signature{role=a}\n';

    const refused = await ask(createTemplate, {
      body: { ...aTemplate(), source, sampleData: { name: '\u{10A01}' } },
    });

    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'uncovered_characters',
        errors: [{ path: 'source:1:36' }, { path: 'source:1:79' }],
      },
    });
  });
});

test.each(['', '   ', ' \n\n\t'])('a template whose source is %j is invalid', (source) => {
  expect(NewTemplate.safeParse({ ...aTemplate(), source }).success).toBe(false);
});

function LONG_LINK() {
  return `[x](https://example.com/${'a'.repeat(8_000)})`;
}

function CONDITIONAL() {
  return '{% if client %}\n::signature{role=client}\n{% endif %}\n';
}

test('template preview: returns a PDF and stores nothing', async () => {
  const { name, ...body } = aTemplate();
  const before = (await everyRow('documents')).length;

  const preview = await ask(previewTemplate, { body });

  expect(preview.status).toBe(200);
  expect(preview.headers['content-type']).toBe('application/pdf');
  expect(isPdf(preview.body)).toBe(true);
  const { catalog } = await PDFDocument.load(Buffer.from(preview.body, 'base64'));
  for (const name of ['StructTreeRoot', 'MarkInfo', 'Lang']) expect(catalog.has(PDFName.of(name))).toBe(true);
  expect((await everyRow('documents')).length).toBe(before);
});

describe('generating a PDF', () => {
  test('prints the given data, identically each time', async () => {
    const { id } = await saved();
    const options = { params: { id }, body: { templateData: { client: 'Nordwind GmbH' } } };

    const [first, again] = [await ask(generatePdf, options), await ask(generatePdf, options)];

    expect(isPdf(first.body)).toBe(true);
    expect(again.body).toBe(first.body);
  });

  test('never falls back to the example data', async () => {
    const { id } = await saved();

    const refused = await ask(generatePdf, { params: { id }, body: { templateData: {} } });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_template', errors: [{ path: expect.stringMatching(/^source:1:/) }] },
    });
  });
});

describe('a document from a template', () => {
  const wanted = (changes = {}) => ({
    name: 'Agreement with Nordwind',
    templateData: { client: 'Nordwind GmbH' },
    signers: { client: { name: 'Ada Example', email: 'ada@example.com' } },
    ...changes,
  });

  test('is a draft whose signature blocks are fields of the signers by role', async () => {
    const template = await saved();

    const made = await ask(createDocumentFromTemplate, {
      params: { id: template.id },
      body: wanted(),
    });

    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'draft',
        signers: [{ roleId: 'client', email: 'ada@example.com', status: 'waiting' }],
        origin: { templateId: template.id, revision: 1, sourceHash: template.sourceHash },
      },
    });
    const { items } = (await ask(listFields, { params: { id: made.body.id } })).body;
    expect(items).toEqual([
      expect.objectContaining({
        fieldType: 'signature',
        label: 'Client',
        pageNumber: 1,
        width: 200,
        height: 50,
        signerId: made.body.signers[0].id,
      }),
    ]);
  });

  test('has the signing order that the sender chooses', async () => {
    const { id } = await saved();
    const client = { name: 'Ada', email: 'ada@example.com', signingOrder: 3 };

    const made = await ask(createDocumentFromTemplate, {
      params: { id },
      body: wanted({ signers: { client } }),
    });

    expect(made.body.signers[0].signingOrder).toBe(3);
  });

  test('has approvers and recipients of copies after its signers, in the same change', async () => {
    const { id } = await saved();
    const others = [
      { name: 'Bo Example', email: 'bo@example.com', role: 'approver', signingOrder: 2, language: 'de' },
      { name: 'Cy Example', email: 'cy@example.com', role: 'copy' },
    ];

    const made = await ask(createDocumentFromTemplate, { params: { id }, body: wanted({ others }) });

    expect(made.status).toBe(201);
    expect(made.body.signers).toMatchObject([
      { roleId: 'client', email: 'ada@example.com' },
      { roleId: null, email: 'bo@example.com', role: 'approver', signingOrder: 2, language: 'de' },
      { roleId: null, email: 'cy@example.com', role: 'copy', signingOrder: 1 },
    ]);
    expect(made.body.signers[0]).not.toHaveProperty('role');
    const params = { id: made.body.id };
    const { items } = (await ask(readDocumentAudit, { params })).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['document.created']);
    const sent = await ask(documentRoutes.sendDocument, { params, body: {} });
    expect(sent.body.signers.map(({ status }: { status: string }) => status)).toEqual(['ready', 'waiting', 'waiting']);
  });

  const another = (changes = {}) => ({ name: 'Bo', email: 'bo@example.com', role: 'copy', ...changes });
  test.each([
    ['another signer without a role of the template', [another({ role: 'signer' })], 400, 'others.0.role'],
    ['another person of whom it is unknown what they do', [another({ role: undefined })], 400, 'others.0.role'],
    ['an approver without an address', [another(), another({ email: 'nobody' })], 400, 'others.1.email'],
    ['more than 12 approvers and copies', Array.from({ length: 13 }, () => another()), 400, 'others'],
  ])('with %s is rejected', async (_case, others, status, path) => {
    const { id } = await saved();

    const refused = await ask(createDocumentFromTemplate, { params: { id }, body: wanted({ others }) });

    expect(refused).toMatchObject({ status, body: { errors: [{ path }] } });
  });

  test('is rejected with a workflow for an approver that does not exist', async () => {
    const { id } = await saved();
    const others = [another({ role: 'approver', identityCheck: { workflowId: randomUUID() } })];

    const refused = await ask(createDocumentFromTemplate, { params: { id }, body: wanted({ others }) });

    expect(refused).toMatchObject({ status: 422, body: { code: 'unfit_workflow' } });
  });

  test('records revision and hash of the source in its audit trail', async () => {
    const template = await saved();
    const { id } = (await ask(createDocumentFromTemplate, { params: { id: template.id }, body: wanted() })).body;

    const { items } = (await ask(readDocumentAudit, { params: { id } })).body;

    expect(items[0]).toMatchObject({
      action: 'document.created',
      details: { templateId: template.id, revision: 1, sourceHash: template.sourceHash },
    });
  });

  test('keeps its PDF when the template is edited', async () => {
    const template = await saved();
    const params = { id: template.id };
    const { id } = (await ask(createDocumentFromTemplate, { params, body: wanted() })).body;
    const before = (await ask(readDocumentPdf, { params: { id } })).body;
    const { name, ...payload } = aTemplate();
    const body = { ...payload, source: `Changed. ${payload.source}`, revision: 1 };
    expect((await ask(updateTemplate, { params, body })).status).toBe(200);

    expect((await ask(readDocumentPdf, { params: { id } })).body).toBe(before);
  });

  test('is rejected with an email address that is too long', async () => {
    const { id } = await saved();
    const client = { name: 'Ada', email: `${'a'.repeat(450_000)}@example.com` };

    const refused = await ask(createDocumentFromTemplate, {
      params: { id },
      body: wanted({ signers: { client } }),
    });

    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', errors: [{ path: 'signers.client.email' }] },
    });
  });

  test.each([
    ['no signer for a role', {}, 'signers.client'],
    [
      'a role there is not',
      {
        client: { name: 'A', email: 'a@example.com' },
        landlord: { name: 'B', email: 'b@example.com' },
      },
      'signers.landlord',
    ],
  ])('with %s is rejected', async (_case, signers, path) => {
    const { id } = await saved();

    const refused = await ask(createDocumentFromTemplate, {
      params: { id },
      body: wanted({ signers }),
    });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'wrong_signers', errors: [{ path }] },
    });
  });
});

test.each(['xx', 'de-XX', 'zh-Abcd'])('a template in the unknown language %s is refused', async (language) => {
  for (const route of [createTemplate, previewTemplate]) {
    const { name: _, ...preview } = aTemplate();
    const body = { ...(route === createTemplate ? aTemplate() : preview), language };
    const answer = await ask(route, { body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_template', errors: [{ path: 'language' }] } });
  }
});
