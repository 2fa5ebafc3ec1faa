import { presentField } from '#shared/documents/present-field.ts';
import { fieldRoutes } from '#shared/documents/routes/fields.ts';
import { readWithFields } from '#shared/documents/use-cases/read-fields.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Lists all fields of a document with their values. */
export const handler = endpoint(fieldRoutes.listFields, async (context, { params }) => {
  const { fields } = await readWithFields(context, params.id);
  return { items: await Promise.all(fields.map(presentField)) };
});
