import { hasValue, isOpen, openFields, type SigningState } from '../src/client/signing-state.ts';
import type { StubField } from './stub-document.ts';

export interface Refused {
  status: number;
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
}

export function valueRefused(field: StubField, value: string | null): Refused | undefined {
  const { validationPattern, validationMessage } = field;
  if (value === null || validationPattern === null) return undefined;
  if (new RegExp(`^(?:${validationPattern})$`, 'u').test(value)) return undefined;
  return {
    status: 422,
    code: 'invalid_value',
    detail: 'The value is invalid for this field. See `errors`.',
    errors: [{ path: field.id, message: validationMessage ?? 'This is not right.' }],
  };
}

const fieldsOf = ({ fields }: SigningState) => fields as StubField[];

/** Recomputes the required fields and the progress. */
export function recount(state: SigningState) {
  const fields = fieldsOf(state);
  const isAsked = ({ isReadOnly, required, groupRequired, requiredWhen }: StubField) =>
    !isReadOnly && (required || groupRequired === true || requiredWhen?.value === 'true');
  for (const field of fields)
    field.isRequiredNow = isAsked(field) && !fields.some((one) => sharesGroup(one, field) && hasValue(one));
  const asked = fields.filter(
    (field) => isAsked(field) && field === fields.find((one) => one === field || sharesGroup(one, field)),
  );
  state.progress = {
    total: asked.length,
    filled: asked.filter((field) => !isOpen(field, fields)).length,
  };
}

const sharesGroup = (a: StubField, b: StubField) => a.groupKey !== null && a.groupKey === b.groupKey;

export function missingIn(state: SigningState): Refused | undefined {
  const fields = fieldsOf(state);
  const errors = (openFields(state) as StubField[]).map((field) => ({
    path: field.id,
    message: reasonFor(
      field,
      fields.filter((one) => sharesGroup(one, field)),
    ),
  }));
  if (errors.length === 0) return undefined;
  return { status: 422, code: 'fields_missing', detail: 'Fields are missing.', errors };
}

export const shownOf = ({ fields }: SigningState) => JSON.stringify(fields.map(({ id, value }) => [id, value]));

export function changedSince(state: SigningState, shown: unknown): Refused | undefined {
  if (shown === shownOf(state)) return undefined;
  return { status: 409, code: 'changed_meanwhile', detail: 'The document has changed.', errors: [] };
}

function reasonFor({ label, requiredWhen }: StubField, group: StubField[]): string {
  if (group.length > 0) return `Choose one of ${group.map((one) => one.label).join(', ')}.`;
  return requiredWhen ? `${label} is required when ${requiredWhen.label} is selected.` : `${label} is required.`;
}
