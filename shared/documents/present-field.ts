import { Field } from '@assay/agreements';
import { addressOf } from './repository/files.ts';
import type { StoredField } from './repository/stored-field.ts';

/** A field as returned by the API: a signature image is a temporary download URL. */
export async function presentField(field: StoredField): Promise<Field> {
  const { imageKey } = field;
  return Field.parse({ ...field, signatureImageUrl: imageKey && (await addressOf(imageKey)) });
}
