import { documentEvent } from '#shared/documents/events.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { enterValue } from '#shared/documents/use-cases/enter-value.ts';
import { requireField } from '#shared/documents/use-cases/read-fields.ts';
import {
  assertMayAct,
  presentSigning,
  readSigning,
} from '#shared/documents/use-cases/read-signing.ts';
import { notFound } from '#shared/platform/problem.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** One field filled or cleared; choosing one of a group lets the others of it go. */
export const handler = signerEndpoint(
  signingRoutes.fillField,
  async (context, { params, body: { value } }) => {
    const signing = await readSigning(context, params.token);
    const { stored, fields, signer } = signing;
    const field = requireField(fields, params.fieldId);
    // What a signer is not shown does not exist for them.
    if (field.signerId !== signer.id && !field.sharedFill) throw notFound('field');
    assertMayAct(signing, context.now);

    const changed = await enterValue(context, signing, field, value);
    const details = { fieldId: field.id, signerId: signer.id };
    const { document, ...change } = changeDocument(context, stored, stored.record, {
      entries: changed.map(({ id, value: filled }) => ({
        action: 'field.filled',
        details: { ...details, fieldId: id, isFilled: filled !== null },
      })),
      writes: changed.map((one) => putField(context.caller, one)),
      events: [documentEvent('document.field_filled', stored.record, { payload: details })],
    });
    const after = fields.map((one) => changed.find(({ id }) => id === one.id) ?? one);
    return {
      ...change,
      result: presentSigning(context, params.token, { document, fields: after }),
    };
  },
);
