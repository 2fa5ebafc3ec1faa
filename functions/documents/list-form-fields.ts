import { readDocument } from '#shared/documents/repository/documents.ts';
import { readForm } from '#shared/documents/repository/form.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** The form an uploaded PDF brought along; it was read when the file was handed in. */
export const handler = endpoint(documentRoutes.listFormFields, async (context, { params }) => {
  await readDocument(context, params.id);
  return { items: await readForm(context.store, context.caller, params.id) };
});
