import type { Context } from '#shared/platform/context.ts';
import { type Finding, refused } from '#shared/platform/problem.ts';
import type { DocumentFields } from '../fields/document-fields.ts';
import type { FieldUpdate } from '../fields/new-field.ts';
import { readForm } from '../repository/form.ts';
import type { WithFields } from './read-fields.ts';
import { unprintableIn } from './unprintable.ts';

/**
 * What the rules about fields have to know. The PDF's own form is read where a field is linked to it; a PDF
 * we printed has none.
 */
export async function fieldRulesOf(
  { store, caller }: Context,
  { stored: { record }, fields }: WithFields,
  acroFieldName: string | null | undefined,
): Promise<DocumentFields> {
  const mayBeThere = Boolean(acroFieldName) && record.origin.kind === 'upload';
  const form = mayBeThere ? await readForm(store, caller, record.id) : [];
  return {
    fields,
    pages: record.pages,
    signerIds: record.signers.map(({ id }) => id),
    formFieldNames: form.length === 0 ? null : form.map(({ name }) => name),
  };
}

export function assertPrintable({ value, options }: Pick<FieldUpdate, 'value' | 'options'>): void {
  const findings = Object.entries({ value: value ?? '', options: (options ?? []).join('\n') })
    .map(([path, text]) => ({ path, message: unprintableIn(text) }))
    .flatMap(({ path, message }) => (message ? [{ path, message }] : []));
  if (findings.length > 0) throw invalidField(findings);
}

export const invalidField = (findings: Finding[]) =>
  refused('invalid_field', 'The field breaks a rule.', findings);
