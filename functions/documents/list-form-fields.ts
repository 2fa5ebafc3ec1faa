import { readDocument } from '#shared/documents/repository/documents.ts';
import { readForm } from '#shared/documents/repository/form.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Lists the fields of an uploaded PDF's own form, which was read at upload. */
export const handler = endpoint(documentRoutes.listFormFields, async (context, { params }) => {
  await readDocument(context, params.id);
  return { items: await readForm(context.store, context.caller, params.id) };
});
