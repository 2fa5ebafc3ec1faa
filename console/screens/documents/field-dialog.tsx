import { useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { SelectField, TextAreaField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { faultsBelow } from './document-draft.ts';
import { type DocumentRecord, FIELD_TYPES, type Field, isSigning } from './words.ts';

type FieldType = Field['fieldType'];

/** Sizes that fit what is entered. */
export const BOXES: Record<FieldType, readonly [width: number, height: number]> = {
  signature: [200, 50],
  initials: [80, 40],
  date: [150, 30],
  text: [200, 30],
  checkbox: [30, 30],
  dropdown: [200, 30],
};

/** Places a field by numbers: points from the top left of the page. */
export function FieldDialog({
  document: { id, signers, pages },
  field,
  onChanged,
  onClose,
}: {
  document: DocumentRecord;
  /** Undefined for a new one. */
  field: Field | undefined;
  onChanged(): Promise<unknown>;
  onClose(): void;
}) {
  const api = useApi();
  const [type, setType] = useState<FieldType>(field?.fieldType ?? 'signature');
  const signing = signers.filter(isSigning);
  const [signerId, setSignerId] = useState(field?.signerId ?? signing[0]?.id ?? '');
  const [label, setLabel] = useState(field?.label ?? '');
  const [options, setOptions] = useState((field?.options ?? []).join('\n'));
  const [isRequired, setRequired] = useState(field?.required ?? true);
  const [isSigningDate, setSigningDate] = useState(field?.signingDate ?? false);
  const [place, setPlace] = useState({
    pageNumber: String(field?.pageNumber ?? pages.length),
    xPosition: String(field?.xPosition ?? 72),
    yPosition: String(field?.yPosition ?? 72),
    width: String(field?.width ?? BOXES.signature[0]),
    height: String(field?.height ?? BOXES.signature[1]),
  });
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const choose = (next: FieldType) => {
    setType(next);
    const [width, height] = BOXES[next];
    if (!field) setPlace((now) => ({ ...now, width: String(width), height: String(height) }));
  };
  const numbers = Object.fromEntries(Object.entries(place).map(([name, text]) => [name, Number(text)])) as Record<
    keyof typeof place,
    number
  >;
  const lines = options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const blocked = Object.values(place).some((text) => text.trim() === '' || !Number.isFinite(Number(text)))
    ? 'Enter numbers for page, place and size.'
    : type === 'dropdown' && lines.length === 0
      ? 'Enter the options of the dropdown.'
      : null;
  const submit = async (idempotencyKey: string) => {
    const body = {
      ...numbers,
      signerId,
      label: label.trim() || null,
      ...(field?.requiredWhenFieldId == null && { required: isRequired }),
      ...(type === 'dropdown' && { options: lines }),
      ...(type === 'date' && { signingDate: isSigningDate }),
    };
    try {
      if (field) await api.documents.updateField({ params: { id, fieldId: field.id }, body });
      else await api.documents.addField({ params: { id }, body: { ...body, fieldType: type }, idempotencyKey });
    } catch (problem) {
      setFaults(faultsBelow('', isProblem(problem) ? problem.issues : []));
      throw problem;
    }
    await onChanged();
    onClose();
  };
  const number = (name: keyof typeof place, text: string, hint?: string) => (
    <TextField
      label={text}
      hint={hint}
      inputMode="decimal"
      value={place[name]}
      fault={faults.get(name)}
      onText={(value) => setPlace((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <FormDialog
      title={field ? 'Edit the field' : 'Add a field'}
      button={field ? 'Save' : 'Add'}
      blocked={blocked}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid">
        <SelectField
          label="Type"
          value={type}
          isDisabled={field !== undefined}
          options={Object.entries(FIELD_TYPES) as [FieldType, string][]}
          onValue={choose}
        />
        <SelectField
          label="Signer"
          value={signerId}
          options={signing.map((signer) => [signer.id, signer.name] as const)}
          onValue={setSignerId}
        />
        <TextField label="Label" maxLength={200} value={label} fault={faults.get('label')} onText={setLabel} />
        {number(
          'pageNumber',
          'Page',
          pages.length === 1 ? 'The PDF has 1 page.' : `The PDF has ${pages.length} pages.`,
        )}
        {number('xPosition', 'From the left', sizeOf(pages[numbers.pageNumber - 1]))}
        {number('yPosition', 'From the top')}
        {number('width', 'Width')}
        {number('height', 'Height')}
      </div>
      {type === 'dropdown' && (
        <TextAreaField
          label="Options, one on each line"
          rows={4}
          value={options}
          fault={faults.get('options')}
          onText={setOptions}
        />
      )}
      {type === 'date' && (
        <label className="check">
          <input type="checkbox" checked={isSigningDate} onChange={(event) => setSigningDate(event.target.checked)} />
          Date of signing: written by the service when the signer finishes
        </label>
      )}
      <label className="check">
        <input type="checkbox" checked={isRequired} onChange={(event) => setRequired(event.target.checked)} />
        Required
      </label>
    </FormDialog>
  );
}

const sizeOf = (page: { width: number; height: number } | undefined) =>
  page && `In points. The page is ${Math.round(page.width)} × ${Math.round(page.height)}.`;
