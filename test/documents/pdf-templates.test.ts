import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { aForm } from '#packages/agreements/test/pdf/fixtures.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, existingTemplate, existingUpload } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
let pdf: Uint8Array;

/** Baselines are 100, 200 and 300 pt below the top of a Letter page. */
beforeAll(async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  for (const [index, text] of ['Tenant: /sign/', 'Initials: /here/', 'Again: /here/'].entries())
    page.drawText(text, { x: 72, y: 792 - 100 * (index + 1), size: 12, font });
  pdf = await document.save();
});

const AT = { pageNumber: 1, xPosition: 72, yPosition: 400 };

async function createPdfTemplate(fields: object[], content = pdf) {
  const scope = { organizationId: world.organizationId, mode: 'test' as const };
  const body = { name: 'Lease', uploadId: await existingUpload(scope, content), fields };
  return call(world.key, documentRoutes.createPdfTemplate, { body });
}

const updatePdfTemplate = (id: string, body: object) =>
  call(world.key, documentRoutes.updatePdfTemplate, { params: { id }, body });

async function createByForm(parts: Record<string, string>) {
  const form = new FormData();
  form.append('file', new File([pdf as Uint8Array<ArrayBuffer>], 'Lease 2026.pdf'));
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const request = new Request('http://any', { method: 'POST', body: form });
  return call(world.key, documentRoutes.createPdfTemplate, {
    rawBody: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}

const fieldsOf = async (id: string) => (await done(world.key, documentRoutes.listFields, { params: { id } })).items;

const draftFrom = (id: string, templateData: object) =>
  call(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id },
    body: { name: 'Lease of Ada', templateData, signers: { tenant: { name: 'Ada Example', email: anAddress() } } },
  });

const FIELDS = [
  {
    key: 'name',
    fieldType: 'text',
    role: 'tenant',
    label: 'Name',
    ...AT,
    prefill: '{{ name }}',
    editable: true,
  },
  {
    key: 'pets',
    fieldType: 'checkbox',
    role: 'tenant',
    label: 'Pets',
    ...AT,
    yPosition: 450,
    required: false,
  },
  {
    fieldType: 'text',
    role: 'tenant',
    label: 'Which',
    ...AT,
    yPosition: 500,
    requiredWhenField: 'pets',
  },
  { fieldType: 'signature', role: 'tenant', label: 'Sign', anchor: { text: '/sign/' } },
  {
    fieldType: 'initials',
    role: 'tenant',
    label: 'Initials',
    anchor: { text: '/here/', occurrence: 2, dx: 10, dy: 5 },
  },
];

test('PDF templates: fields are placed by coordinates and by text anchors', async () => {
  const made = await createPdfTemplate(FIELDS);

  expect(made).toMatchObject({
    status: 201,
    body: {
      kind: 'pdf',
      source: null,
      pageSize: null,
      pages: [{ width: 612, height: 792 }],
      signerRoles: [{ id: 'tenant', label: null }],
    },
  });
  const [name, , which, sign, initials] = made.body.fields;
  expect(name).toMatchObject({ ...AT, width: 200, height: 30, prefill: '{{ name }}' });
  expect(which).toMatchObject({ required: false, requiredWhenField: 'pets' });
  const prefix = (await textsIn(pdf)).find(({ text }) => text.startsWith('Tenant'));
  expect(sign).toMatchObject({ pageNumber: 1, yPosition: expect.closeTo(50, 1) });
  expect(sign.xPosition).toBeGreaterThan((prefix?.x ?? 0) + 30);
  expect(sign.xPosition).toBeLessThan((prefix?.x ?? 0) + 55);
  expect(initials.yPosition).toBeCloseTo(300 + 5 - 40, 1);
  const read = await call(world.key, documentRoutes.readTemplate, { params: { id: made.body.id } });
  expect(read.body).toEqual(made.body);
});

test('PDF templates: a document gets the file and the fields, is signed and sealed', async () => {
  const { body: template } = await createPdfTemplate(FIELDS);
  const { status, body: draft } = await draftFrom(template.id, { name: 'Ada Example' });
  expect(status).toBe(201);
  expect(draft).toMatchObject({ sha256: template.sourceHash, origin: { templateId: template.id } });
  const items = await fieldsOf(draft.id);
  expect(items.map(({ key }: { key: string | null }) => key)).toEqual(expect.arrayContaining(['name', 'pets', null]));
  const fields = new Map(items.map((field: { label: string }) => [field.label, field]));
  const idOf = (label: string) => (fields.get(label) as { id: string }).id;
  expect(fields.get('Name')).toMatchObject({ value: 'Ada Example', editable: true });
  expect(fields.get('Which')).toMatchObject({ requiredWhenFieldId: idOf('Pets') });

  const [tenant] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });
  for (const label of ['Sign', 'Initials']) expect((await tenant?.fill(idOf(label), A_SIGNATURE))?.status).toBe(200);
  expect((await tenant?.complete())?.body).toMatchObject({ document: { status: 'completed' } });

  const sealed = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const stamped = (await textsIn(sealed)).find(({ text }) => text === 'Ada Example');
  expect(stamped).toMatchObject({ page: 1, x: expect.closeTo(76, 0) });
});

test.each([
  ['an anchor that is not there', { anchor: { text: '/nowhere/' } }, 'fields.0.anchor'],
  ['an ambiguous anchor', { anchor: { text: '/here/' } }, 'fields.0.anchor'],
  ['an occurrence too many', { anchor: { text: '/here/', occurrence: 3 } }, 'fields.0.anchor'],
  ['an anchor and coordinates', { ...AT, anchor: { text: '/sign/' } }, 'fields.0.anchor'],
  ['neither', {}, 'fields.0.pageNumber'],
  ['a page there is not', { ...AT, pageNumber: 2 }, 'fields.0.pageNumber'],
  ['a box off the page', { ...AT, xPosition: 500 }, 'fields.0.width'],
  ['a box above the page', { anchor: { text: '/sign/', dy: -80 } }, 'fields.0.anchor'],
  ['an unknown reference', { ...AT, requiredWhenField: 'nothing' }, 'fields.0.requiredWhenField'],
  ['a prefill with a loop', { ...AT, prefill: '{% for a in b %}{% endfor %}' }, 'fields.0.prefill'],
  ['options on a text', { ...AT, options: ['x'] }, 'fields.0.options'],
])('PDF templates: a field with %s is rejected', async (_case, field, path) => {
  const refused = await createPdfTemplate([{ fieldType: 'text', role: 'tenant', ...field }]);

  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_template' } });
  expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('PDF templates: data for a prefill is required', async () => {
  const { body: template } = await createPdfTemplate(FIELDS);

  expect(await draftFrom(template.id, {})).toMatchObject({
    status: 422,
    body: { code: 'invalid_template', errors: [{ path: 'fields.0.prefill' }] },
  });
});

test('PDF templates: have no source to print or replace', async () => {
  const { body: template } = await createPdfTemplate(FIELDS);
  const params = { id: template.id };

  const generated = await call(world.key, documentRoutes.generatePdf, {
    params,
    body: { templateData: {} },
  });
  const updated = await call(world.key, documentRoutes.updateTemplate, {
    params,
    body: { source: '# New', sampleData: {}, revision: 1 },
  });

  for (const refused of [generated, updated])
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_markdown' } });
});

test('PDF templates: can be created with a form that contains the file and its fields', async () => {
  const made = await createByForm({ fields: JSON.stringify(FIELDS) });

  expect(made).toMatchObject({ status: 201, body: { name: 'Lease 2026', revision: 1 } });
  expect(made.body.fields).toHaveLength(FIELDS.length);
});

test.each([
  ['fields that are not JSON', '[', 'fields'],
  ['a field without a role', '[{ "fieldType": "text" }]', 'fields.0.role'],
  ['an unknown property', '[{ "fieldType": "text", "role": "a", "size": 1 }]', 'fields.0.size'],
])('PDF templates: a form with %s is rejected', async (_case, fields, path) => {
  const refused = await createByForm({ fields });

  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('PDF templates: a rejected property of a field is also named in JSON', async () => {
  const refused = await createPdfTemplate([{ fieldType: 'text' }]);

  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'fields.0.role' }] } });
});

const LINKED = [
  { key: 'name', fieldType: 'text', role: 'tenant', acroFieldName: 'person.name' },
  {
    key: 'notes',
    fieldType: 'text',
    role: 'tenant',
    acroFieldName: 'person.notes',
    required: false,
  },
  { fieldType: 'signature', role: 'tenant', pageNumber: 1, xPosition: 300, yPosition: 400 },
];

test('PDF templates: a field linked to a form field takes its place, limits and value', async () => {
  const { status, body: template } = await createPdfTemplate(LINKED, await aForm());
  expect(status).toBe(201);
  expect(template).toMatchObject({ hasForm: true });
  expect(template.fields[0]).toMatchObject({
    acroFieldName: 'person.name',
    pageNumber: 1,
    width: 200,
    height: 20,
    xPosition: expect.closeTo(50, 0),
    yPosition: expect.closeTo(80, 0),
  });
  expect(template.fields[1]).toMatchObject({ multiline: true });

  const { body: draft } = await draftFrom(template.id, {});
  const [name] = await fieldsOf(draft.id);
  expect(name).toMatchObject({ key: 'name', value: 'Default', editable: true, filledBy: null });
  const form = await done(world.key, documentRoutes.listFormFields, { params: { id: draft.id } });
  expect(form.items.map((one: { name: string }) => one.name)).toContain('person.name');

  const [tenant] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });
  await tenant?.fill(name.id, 'Ada Example');
  for (const { id, fieldType } of await fieldsOf(draft.id))
    if (fieldType === 'signature') await tenant?.fill(id, A_SIGNATURE);
  expect((await tenant?.complete())?.body).toMatchObject({ document: { status: 'completed' } });
  const sealed = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const texts = (await textsIn(sealed)).filter(({ page }) => page <= 2).map(({ text }) => text);
  // The form field has a widget on each of its two pages.
  expect(texts.filter((text) => text === 'Ada Example')).toHaveLength(2);
  expect(texts).not.toContain('Default');
});

test.each([
  ['does not exist', [{ ...LINKED[0], acroFieldName: 'nothing', ...AT }], 'fields.0.acroFieldName'],
  ['is of another kind', [{ ...LINKED[0], fieldType: 'checkbox' }], 'fields.0.acroFieldName'],
  ['is filled by another field', [LINKED[0], { ...LINKED[0], key: 'b' }], 'fields.1.acroFieldName'],
])('PDF templates: a link to a form field that %s is rejected', async (_case, fields, path) => {
  const refused = await createPdfTemplate(fields as object[], await aForm());

  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_template' } });
  expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('PDF templates: replaced fields are a new revision, and documents keep theirs', async () => {
  const { body: before } = await createPdfTemplate(FIELDS);
  const { body: draft } = await draftFrom(before.id, { name: 'Ada Example' });
  const landlord = { fieldType: 'signature', role: 'landlord', anchor: { text: '/sign/' } };

  const updated = await updatePdfTemplate(before.id, { fields: [landlord], revision: 1 });

  expect(updated).toMatchObject({
    status: 200,
    body: { revision: 2, name: 'Lease', signerRoles: [{ id: 'landlord' }] },
  });
  expect(updated.body).toMatchObject({ sourceHash: before.sourceHash, pages: before.pages });
  expect(updated.body.fields).toMatchObject([{ role: 'landlord', yPosition: 50 }]);
  expect(await fieldsOf(draft.id)).toHaveLength(FIELDS.length);
});

test('PDF templates: replacing fields follows the rules of creating them', async () => {
  const { body: template } = await createPdfTemplate(FIELDS);
  const bad = [{ fieldType: 'text', role: 'tenant', anchor: { text: '/nowhere/' } }];

  const invalid = await updatePdfTemplate(template.id, { fields: bad, revision: 1 });
  const stale = await updatePdfTemplate(template.id, { fields: FIELDS, revision: 2 });

  expect(invalid).toMatchObject({ status: 422, body: { errors: [{ path: 'fields.0.anchor' }] } });
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision', revision: 1 } });
  const read = await call(world.key, documentRoutes.readTemplate, { params: { id: template.id } });
  expect(read.body).toEqual(template);
});

test('PDF templates: fields of a Markdown template cannot be replaced', async () => {
  const scope = { organizationId: world.organizationId, mode: 'test' as const };
  const id = await existingTemplate(scope);

  const refused = await updatePdfTemplate(id, { fields: FIELDS, revision: 1 });

  expect(refused).toMatchObject({ status: 409, body: { code: 'not_pdf' } });
});
