import { readFile } from '#shared/documents/repository/files.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { isSeen } from '#shared/documents/signing/state.ts';
import { requireField } from '#shared/documents/use-cases/read-fields.ts';
import { readSigning } from '#shared/documents/use-cases/read-signing.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { notFound } from '#shared/platform/problem.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** A signature its owner has put there; others see it once its owner has signed. */
export const handler = signerEndpoint(
  signingRoutes.readSigningImage,
  async (context, { params }) => {
    const { stored, fields, signer } = await readSigning(context, params.token);
    const field = requireField(fields, params.fieldId);
    const isShown = field.signerId === signer.id || isSeen(field, stored.record.signers);
    const { imageKey } = field;
    if (!isShown || imageKey === null) throw notFound('image');

    const type = imageKey.endsWith('.png') ? 'image/png' : 'image/jpeg';
    const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' };
    return new RawBody(type, await readFile(imageKey), headers);
  },
);
