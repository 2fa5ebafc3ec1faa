import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { readSealKey } from '#shared/documents/seal-key.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

/** Public, so that anyone who was given a sealed file can check whose seal it has. */
export const handler = publicEndpoint(documentRoutes.readSealKey, readSealKey);
