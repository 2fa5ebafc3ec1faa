import { randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { SigningField, SigningState } from '../src/client/signing-state.ts';

/** A field of the stub: the state of the page, and its rules. */
export interface StubField extends SigningField {
  /** Required while this other field is checked. */
  requiredWhen?: StubField;
  groupRequired?: boolean;
}

const LETTER = { width: 612, height: 792 };

export function aField(changes: Partial<StubField> & Pick<StubField, 'fieldType'>): StubField {
  return {
    id: randomUUID(),
    pageNumber: 1,
    xPosition: 72,
    yPosition: 200,
    width: 200,
    height: 30,
    label: null,
    value: null,
    options: null,
    maxLength: null,
    groupKey: null,
    requiredWhenFieldId: null,
    validationPattern: null,
    validationMessage: null,
    multiline: false,
    required: true,
    isMine: true,
    isReadOnly: false,
    isRequiredNow: true,
    isFrozen: false,
    isOverForm: false,
    acroFieldName: null,
    dateFormat: null,
    signingDate: false,
    signatureImage: null,
    ...changes,
  };
}

/** One field of every type, over three pages. Tests find them by their labels. */
export function everyKind() {
  const nameField = aField({
    fieldType: 'text',
    label: 'Full name',
    yPosition: 176,
    validationPattern: '\\p{L}+ \\p{L}+',
    validationMessage: 'Give your first and last name.',
  });
  const date = aField({
    fieldType: 'date',
    label: 'Date of birth',
    xPosition: 330,
    yPosition: 176,
  });
  const country = aField({
    fieldType: 'dropdown',
    label: 'Country',
    yPosition: 250,
    options: ['Austria', 'Belgium', 'Norway'],
  });
  const married = aField({
    fieldType: 'checkbox',
    label: 'Married',
    required: false,
    xPosition: 330,
    yPosition: 250,
    width: 24,
    height: 24,
  });
  const spouse = aField({
    fieldType: 'text',
    label: 'Name of spouse',
    required: false,
    requiredWhen: married,
    xPosition: 330,
    yPosition: 310,
    width: 190,
  });
  const remarks = aField({
    fieldType: 'text',
    label: 'Remarks',
    required: false,
    multiline: true,
    yPosition: 420,
    width: 448,
    height: 80,
  });
  const group = ['By post', 'By e-mail'].map((label, index) =>
    aField({
      fieldType: 'checkbox',
      label,
      groupKey: 'delivery',
      groupRequired: true,
      pageNumber: 2,
      xPosition: 72,
      yPosition: 150 + index * 40,
      width: 20,
      height: 20,
      required: false,
    }),
  );
  const initials = aField({
    fieldType: 'initials',
    label: 'Initials',
    pageNumber: 2,
    xPosition: 440,
    yPosition: 700,
    width: 80,
    height: 40,
  });
  const signature = aField({
    fieldType: 'signature',
    label: 'Signature of the tenant',
    pageNumber: 3,
    yPosition: 560,
    height: 50,
  });
  const second = aField({
    fieldType: 'signature',
    label: 'Signature under the annex',
    pageNumber: 3,
    yPosition: 680,
    height: 50,
  });
  const signedAt = aField({
    fieldType: 'date',
    label: 'Signed on (DD.MM.YYYY)',
    dateFormat: 'DD.MM.YYYY',
    pageNumber: 3,
    xPosition: 330,
    yPosition: 570,
    width: 150,
  });
  const reference = aField({
    fieldType: 'text',
    label: 'Reference',
    value: 'L-2026-0117',
    isReadOnly: true,
    xPosition: 330,
    yPosition: 68,
    width: 190,
    isRequiredNow: false,
  });
  const fields = [reference, nameField, date, country, married, spouse, remarks];
  return [...fields, ...group, initials, signature, second, signedAt];
}

export function aState(fields: StubField[], changes: Partial<SigningState> = {}): SigningState {
  return {
    document: {
      id: randomUUID(),
      name: 'Lease of a flat in Harbour Street',
      status: 'sent' as const,
      message: 'Please sign by Friday, so that the keys can be handed over.',
      senderName: 'Harbour Estates',
      pages: [LETTER, LETTER, LETTER],
      expiresAt: '2026-05-12T12:00:00.000Z',
      requireConsent: false,
      sha256: null,
    },
    signer: {
      id: randomUUID(),
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      status: 'ready' as const,
      signingOrder: 1,
      consent: {
        version: '2026-11',
        language: 'en' as const,
        acceptedAt: '2026-05-01T08:00:00.000Z',
      },
    },
    language: null,
    signers: { total: 2, completed: 0 },
    fields,
    progress: { filled: 0, total: 0 },
    shown: '',
    ...changes,
  };
}

const PARAGRAPHS = [
  'The landlord lets to the tenant the flat on the second floor of the house at 12 Harbour Street,',
  'consisting of three rooms, a kitchen, a bathroom and a cellar. The lease begins on the first day',
  'of the month after both have signed, and may be ended by either with three months of notice.',
];

/** Three pages of a lease in a font that is not embedded, as in many forms. */
export async function aPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const plain = await file.embedFont(StandardFonts.Helvetica);
  const bold = await file.embedFont(StandardFonts.HelveticaBold);
  for (const [index, title] of ['Lease', 'Delivery of notices', 'Signatures'].entries()) {
    const page = file.addPage([LETTER.width, LETTER.height]);
    page.drawText(title, { x: 72, y: 700, size: 20, font: bold });
    PARAGRAPHS.forEach((line, row) => {
      page.drawText(line, { x: 72, y: 665 - row * 15, size: 10.5, font: plain });
    });
    page.drawText(`${index + 1} / 3`, { x: 296, y: 40, size: 9, font: plain });
  }
  return file.save();
}
