import { type DocumentFields, type FieldUpdate, formValueFor } from '@assay/agreements';
import { type Finding, refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { readForm } from '../repository/form.ts';
import type { WithFields } from './read-fields.ts';
import { unprintableIn } from './unprintable.ts';

/** The PDF's own form is only read if a field is linked to it. */
export async function fieldRulesOf(
  { store, caller }: Context,
  { stored: { record }, fields }: WithFields,
  acroFieldName: string | null | undefined,
): Promise<DocumentFields> {
  const form = acroFieldName ? await readForm(store, caller, record.id) : [];
  return {
    form,
    fields,
    pages: record.pages,
    signerIds: record.signers.map(({ id }) => id),
  };
}

/**
 * Creates or changes a field with the form's value as an editable default, or without it if there
 * is none or the field does not accept it.
 */
export function withFormValue<Made extends object>(
  linked: Parameters<typeof formValueFor>[0],
  { form }: DocumentFields,
  make: (proposal: Pick<FieldUpdate, 'value' | 'editable'>) => Made | { findings: Finding[] },
): Made | { findings: Finding[] } {
  const value = formValueFor(linked, form);
  if (value === undefined || unprintableIn(value)) return make({});
  const made = make({ value, editable: true });
  return 'findings' in made ? make({}) : made;
}

export function assertPrintable({ value, options }: Pick<FieldUpdate, 'value' | 'options'>): void {
  const findings = Object.entries({
    value: String(value ?? ''),
    options: (options ?? []).join('\n'),
  })
    .map(([path, text]) => ({ path, message: unprintableIn(text) }))
    .flatMap(({ path, message }) => (message ? [{ path, message }] : []));
  if (findings.length > 0) throw invalidField(findings);
}

export const invalidField = (findings: Finding[]) =>
  refused('invalid_field', 'The field is invalid. See `errors`.', findings);
