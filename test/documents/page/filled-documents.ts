import { PNG } from 'pngjs';
import type { NewField } from '#packages/agreements/src/fields/new-field.ts';
import type { FormField } from '#packages/agreements/src/form-field.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { existingUpload } from '#test/support/document-examples.ts';
import { anAddress, done, draftWith, type SigningWorld, sent } from '#test/support/signing-world.ts';

type Value = string | { typed: string };
type Filled = Omit<NewField, 'signerId' | 'pageNumber'> & { entry: Value };

const INK = [20, 33, 61] as const;

/** A drawn signature: two thick strokes on nothing. */
function drawnSignature(width = 400, height = 120): string {
  const png = new PNG({ width, height });
  for (let x = 0; x < width; x += 1)
    for (const slope of [x / width, 1 - x / width])
      for (let thick = -4; thick <= 4; thick += 1) {
        const y = Math.round(slope * (height - 10)) + 5 + thick;
        png.data.set([...INK, 255], (Math.min(height - 1, Math.max(0, y)) * width + x) * 4);
      }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

/** One field of every type, in two columns from the given height on. */
function everyType(top: number): Filled[] {
  const left = (row: number) => ({ xPosition: 40, yPosition: top + row * 56 });
  const right = (row: number) => ({ xPosition: 300, yPosition: top + row * 56 });
  const line = { width: 200, height: 30 };
  return [
    { fieldType: 'text', label: 'Text', ...left(0), ...line, entry: 'Größe & Café 12' },
    {
      fieldType: 'text',
      label: 'Several lines',
      multiline: true,
      ...right(0),
      width: 220,
      height: 50,
      entry: 'First line\nA second one that is long enough to be wrapped in this box',
    },
    {
      fieldType: 'date',
      label: 'Date',
      dateFormat: 'DD.MM.YYYY',
      ...left(1),
      width: 150,
      height: 14,
      entry: '16.11.2026',
    },
    { fieldType: 'checkbox', label: 'Box', ...right(1), width: 40, height: 24, entry: 'true' },
    {
      fieldType: 'dropdown',
      label: 'Choice',
      options: ['monthly', 'quarterly'],
      ...left(2),
      ...line,
      entry: 'quarterly',
    },
    { fieldType: 'initials', label: 'Initials', ...right(2), width: 80, height: 40, entry: { typed: 'ÅN' } },
    { fieldType: 'signature', label: 'Drawn', ...left(3), width: 200, height: 50, entry: drawnSignature() },
    { fieldType: 'signature', label: 'Typed', ...right(3), width: 200, height: 50, entry: { typed: 'Åse Nilsen' } },
  ];
}

const PER_TYPE = 3;
/**
 * Far from any form field and of another size: a linked field takes the place of its form field.
 */
const ELSEWHERE = { xPosition: 3, yPosition: 3, width: 21, height: 17 };

/** Fields for the form of the first page, some of each type. */
function linkedTo(form: readonly FormField[], top: number): Filled[] {
  const seen = new Map<string, FormField>();
  for (const field of form)
    if (field.pageNumber === 1 && !field.isReadOnly && !seen.has(field.name)) seen.set(field.name, field);
  const counts = new Map<string, number>();
  return [...seen.values()].flatMap((field, index): Filled[] => {
    const count = (counts.get(field.type) ?? 0) + 1;
    counts.set(field.type, count);
    const { name: acroFieldName, type } = field;
    const label = `Form ${index}`;
    const options = [...new Set(field.options)].filter((one) => /^[\w .-]*\w[\w .-]*$/.test(one));
    const option = options.at(count % 2 === 0 ? 0 : -1);
    if (count > PER_TYPE || type === 'button') return [];
    if (type === 'text')
      return [
        {
          fieldType: 'text',
          label,
          acroFieldName,
          ...ELSEWHERE,
          entry: 'Ada Lovelace 1815'.slice(0, field.maxLength ?? undefined),
        },
      ];
    if (type === 'checkbox') return [{ fieldType: 'checkbox', label, acroFieldName, ...ELSEWHERE, entry: 'true' }];
    if (type === 'signature')
      return [{ fieldType: 'signature', label, acroFieldName, ...ELSEWHERE, entry: drawnSignature() }];
    if (option === undefined) return [];
    const place = type === 'radio' ? { xPosition: 40 + count * 70, yPosition: top, width: 60, height: 14 } : ELSEWHERE;
    return [{ fieldType: 'dropdown', label, acroFieldName, options, ...place, entry: option }];
  });
}

/**
 * A document with every type of field on its first page, all filled over the API by the first
 * signer.
 */
export async function filledDocument(world: SigningWorld, pdf: Uint8Array) {
  const uploadId = await existingUpload({ ...world, mode: 'test' }, pdf);
  const { id, pages } = await done(world.key, documentRoutes.createDocument, {
    body: { name: 'Form', uploadId },
  });
  const ask = (route: Route, body?: object) => done(world.key, route, { params: { id }, ...(body && { body }) });
  const { id: first } = await ask(documentRoutes.addSigner, {
    name: 'Åse Nilsen',
    email: anAddress(),
    signingOrder: 1,
  });
  const { id: second } = await ask(documentRoutes.addSigner, {
    name: 'Hedda Gabler',
    email: anAddress(),
    signingOrder: 2,
  });
  const { height } = pages[0];
  const { items: form } = await ask(documentRoutes.listFormFields);
  const entries = new Map<string, Value>();
  for (const { entry, ...field } of [...everyType(height / 3), ...linkedTo(form, height - 30)]) {
    const body = { ...field, signerId: first, pageNumber: 1 };
    entries.set((await ask(documentRoutes.addField, body)).id, entry);
  }
  // The second signer has nothing to fill and so changes nothing.
  await ask(documentRoutes.addField, {
    signerId: second,
    fieldType: 'text',
    label: 'Remark',
    required: false,
    pageNumber: 1,
    xPosition: 5,
    yPosition: height - 12,
    width: 10,
    height: 10,
  });
  const [own, other] = await sent(world, { id, signerIds: [], fieldIds: [] });
  if (!own || !other) throw new Error('The document has no two signers.');
  for (const [fieldId, value] of entries) {
    const { status, body } = await own.fill(fieldId, value);
    if (status !== 200) throw new Error(`${fieldId}: ${status} ${JSON.stringify(body)}`);
  }
  return { id, own, other };
}

/** Values that Helvetica has, lacks, and lacks in a field that the sender filled for good. */
const COLOURED: Record<string, string> = {
  latin: 'Lodz, Hellas',
  foreign: 'Łódź, Ελλάδα',
  prefilled: '900 000 złotych (сумма)',
  plain: 'Żółć, Ελλάς',
};

/**
 * A document whose fields are linked to `aColouredForm`. The first signer has entered all values,
 * except for those that the sender has set read-only.
 */
export async function colouredDocument(world: SigningWorld, pdf: Uint8Array) {
  const uploadId = await existingUpload({ ...world, mode: 'test' }, pdf);
  const { id } = await done(world.key, documentRoutes.createDocument, {
    body: { name: 'Coloured form', uploadId },
  });
  const ask = (route: Route, body: object) => done(world.key, route, { params: { id }, body });
  const signerIds: string[] = [];
  for (const signingOrder of [1, 2]) {
    const signer = { name: `Signer ${signingOrder}`, email: anAddress(), signingOrder };
    signerIds.push((await ask(documentRoutes.addSigner, signer)).id);
  }
  const [first, second] = signerIds;
  const text = { fieldType: 'text', ...ELSEWHERE };
  const entries = new Map<string, string>();
  for (const pageNumber of [1, 2])
    for (const [name, value] of Object.entries(COLOURED)) {
      const isPrefilled = name === 'prefilled';
      const field = await ask(documentRoutes.addField, {
        ...text,
        signerId: first,
        pageNumber,
        label: `${name} ${pageNumber}`,
        acroFieldName: `${name}${pageNumber}`,
        ...(isPrefilled && { value }),
      });
      if (!isPrefilled) entries.set(field.id, value);
    }
  const covered = await ask(documentRoutes.addField, {
    ...text,
    signerId: first,
    pageNumber: 1,
    label: 'covered',
    acroFieldName: 'covered',
  });
  entries.set(covered.id, 'Covered in part by another field');
  await ask(documentRoutes.addField, {
    ...text,
    signerId: first,
    pageNumber: 1,
    label: 'cover',
    acroFieldName: 'cover',
    required: false,
  });
  await ask(documentRoutes.addField, { ...text, signerId: second, pageNumber: 1, label: 'Remark', required: false });
  const [own, other] = await sent(world, { id, signerIds: [], fieldIds: [] });
  if (!own || !other) throw new Error('The document has no two signers.');
  for (const [fieldId, value] of entries) {
    const { status, body } = await own.fill(fieldId, value);
    if (status !== 200) throw new Error(`${fieldId}: ${status} ${JSON.stringify(body)}`);
  }
  return { id, own, other };
}

/** Of every script whose font is sent with the page, with letters that join, stack or run from the right. */
export const IN_SCRIPTS: Record<string, string> = {
  Arabic: 'العقد بين الطرفين',
  Bengali: 'এই চুক্তি স্বাক্ষরিত',
  Devanagari: 'दोनों पक्षों के हस्ताक्षर',
  Hebrew: 'הסכם בין הצדדים',
  Tamil: 'இந்த ஒப்பந்தம்',
  Telugu: 'ఈ ఒప్పందం స్త్రీ',
  Thai: 'สัญญาฉบับนี้ทำขึ้น',
};

/** On each page a text in every script, the first of them set by the sender for good. All others are filled. */
export async function documentInScripts(world: SigningWorld, pdf: Uint8Array) {
  const texts = Object.entries(IN_SCRIPTS);
  const fields = [1, 2].flatMap((pageNumber) =>
    texts.map(([script, value], row) => ({
      pageNumber,
      label: `${script} ${pageNumber}`,
      xPosition: 60,
      yPosition: 40 + row * 48,
      width: 300,
      height: 24,
      ...(row === 0 && { value }),
    })),
  );
  const draft = await draftWith(world, [{ email: anAddress(), fields }], pdf);
  const [own] = await sent(world, draft);
  if (!own) throw new Error('The document has no signer.');
  for (const [index, fieldId] of (draft.fieldIds[0] ?? []).entries()) {
    const [, value = ''] = texts[index % texts.length] ?? [];
    if (index % texts.length === 0) continue;
    const { status, body } = await own.fill(fieldId, value);
    if (status !== 200) throw new Error(`${fieldId}: ${status} ${JSON.stringify(body)}`);
  }
  return { id: draft.id, own };
}
