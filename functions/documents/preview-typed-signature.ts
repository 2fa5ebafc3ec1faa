import { isDrawn } from '@assay/agreements';
import { notFound } from '@assay/foundation';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { drawTypedSignature } from '#shared/documents/signing/typed/typed-signature.ts';
import { invalidValue } from '#shared/documents/use-cases/enter-value.ts';
import { requireField } from '#shared/documents/use-cases/read-fields.ts';
import { readSigning } from '#shared/documents/use-cases/read-signing.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { signerReadOnlyEndpoint } from '#shared/signer-endpoint.ts';

/** The drawing that filling the field with this text would store. */
export const handler = signerReadOnlyEndpoint(
  signingRoutes.previewTypedSignature,
  async (context, { params, body: { typed } }) => {
    const { fields, signer } = await readSigning(context);
    const field = requireField(fields, params.fieldId);
    if (field.signerId !== signer.id || !isDrawn(field)) throw notFound('field');

    const drawn = drawTypedSignature(typed, field);
    if ('problem' in drawn) throw invalidValue(field, [drawn.problem]);
    return new RawBody('image/svg+xml', Buffer.from(drawn.svg), {
      'cache-control': 'private, no-store',
    });
  },
);
