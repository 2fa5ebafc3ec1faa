import * as z from 'zod';
import { defineRoutes, get, Nothing, patch, post, remove } from '#shared/platform/http/route.ts';
import { Field } from '../field.ts';
import { FieldUpdate, NewField } from '../fields/new-field.ts';
import { missing, notChangeable } from './common.ts';

const refusals = {
  ...missing,
  ...notChangeable,
  invalid_field: [422, 'The field breaks a rule; each finding names the member.'],
} as const;

/** A field that has a signature leads to its image, and whoever hands out the address must be let in. */
const reading = { buckets: { documents: ['GetObject'] } } as const;

export const fieldRoutes = defineRoutes('documents', {
  addField: post('/documents/{id}/fields', 'client', NewField, Field, {
    summary: 'Place a field on a draft',
    description:
      'A field that is linked to a field of the PDF’s form, and is given no value, begins with the ' +
      'form’s, which the signer may correct.',
    idempotency: 'optional',
    refusals: { ...refusals, too_many_fields: [409, 'The document has 1,000 fields.'] },
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
  listFields: get('/documents/{id}/fields', 'client', z.object({ items: z.array(Field) }), {
    summary: 'List the fields of a document',
    refusals: missing,
    uses: { tables: { documents: ['GetItem', 'Query'] }, ...reading },
  }),
  updateField: patch('/documents/{id}/fields/{fieldId}', 'client', FieldUpdate, Field, {
    summary: 'Change a field of a draft',
    description:
      'Null clears a member. Conditions that no longer hold together are cleared as well.',
    refusals,
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
  removeField: remove('/documents/{id}/fields/{fieldId}', 'client', Nothing, Nothing, {
    summary: 'Remove a field from a draft',
    refusals: { ...missing, ...notChangeable },
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } },
  }),
});
