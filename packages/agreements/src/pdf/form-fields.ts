import type { FormField } from '../form-field.ts';
import { readApart } from './reading-thread.ts';

/**
 * The form of a PDF, one entry per visible widget: a name may have several. Hidden fields are left
 * out, because a value linked to them would be invisible.
 */
export async function listFormFields(pdf: Uint8Array): Promise<FormField[]> {
  const fields = await readApart('listFormFields', pdf);
  if (fields === 'gave_up') throw new Error('The form of an accepted PDF could not be read.');
  return fields;
}
