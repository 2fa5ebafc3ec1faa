import { useState } from 'react';
import { useApi } from '../../app.tsx';
import { SelectField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import type { NewField } from './field-edits.ts';
import { type DocumentRecord, type FormField, isSigning } from './words.ts';

type Kind = Pick<NewField, 'fieldType' | 'required' | 'options' | 'multiline'>;

const choice = ({ options }: FormField): Kind => ({ fieldType: 'dropdown', options: [...(options ?? [])] });

/** What a field of a PDF's form becomes. Push buttons hold no value. */
const BECOMES: Partial<Record<FormField['type'], (field: FormField) => Kind>> = {
  text: ({ isMultiline }) => ({ fieldType: 'text', ...(isMultiline && { multiline: true }) }),
  checkbox: () => ({ fieldType: 'checkbox' }),
  radio: choice,
  dropdown: choice,
  listbox: choice,
  signature: () => ({ fieldType: 'signature', required: true }),
};

const SMALLEST = 5;
const NOBODY: string = '';

export const canLink = ({ type, isReadOnly, values }: FormField) =>
  BECOMES[type] !== undefined && !isReadOnly && (values?.length ?? 0) <= 1;

/** A new field that fills a field of the PDF's form. */
export function linkedField(field: FormField, signerId: string): NewField | undefined {
  const { name, type, pageNumber, xPosition, yPosition, width, height, isRequired } = field;
  const kind = BECOMES[type]?.(field);
  if (kind === undefined) return undefined;
  return {
    signerId,
    pageNumber,
    xPosition,
    yPosition,
    width: Math.max(SMALLEST, width),
    height: Math.max(SMALLEST, height),
    acroFieldName: name,
    label: name.slice(0, 200),
    required: isRequired,
    ...kind,
  };
}

/** Gives each chosen field of the PDF's form a signer. */
export function LinkForm({
  document: { id, signers },
  form,
  onChanged,
  onClose,
}: {
  document: DocumentRecord;
  /** Fields of the form that are not linked yet. */
  form: readonly FormField[];
  onChanged(): Promise<unknown>;
  onClose(): void;
}) {
  const api = useApi();
  const linkable = form.filter(canLink);
  const [signerOf, setSignerOf] = useState<Readonly<Record<string, string>>>({});
  const chosen = linkable.filter(({ name }) => signerOf[name]);
  const options = [
    [NOBODY, 'Nobody'] as const,
    ...signers.filter(isSigning).map((signer) => [signer.id, signer.name] as const),
  ];
  const link = async () => {
    let count = 0;
    try {
      for (const field of chosen) {
        const body = linkedField(field, signerOf[field.name] ?? '');
        if (!body) continue;
        await api.documents.addField({
          params: { id },
          body,
          idempotencyKey: crypto.randomUUID(),
        });
        count += 1;
      }
    } finally {
      // Fields that were linked before a refusal stay linked.
      if (count > 0) {
        toast(count === 1 ? '1 field was linked.' : `${count} fields were linked.`);
        await onChanged();
      }
    }
    onClose();
  };
  return (
    <FormDialog
      title="Link fields of the form"
      button={chosen.length === 1 ? 'Link 1 field' : `Link ${chosen.length} fields`}
      blocked={chosen.length === 0 ? 'Choose a signer for a field first.' : null}
      onClose={onClose}
      onSubmit={link}
    >
      <p className="quiet">The PDF has a form. Each field takes the place of the form field that its signer fills.</p>
      {signers.length > 0 && linkable.length > 1 && (
        <SelectField
          label="All fields to"
          value={NOBODY}
          options={options}
          onValue={(signerId) => setSignerOf(Object.fromEntries(linkable.map(({ name }) => [name, signerId])))}
        />
      )}
      {linkable.map(({ name, type, pageNumber }) => (
        <SelectField
          key={name}
          label={name}
          hint={`${type}, page ${pageNumber}`}
          value={signerOf[name] ?? ''}
          options={options}
          onValue={(signerId) => setSignerOf((now) => ({ ...now, [name]: signerId }))}
        />
      ))}
      {linkable.length < form.length && (
        <p className="caption">
          {form.length - linkable.length} fields of the form cannot be filled: they are read-only, buttons, or have
          several selections.
        </p>
      )}
    </FormDialog>
  );
}
