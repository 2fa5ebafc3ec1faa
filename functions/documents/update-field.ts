import { Field, type FieldUpdate, updateField } from '@assay/agreements';
import { storedInDraft } from '#shared/documents/repository/conditions.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { fieldRoutes } from '#shared/documents/routes/fields.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { assertPrintable, fieldRulesOf, invalidField, withFormValue } from '#shared/documents/use-cases/field-rules.ts';
import { readWithFields, requireField } from '#shared/documents/use-cases/read-fields.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Changes a field of a draft, and clears conditions that became impossible. */
export const handler = endpoint(fieldRoutes.updateField, async (context, { params, body }) => {
  const read = await readWithFields(context, params.id);
  const before = requireField(read.fields, params.fieldId);
  assertDraft(read.stored.record);
  assertRoomInDraft(read.stored.record);

  assertPrintable(body);
  const { acroFieldName = before.acroFieldName } = body;
  const document = await fieldRulesOf(context, read, acroFieldName);
  const now = context.now.toISOString();
  const change = (proposal: FieldUpdate = {}) =>
    updateField({ before, update: { ...body, ...proposal }, document, now });
  const isNewlyLinked = acroFieldName !== before.acroFieldName;
  const isLeftEmpty = before.value === null && body.value === undefined;
  const linked = { fieldType: body.fieldType ?? before.fieldType, acroFieldName };
  const changed = isNewlyLinked && isLeftEmpty ? withFormValue(linked, document, change) : change();
  if ('findings' in changed) throw invalidField(changed.findings);

  const [field] = changed.fields;
  if (!field) throw new Error('An update changed no field.');
  const { writes, events } = changeDocument(context, read.stored, read.stored.record, {
    entries: [
      {
        action: 'field.updated',
        details: {
          fieldId: field.id,
          members: Object.keys(body).sort(),
          clearedConditions: changed.clearedConditions.map(({ id }) => id),
        },
      },
    ],
    // The cleared conditions are not written: each becomes void with its controlling field.
    writes: [putField(context.caller, storedInDraft(field, read.fields))],
  });
  return { writes, events, result: Field.parse(field) };
});
