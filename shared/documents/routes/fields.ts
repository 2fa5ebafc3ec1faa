import { Field, FieldUpdate, NewField } from '@assay/agreements';
import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, patch, post, remove } from '#shared/platform/http/route.ts';
import { notChangeable } from './common.ts';

const problems = {
  ...missing,
  ...notChangeable,
  invalid_field: [422, 'The field is invalid. Each finding names the property.'],
} as const;

/**
 * A filled signature field contains a presigned URL of its image, so the function needs read access
 * to it.
 */
const reading = { buckets: { documents: ['GetObject'] } } as const;

export const fieldRoutes = defineRoutes('documents', {
  addField: post('/documents/{id}/fields', 'client', NewField, Field, {
    summary: 'Add a field to a draft',
    description:
      'A field that is linked to a form field of the PDF and has no value starts with the value of the form, ' +
      'which the signer may change.',
    idempotency: 'optional',
    problems: { ...problems, too_many_fields: [409, 'The document has reached 1,000 fields.'] },
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
  listFields: get('/documents/{id}/fields', 'client', z.object({ items: z.array(Field) }), {
    summary: 'List the fields of a document',
    problems: missing,
    uses: { tables: { documents: ['GetItem', 'Query'] }, ...reading },
  }),
  updateField: patch('/documents/{id}/fields/{fieldId}', 'client', FieldUpdate, Field, {
    summary: 'Update a field of a draft',
    description: 'Null clears a property. Conditions that become impossible are cleared as well.',
    problems,
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
  removeField: remove('/documents/{id}/fields/{fieldId}', 'client', Nothing, Nothing, {
    summary: 'Remove a field from a draft',
    problems: { ...missing, ...notChangeable },
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
});
