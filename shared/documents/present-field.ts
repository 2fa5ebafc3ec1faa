import { Field } from './field.ts';
import type { KeptField } from './repository/fields.ts';
import { addressOf } from './repository/files.ts';

/** A field as callers see it: the image of a signature by an address that is good for a while. */
export async function presentField(field: KeptField): Promise<Field> {
  const { imageKey } = field;
  return Field.parse({ ...field, signatureImageUrl: imageKey && (await addressOf(imageKey)) });
}
