import type { Field, FieldSettings } from '../../src/field.ts';
import { newFieldOf } from '../../src/fields/change-field.ts';
import { checkField } from '../../src/fields/check-field.ts';
import type { DocumentFields } from '../../src/fields/document-fields.ts';
import { type NewField, settingsOf } from '../../src/fields/new-field.ts';
import type { SigningParty } from '../../src/fields/turn.ts';
import type { FormField } from '../../src/form-field.ts';

/** Fields of a two-page US Letter document; a test states only what it is about. */
export const NOW = '2026-03-14T09:26:53.589Z';
export const LATER = '2026-03-15T10:00:00.000Z';

/** A UUID that is the same for the same number. */
export const idOf = (kind: 'field' | 'signer' | 'document', number: number) =>
  `${{ field: 'f1e1d000', signer: '51600000', document: 'd0c00000' }[kind]}-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const ANNA = idOf('signer', 1);
export const BEN = idOf('signer', 2);
export const DOCUMENT_ID = idOf('document', 1);
export const LETTER = { width: 612, height: 792 };
export const SIGNATURE = `sha256:${'ab'.repeat(32)}`;

export const aNewField = (parts: Partial<NewField> = {}): NewField => ({
  signerId: ANNA,
  fieldType: 'text',
  pageNumber: 1,
  xPosition: 72,
  yPosition: 72,
  width: 200,
  height: 30,
  ...parts,
});

/** A stored field, without checking the rules. */
export function aField(number: number, parts: Partial<Field> = {}): Field {
  const settings: FieldSettings = {
    ...settingsOf(aNewField({ label: `Field ${number}` })),
    ...(parts.fieldType === 'dropdown' ? { options: ['red', 'green'] } : {}),
  };
  const id = idOf('field', number);
  const field = newFieldOf({
    id,
    documentId: DOCUMENT_ID,
    settings: { ...settings, ...parts },
    now: NOW,
  });
  return { ...field, ...parts };
}

export const aDocument = (parts: Partial<DocumentFields> = {}): DocumentFields => ({
  fields: [],
  pages: [LETTER, LETTER],
  signerIds: [ANNA, BEN],
  form: [],
  ...parts,
});

/** A field of the PDF's own form. */
export const aFormField = (name: string, parts: Partial<FormField> = {}): FormField => ({
  name,
  type: 'text',
  pageNumber: 1,
  xPosition: 72,
  yPosition: 72,
  width: 200,
  height: 30,
  options: null,
  value: null,
  maxLength: null,
  isRequired: false,
  isReadOnly: false,
  isMultiline: false,
  ...parts,
});

export const aSigner = (parts: Partial<SigningParty> = {}): SigningParty => ({
  id: ANNA,
  signingOrder: 1,
  completedAt: null,
  ...parts,
});

const SUBJECT_ID = idOf('field', 999);

/** The paths of the findings on a new field among the other fields of a document. */
export const pathsOf = (parts: Partial<NewField>, document: Partial<DocumentFields> = {}) =>
  findingsOf(parts, document).map(({ path }) => path);

export const findingsOf = (parts: Partial<NewField>, document: Partial<DocumentFields> = {}) =>
  checkField(settingsOf(aNewField(parts)), { ...aDocument(document), fieldId: SUBJECT_ID });
