import { expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, existingUpload } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

/** A table with a row for each item, and four fields in each row. */
const SOURCE = [
  '| item | seen | works | remark | noted |',
  '|---|---|---|---|---|',
  '{% for item in items -%}',
  '| {{ item }} | ::field{key=seen, type=checkbox, role=tenant, label=Seen, required=false} ' +
    '| ::field{type=checkbox, role=tenant, label=Works, required=false} ' +
    '| ::field{type=text, role=tenant, label=Remark, width=60, requiredWhen=seen} ' +
    '| ::field{type=date, role=tenant, label=Noted, width=60, signingDate=true, dateFormat=DD.MM.YY} |',
  '{% endfor %}',
  '',
  '::signature{role=tenant, label=Signature}',
].join('\n');

interface Listed {
  id: string;
  label: string;
  value: string | null;
  requiredWhenFieldId: string | null;
}

const fieldsOf = async (id: string): Promise<Listed[]> =>
  (await done(world.key, documentRoutes.listFields, { params: { id } })).items;

async function draftWith(source: string, data: object) {
  const template = await done(world.key, documentRoutes.createTemplate, {
    body: { name: 'Inventory', source, sampleData: { items: ['a chair'] } },
  });
  return call(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: template.id },
    body: { name: 'Inventory', templateData: data, signers: { tenant: { name: 'Ada Example', email: anAddress() } } },
  });
}

test('a table of two hundred rows with four fields each is changed, sent and signed', {
  tags: 'full',
  timeout: 240_000,
}, async () => {
  const items = Array.from({ length: 200 }, (_, index) => `Item ${index + 1}`);
  const draft = await draftWith(SOURCE, { items });
  expect(draft.status).toBe(201);
  const { id } = draft.body;
  const fields = await fieldsOf(id);
  expect(fields).toHaveLength(801);
  expect(new Set(fields.map((field) => field.id)).size).toBe(801);
  const bySeen = new Map(fields.filter(({ label }) => label === 'Seen').map((field) => [field.id, field]));
  const remarks = fields.filter(({ label }) => label === 'Remark');
  expect(new Set(remarks.map(({ requiredWhenFieldId }) => requiredWhenFieldId))).toEqual(new Set(bySeen.keys()));

  // One of many is changed and removed like any other field.
  const [changed, removed] = fields.filter(({ label }) => label === 'Works');
  const params = (field: Listed | undefined) => ({ id, fieldId: field?.id ?? '' });
  await done(world.key, documentRoutes.updateField, { params: params(changed), body: { label: 'In order' } });
  await done(world.key, documentRoutes.removeField, { params: params(removed) });
  expect(await call(world.key, documentRoutes.removeField, { params: params(removed) })).toMatchObject({ status: 404 });
  const after = await fieldsOf(id);
  expect(after).toHaveLength(800);
  expect(after.map((field) => field.id)).toEqual(
    fields.filter((field) => field.id !== removed?.id).map((field) => field.id),
  );
  expect(after.find((field) => field.id === changed?.id)).toMatchObject({ label: 'In order' });

  const [holder] = await sent(world, { id, signerIds: [], fieldIds: [] });
  const [remark] = remarks;
  await holder?.fill(remark?.requiredWhenFieldId ?? '', true);
  const signature = fields.find(({ label }) => label === 'Signature');
  await holder?.fill(signature?.id ?? '', A_SIGNATURE);
  expect((await holder?.complete())?.body).toMatchObject({ code: 'fields_missing' });
  await holder?.fill(remark?.id ?? '', 'A scratch');
  expect((await holder?.complete())?.body).toMatchObject({ document: { status: 'completed' } });

  const signed = await fieldsOf(id);
  expect(signed.find((field) => field.id === remark?.id)?.value).toBe('A scratch');
  const dates = new Set(signed.filter(({ label }) => label === 'Noted').map(({ value }) => value));
  expect([...dates]).toEqual([expect.stringMatching(/^\d\d\.\d\d\.\d\d$/)]);
});

test('fields whose values are larger than one transaction are refused, and nothing is created', async () => {
  const uploadId = await existingUpload({ ...world, mode: 'test' });
  const place = { role: 'tenant', pageNumber: 1, xPosition: 72, yPosition: 72, width: 200, height: 30 };
  const text = { ...place, fieldType: 'text', multiline: true, prefill: '{{ text }}' };
  const fields = [{ ...place, fieldType: 'signature' }, ...Array.from({ length: 400 }, () => text)];
  const template = await done(world.key, documentRoutes.createPdfTemplate, {
    body: { name: 'Inventory', uploadId, fields },
  });
  const create = (value: string) =>
    call(world.key, documentRoutes.createDocumentFromTemplate, {
      params: { id: template.id },
      body: {
        name: 'Inventory',
        templateData: { text: value },
        signers: { tenant: { name: 'Ada Example', email: anAddress() } },
      },
    });

  expect(await create('x'.repeat(9000))).toMatchObject({
    status: 422,
    body: { code: 'invalid_template', detail: expect.stringContaining('bytes as JSON') },
  });
  expect((await create('x'.repeat(900))).status).toBe(201);
});
