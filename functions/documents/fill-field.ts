import { notFound, Problem } from '@assay/foundation';
import { documentEvent } from '#shared/documents/events.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { isSeen } from '#shared/documents/signing/state.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { enterValue } from '#shared/documents/use-cases/enter-value.ts';
import { requireField } from '#shared/documents/use-cases/read-fields.ts';
import { assertMayAct, presentSigning, readSigning, revealImages } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/**
 * Fills or clears one field; filling a member of a group clears the others. Entering the same value
 * again changes nothing.
 */
export const handler = signerEndpoint(
  signingRoutes.fillField,
  async (context, { params, body: { value } }) => {
    const signing = await readSigning(context);
    const { stored, fields, signer } = signing;
    const field = requireField(fields, params.fieldId);
    // Fields that are not shown to the signer are answered with 404.
    if (field.signerId !== signer.id && !field.sharedFill)
      throw isSeen(field, stored.record.signers)
        ? new Problem(404, 'not_found', 'This field belongs to another signer.')
        : notFound('field');
    assertMayAct(signing, context.now);

    const changed = await enterValue(context, signing, field, value);
    if (changed.length === 0) {
      const result = presentSigning(context, { document: stored.record, fields });
      return { writes: [], events: [], result };
    }
    const detailsOf = ({ id }: { id: string }) => ({ fieldId: id, signerId: signer.id });
    // Cleared group members are recorded in the audit trail only.
    const filled = changed.filter((one) => one.value !== null);
    const { document, ...change } = changeDocument(context, stored, stored.record, {
      entries: changed.map((one) => ({
        action: 'field.filled',
        details: { ...detailsOf(one), isFilled: one.value !== null },
      })),
      writes: changed.map((one) => putField(context.caller, one)),
      events: filled.map((one) => documentEvent('document.field_filled', stored.record, detailsOf(one))),
    });
    const after = fields.map((one) => changed.find(({ id }) => id === one.id) ?? one);
    return { ...change, result: presentSigning(context, { document, fields: after }) };
  },
  { reveal: revealImages },
);
