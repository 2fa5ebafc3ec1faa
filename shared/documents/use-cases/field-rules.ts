import type { Context } from '#shared/platform/context.ts';
import { type Finding, refused } from '#shared/platform/problem.ts';
import type { DocumentFields } from '../fields/document-fields.ts';
import type { FieldUpdate } from '../fields/new-field.ts';
import { uncoveredIn } from '../printing/coverage.ts';
import { readForm } from '../repository/form.ts';
import type { WithFields } from './read-fields.ts';

/** What the rules about fields have to know. A PDF we printed has no form of its own. */
export async function fieldRulesOf(
  { store, caller }: Context,
  { stored: { record }, fields }: WithFields,
): Promise<DocumentFields> {
  const form = record.origin.kind === 'upload' ? await readForm(store, caller, record.id) : [];
  return {
    fields,
    pages: record.pages,
    signerIds: record.signers.map(({ id }) => id),
    formFieldNames: form.length === 0 ? null : form.map(({ name }) => name),
  };
}

/** Found out while the sender can still write it differently: what no font has cannot be stamped. */
export function assertPrintable({ value, options }: Pick<FieldUpdate, 'value' | 'options'>): void {
  const uncovered = uncoveredIn([value ?? '', ...(options ?? [])].join('\n'));
  if (uncovered.length > 0)
    throw invalidField([
      {
        path: value && uncoveredIn(value).length > 0 ? 'value' : 'options',
        message: `No font of ours has these characters: ${uncovered.join(' ')}`,
      },
    ]);
}

export const invalidField = (findings: Finding[]) =>
  refused('invalid_field', 'The field breaks a rule.', findings);
