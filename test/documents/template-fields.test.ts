import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

const SOURCE = `# Lease

I, ::field{key=name, type=text, role=tenant, label="Full name", prefill={{ tenant }}, editable=true}, rent
flat ::field{key=flat, type=text, role=tenant, label=Flat, prefill="No. {{ flat }}", width=60} from
::field{key=start, type=date, role=tenant, label=Start, dateFormat=DD.MM.YYYY}.

- ::field{key=pets, type=checkbox, role=tenant, label=Pets, required=false} I keep pets: ::field{key=pet, type=text, role=tenant, label="Which pets", requiredWhen=pets}
- ::field{key=country, type=dropdown, role=tenant, label=Country, options="Norway; Sweden"}

| Plan | Initials |
|---|---|
| ::field{type=checkbox, role=tenant, group=plan, groupRequired=true, label=Basic} Basic ::field{type=checkbox, role=tenant, group=plan, label=Plus} Plus | ::field{type=initials, role=landlord, label=Initials} |

:::signatures
::signature{role=tenant, label="The tenant", name=true, date=true, dateFormat=DD.MM.YYYY}
::signature{role=landlord, label="The landlord", title="Managing Director"}
:::
`;

const sampleData = { tenant: 'Example', flat: 1 };

const createTemplate = (changes = {}) =>
  call(world.key, documentRoutes.createTemplate, {
    body: { name: 'Lease', source: SOURCE, sampleData, ...changes },
  });

async function draftFrom(templateId: string, templateData: object = { tenant: 'Ada Example', flat: 7 }) {
  const signers = {
    tenant: { name: 'Ada Example', email: anAddress() },
    landlord: { name: 'Harbour Estates', email: anAddress() },
  };
  return call(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: templateId },
    body: { name: 'Lease of Ada', templateData, signers },
  });
}

interface Placed {
  id: string;
  label: string;
  signerId: string;
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  height: number;
  [setting: string]: unknown;
}

const fieldsOf = async (id: string): Promise<Map<string, Placed>> => {
  const { items } = await done(world.key, documentRoutes.listFields, { params: { id } });
  return new Map(items.map((field: Placed) => [field.label, field]));
};

test('templates: the response lists every field of the source', async () => {
  const { status, body } = await createTemplate();

  expect(status).toBe(201);
  expect(body.fields.map(({ key }: { key: string | null }) => key)).toEqual([
    'name',
    'flat',
    'start',
    'pets',
    'pet',
    'country',
    null,
    null,
    null,
    'tenant.date',
  ]);
  expect(body.fields).toMatchObject([
    { fieldType: 'text', role: 'tenant', prefill: '{{ tenant }}', editable: true },
    { prefill: 'No. {{ flat }}', editable: false, width: 60 },
    { fieldType: 'date', dateFormat: 'DD.MM.YYYY', required: true },
    { fieldType: 'checkbox', required: false },
    { requiredWhenField: 'pets', required: false },
    { fieldType: 'dropdown', options: ['Norway', 'Sweden'] },
    { groupKey: 'plan', groupRequired: true },
    { groupKey: 'plan' },
    { fieldType: 'initials', role: 'landlord' },
    { fieldType: 'date', label: 'Date' },
  ]);
  const { body: read } = await call(world.key, documentRoutes.readTemplate, {
    params: { id: body.id },
  });
  expect(read).toEqual(body);
});

test('templates: an update replaces the fields', async () => {
  const { body } = await createTemplate();

  const updated = await call(world.key, documentRoutes.updateTemplate, {
    params: { id: body.id },
    body: { source: '::signature{role=tenant, place=true}', sampleData: {}, revision: 1 },
  });

  expect(updated.body.fields).toMatchObject([{ key: 'tenant.place', fieldType: 'text' }]);
});

test('documents: template fields belong to the signers by role, with references remapped', async () => {
  const template = (await createTemplate()).body;
  const { status, body: draft } = await draftFrom(template.id);
  expect(status).toBe(201);
  const [tenant, landlord] = draft.signers;
  const fields = await fieldsOf(draft.id);

  expect(fields.size).toBe(12);
  expect(fields.get('Full name')).toMatchObject({
    signerId: tenant.id,
    value: 'Ada Example',
    editable: true,
    filledBy: null,
  });
  expect(fields.get('Flat')).toMatchObject({ value: 'No. 7', filledBy: 'sender', width: 60 });
  expect(fields.get('Date')).toMatchObject({ key: 'tenant.date' });
  expect(fields.get('The tenant')).toMatchObject({ fieldType: 'signature', key: null });
  expect(fields.get('Which pets')).toMatchObject({ required: false, requiredWhenFieldId: fields.get('Pets')?.id });
  expect(fields.get('Initials')).toMatchObject({ signerId: landlord.id });
  expect(fields.get('Basic')).toMatchObject({ groupKey: 'plan', groupRequired: true });
  expect(fields.get('Date')).toMatchObject({ fieldType: 'date', dateFormat: 'DD.MM.YYYY' });

  const other = await fieldsOf((await draftFrom(template.id)).body.id);
  expect(other.get('Which pets')?.requiredWhenFieldId).toBe(other.get('Pets')?.id);
  expect(other.get('Pets')?.id).not.toBe(fields.get('Pets')?.id);
});

test('documents: template fields are filled, and the sealed file has the values in their places', async () => {
  const template = (await createTemplate()).body;
  const { body: draft } = await draftFrom(template.id);
  const fields = await fieldsOf(draft.id);
  const [tenant, landlord] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });
  const idOf = (label: string) => fields.get(label)?.id ?? '';
  const fill = async (label: string, value: string | boolean) =>
    expect((await tenant?.fill(idOf(label), value))?.body).not.toHaveProperty('code');

  expect((await tenant?.fill(idOf('Flat'), 'No. 8'))?.status).toBe(409);
  await fill('Full name', 'Ada B. Example');
  await fill('Start', '01.03.2026');
  await fill('Pets', true);
  await fill('Country', 'Sweden');
  await fill('Basic', true);
  await fill('Plus', true);
  await fill('Date', '16.11.2026');
  await fill('The tenant', A_SIGNATURE);
  expect((await tenant?.complete())?.body).toMatchObject({
    code: 'fields_missing',
    errors: [{ message: expect.stringContaining('Pets') }],
  });
  await fill('Which pets', 'Two cats');
  expect((await tenant?.complete())?.status).toBe(200);
  await landlord?.fill(idOf('Initials'), A_SIGNATURE);
  await landlord?.fill(idOf('The landlord'), A_SIGNATURE);
  expect((await landlord?.complete())?.body).toMatchObject({ document: { status: 'completed' } });

  expect((await fieldsOf(draft.id)).get('Basic')?.value).toBeNull();
  const pdf = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const texts = await textsIn(pdf);
  const values = {
    'Full name': 'Ada B. Example',
    Flat: 'No. 7',
    Start: '01.03.2026',
    'Which pets': 'Two cats',
    Country: 'Sweden',
    Date: '16.11.2026',
  };
  for (const [label, value] of Object.entries(values)) {
    const field = fields.get(label);
    if (!field) throw new Error(`There is no field ${label}.`);
    const { xPosition, yPosition, height, pageNumber } = field;
    const stamped = texts.filter(({ text, page }) => page === pageNumber && text === value);
    expect(stamped).toContainEqual(expect.objectContaining({ x: expect.closeTo(xPosition + 4, 0) }));
    for (const { y } of stamped) {
      expect(y).toBeGreaterThan(yPosition);
      expect(y).toBeLessThan(yPosition + height);
    }
  }
  const printed = texts.filter(({ page }) => page === 1).map(({ text }) => text);
  expect(printed.join('\n')).toContain('Managing Director');
  expect(printed).toContain('Ada Example');
});

test.each([
  ['a date that is none', { tenant: 'x', flat: 1, day: 'tomorrow' }, 'invalid_template'],
  ['a character no font has', { tenant: '\u{10A00}', flat: 1, day: '2026-03-01' }, 'uncovered_characters'],
])('documents: a prefill with %s is rejected with its place, and nothing is created', async (_case, data, code) => {
  const source = `${SOURCE}\n\n::field{type=date, role=tenant, prefill={{ day }}}`;
  const { body: template } = await createTemplate({
    source,
    sampleData: { ...sampleData, day: '2026-03-01' },
  });

  const refused = await draftFrom(template.id, data);

  expect(refused).toMatchObject({ status: 422, body: { code } });
  expect(refused.body.errors[0].path).toMatch(/^source:\d+:\d+$/);
});

test('templates: a field of a role without a signature is rejected, and nothing is stored', async () => {
  const refused = await createTemplate({ source: '::field{type=text, role=nobody}' });

  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'invalid_template', errors: [{ path: 'source:1:20' }] },
  });
});

test('documents: eighty fields are written with their document', async () => {
  const sampleData = { items: Array.from({ length: 80 }, (_, index) => index) };
  const source = `{% for i in items %}::field{type=checkbox, role=a, required=false} {% endfor %}\n\n::signature{role=a}`;
  const { body: template } = await createTemplate({ source, sampleData });

  const made = await call(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: template.id },
    body: { name: 'Many', templateData: sampleData, signers: { a: { name: 'Ada', email: anAddress() } } },
    idempotencyKey: randomUUID(),
  });

  expect(made.status).toBe(201);
  const { items } = await done(world.key, documentRoutes.listFields, {
    params: { id: made.body.id },
  });
  expect(items).toHaveLength(81);
});
