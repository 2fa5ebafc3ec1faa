import { createField, FIELDS_PER_DOCUMENT, type NewField } from '@assay/agreements';
import { conflict } from '@assay/foundation';
import { storedInDraft } from '#shared/documents/repository/conditions.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { fieldRoutes } from '#shared/documents/routes/fields.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { assertPrintable, fieldRulesOf, invalidField, withFormValue } from '#shared/documents/use-cases/field-rules.ts';
import { readWithFields } from '#shared/documents/use-cases/read-fields.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Adds a field to a draft if it satisfies all field rules. */
export const handler = endpoint(fieldRoutes.addField, async (context, { params, body }) => {
  const read = await readWithFields(context, params.id);
  const { stored, fields } = read;
  assertDraft(stored.record);
  assertRoomInDraft(stored.record);
  if (fields.length >= FIELDS_PER_DOCUMENT)
    throw conflict('too_many_fields', `A document has at most ${FIELDS_PER_DOCUMENT} fields.`);

  assertPrintable(body);
  const document = await fieldRulesOf(context, read, body.acroFieldName);
  const id = context.newId();
  const now = context.now.toISOString();
  const make = (proposal: Partial<NewField> = {}) =>
    createField({ id, documentId: params.id, newField: { ...body, ...proposal }, document, now });
  const isGiven = (body.value ?? null) !== null;
  const made = isGiven ? make() : withFormValue(body, document, make);
  if ('findings' in made) throw invalidField(made.findings);

  const { field } = made;
  const { writes, events } = changeDocument(context, stored, stored.record, {
    entries: [
      {
        action: 'field.created',
        details: { fieldId: field.id, fieldType: field.fieldType, signerId: field.signerId },
      },
    ],
    writes: [putField(context.caller, storedInDraft(field, fields))],
  });
  return { writes, events, result: field };
});
