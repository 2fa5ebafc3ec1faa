import { removeField } from '@assay/agreements';
import { removeField as removeRow } from '#shared/documents/repository/fields.ts';
import { fieldRoutes } from '#shared/documents/routes/fields.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { readWithFields, requireField } from '#shared/documents/use-cases/read-fields.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Removes a field from a draft, and with it the conditions that depended on it. */
export const handler = endpoint(fieldRoutes.removeField, async (context, { params }) => {
  const { stored, fields } = await readWithFields(context, params.id);
  const field = requireField(fields, params.fieldId);
  assertDraft(stored.record);
  assertRoomInDraft(stored.record);

  const { clearedConditions } = removeField(field.id, fields, context.now.toISOString());
  const { writes, events } = changeDocument(context, stored, stored.record, {
    entries: [
      {
        action: 'field.removed',
        details: { fieldId: field.id, clearedConditions: clearedConditions.map(({ id }) => id) },
      },
    ],
    // The cleared conditions are not written: each becomes void with its controlling field.
    writes: [removeRow(context.caller, field)],
  });
  return { writes, events, result: undefined };
});
