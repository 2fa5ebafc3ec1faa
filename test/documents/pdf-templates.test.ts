import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { textsIn } from '#test/documents/printing/read-pdf.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, existingUpload } from '#test/support/document-examples.ts';
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

async function createPdfTemplate(fields: object[]) {
  const scope = { organizationId: world.organizationId, mode: 'test' as const };
  const body = { name: 'Lease', uploadId: await existingUpload(scope, pdf), fields };
  return call(world.key, documentRoutes.createPdfTemplate, { body });
}

const draftFrom = (id: string, templateData: object) =>
  call(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id },
    body: {
      ...{ name: 'Lease of Ada', templateData },
      signers: { tenant: { name: 'Ada Example', email: anAddress() } },
    },
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
      ...{ kind: 'pdf', source: null, pageSize: null, pages: [{ width: 612, height: 792 }] },
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
  const { items } = await done(world.key, documentRoutes.listFields, { params: { id: draft.id } });
  const fields = new Map(items.map((field: { label: string }) => [field.label, field]));
  const idOf = (label: string) => (fields.get(label) as { id: string }).id;
  expect(fields.get('Name')).toMatchObject({ value: 'Ada Example', editable: true });
  expect(fields.get('Which')).toMatchObject({ requiredWhenFieldId: idOf('Pets') });

  const [tenant] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });
  for (const label of ['Sign', 'Initials'])
    expect((await tenant?.fill(idOf(label), A_SIGNATURE))?.status).toBe(200);
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
])('PDF templates: a field with %s is refused', async (_case, field, path) => {
  const refused = await createPdfTemplate([{ fieldType: 'text', role: 'tenant', ...field }]);

  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_template' } });
  expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('PDF templates: data that a prefill names is needed', async () => {
  const { body: template } = await createPdfTemplate(FIELDS);

  expect(await draftFrom(template.id, {})).toMatchObject({
    status: 422,
    body: { code: 'invalid_template', errors: [{ path: 'fields.0.prefill' }] },
  });
});

test('PDF templates: there is no source to print or replace', async () => {
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
