import { afterEach, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { now, shiftClock } from '#shared/platform/clock.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, existingUpload } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, type Holder, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const DAY_MS = 24 * 60 * 60 * 1000;
const dayAt = (date: Date) => date.toISOString().slice(0, 10);
const german = (date: Date) => dayAt(date).split('-').reverse().join('.');

/** Moves the clock to just before or after the next midnight of UTC. */
function toMidnight(milliseconds: number) {
  const time = Date.now();
  shiftClock(DAY_MS - (time % DAY_MS) + milliseconds);
}

const DATE = { fieldType: 'date' as const, label: 'Date', signingDate: true };

interface Shown {
  id: string;
  label: string;
  value: string | null;
}

async function stateOf(
  holder: Holder | undefined,
): Promise<{ fields: Shown[]; shown: string; [name: string]: unknown }> {
  return (await holder?.read())?.body;
}

const aPlan = (signingOrder: number, more: object[] = []) => ({
  email: anAddress(),
  signingOrder,
  fields: [{ fieldType: 'signature' as const, label: 'Signature' }, DATE, ...more],
});

test('a signing date is shown before it is sealed, and stored with the signature', async () => {
  const draft = await draftWith(world, [aPlan(1, [{ ...DATE, label: 'Datum', dateFormat: 'DD.MM.YYYY' }]), aPlan(2)]);
  const [first, second] = await sent(world, draft, { language: 'en' });
  const [[signature = '', date = ''] = [], [otherSignature = '', otherDate = ''] = []] = draft.fieldIds;

  // Nobody else's date, and none before the signer's turn.
  expect((await stateOf(second)).fields).toMatchObject([{ id: otherSignature }, { id: otherDate, value: null }]);
  toMidnight(-60 * 60 * 1000);
  const day = now();
  const before = await stateOf(first);
  const written = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
  expect(before.fields).toMatchObject([
    { id: signature, signingDate: false },
    { id: date, value: written, signingDate: true, isReadOnly: true, isRequiredNow: false },
    { label: 'Datum', value: german(day) },
  ]);
  expect(before.progress).toEqual({ filled: 0, total: 1 });
  // Not stored before the signature.
  const { items } = await done(world.key, documentRoutes.listFields, { params: { id: draft.id } });
  expect(items.map(({ value }: Shown) => value)).toEqual([null, null, null, null, null]);

  await first?.fill(signature, A_SIGNATURE);
  const { shown } = await stateOf(first);
  const signed = await first?.complete(shown);
  expect(signed).toMatchObject({ status: 200, body: { fields: [{}, { value: written }, { value: german(day) }] } });

  shiftClock(5 * DAY_MS);
  const later = now();
  await second?.fill(otherSignature, A_SIGNATURE);
  expect((await stateOf(second)).fields).toMatchObject([
    { id: signature },
    { id: date, value: written, isFrozen: true },
    { value: german(day) },
    { id: otherSignature },
    { id: otherDate },
  ]);
  expect((await second?.complete())?.body).toMatchObject({ document: { status: 'completed' } });

  const fields = await done(world.key, documentRoutes.listFields, { params: { id: draft.id } });
  expect(fields.items).toMatchObject([
    {},
    { id: date, value: written, filledBy: 'signer' },
    { value: german(day) },
    {},
    { id: otherDate, filledBy: 'signer' },
  ]);
  const pdf = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const printed = (await textsIn(pdf)).filter(({ page }) => page === 1).map(({ text }) => text);
  expect(printed.join('\n')).toContain(german(day));
  expect(printed.join(' ').replaceAll(/\s+/g, ' ')).toContain(written);
  const trail = (await done(world.key, documentRoutes.readDocumentAudit, { params: { id: draft.id } })).items;
  const signatures = trail.filter(({ action }: { action: string }) => action === 'signer.signed');
  expect(signatures).toMatchObject([
    { details: { signingDate: dayAt(day) } },
    { details: { signingDate: dayAt(later) } },
  ]);
});

test('a signing date of yesterday is not sealed: the signer has to look again', async () => {
  const draft = await draftWith(world, [aPlan(1)]);
  const [holder] = await sent(world, draft);
  const [[signature = ''] = []] = draft.fieldIds;
  await holder?.fill(signature, A_SIGNATURE);
  toMidnight(-60_000);
  const { shown } = await stateOf(holder);

  toMidnight(60_000);
  expect(await holder?.complete(shown)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });

  const again = await stateOf(holder);
  expect(again.fields[1]?.value).toBe(dayAt(now()));
  expect((await holder?.complete(again.shown))?.status).toBe(200);
});

test('nobody enters a signing date', async () => {
  const draft = await draftWith(world, [aPlan(1)]);
  const [signerId = ''] = draft.signerIds;
  const place = { signerId, pageNumber: 1, xPosition: 72, yPosition: 400, width: 150, height: 30 };
  const add = (field: object) =>
    call(world.key, documentRoutes.addField, { params: { id: draft.id }, body: { ...place, ...field } });

  expect(await add({ ...DATE, value: '2020-01-02' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_field', errors: [{ path: 'value' }] },
  });
  expect(await add({ fieldType: 'text', signingDate: true })).toMatchObject({ status: 422 });
  const [[signature = '', date = ''] = []] = draft.fieldIds;
  const updated = await call(world.key, documentRoutes.updateField, {
    params: { id: draft.id, fieldId: date },
    body: { value: '2020-01-02' },
  });
  expect(updated).toMatchObject({ status: 422, body: { errors: [{ path: 'value' }] } });

  const [holder] = await sent(world, draft);
  expect(await holder?.fill(date, '2020-01-02')).toMatchObject({ status: 409, body: { code: 'read_only' } });
  expect((await holder?.fill(signature, A_SIGNATURE))?.status).toBe(200);
});

test('templates: a line below a signature and a field in the text can be the date of signing', async () => {
  const source = [
    'Signed on ::field{key=day, type=date, role=tenant, label=Day, signingDate=true}.',
    '',
    '::signature{role=tenant, date=signed, dateFormat=DD.MM.YYYY}',
  ].join('\n');
  const template = await done(world.key, documentRoutes.createTemplate, {
    body: { name: 'Lease', source, sampleData: {} },
  });
  expect(template.fields).toMatchObject([
    { key: 'day', signingDate: true },
    { key: 'tenant.date', signingDate: true, dateFormat: 'DD.MM.YYYY' },
  ]);
  const draft = await done(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: template.id },
    body: { name: 'Lease', templateData: {}, signers: { tenant: { name: 'Ada Example', email: anAddress() } } },
  });
  const { items } = await done(world.key, documentRoutes.listFields, { params: { id: draft.id } });

  expect(items.filter(({ signingDate }: { signingDate: boolean }) => signingDate)).toMatchObject([
    { label: 'Day', value: null },
    { label: 'Date', value: null, dateFormat: 'DD.MM.YYYY' },
  ]);
  const refused = await call(world.key, documentRoutes.createTemplate, {
    body: { name: 'Lease', source: source.replace('signingDate=true', 'signingDate=true, prefill=x'), sampleData: {} },
  });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: expect.arrayContaining([{ path: 'source:1:81', message: expect.stringContaining('signing date') }]),
    },
  });
});

test('PDF templates: a field can be the date of signing', async () => {
  const place = { pageNumber: 1, xPosition: 72, width: 150, height: 30, role: 'tenant' };
  const fields = [
    { ...place, fieldType: 'signature', yPosition: 100 },
    { ...place, fieldType: 'date', signingDate: true, yPosition: 200 },
  ];
  const uploadId = await existingUpload({ ...world, mode: 'test' });
  const template = await call(world.key, documentRoutes.createPdfTemplate, {
    body: { name: 'Lease', uploadId, fields },
  });

  expect(template).toMatchObject({ status: 201, body: { fields: [{ signingDate: false }, { signingDate: true }] } });
});
