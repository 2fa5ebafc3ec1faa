import { notFound } from '@assay/foundation';
import { readFile } from '#shared/documents/repository/files.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { isSeen } from '#shared/documents/signing/state.ts';
import { requireField } from '#shared/documents/use-cases/read-fields.ts';
import { readSigning } from '#shared/documents/use-cases/read-signing.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** A signature image for its signer; other signers get it once that signer has signed. */
export const handler = signerEndpoint(signingRoutes.readSigningImage, async (context, { params }) => {
  const { stored, fields, signer } = await readSigning(context);
  const field = requireField(fields, params.fieldId);
  const isShown = field.signerId === signer.id || isSeen(field, stored.record.signers);
  const { imageKey } = field;
  if (!isShown || imageKey === null) throw notFound('image');

  const headers = {
    'cache-control': 'private, no-store',
    // An SVG opened directly is a document, so its policy forbids everything.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const [extension = ''] = /\w+$/.exec(imageKey) ?? [];
  return new RawBody(TYPES[extension] ?? 'image/png', await readFile(imageKey), headers);
});
