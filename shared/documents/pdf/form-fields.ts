import type { FormField } from '../form-field.ts';
import { readApart } from './reading-thread.ts';

/**
 * The form that a PDF brings along, one entry for each place on its pages where it is filled in: a name
 * may have several. Hidden fields are left out, since nobody could see what they are linked to.
 */
export async function listFormFields(pdf: Uint8Array): Promise<FormField[]> {
  const fields = await readApart('listFormFields', pdf);
  if (fields === 'gave_up') throw new Error('The form of an accepted PDF could not be read.');
  return fields;
}
