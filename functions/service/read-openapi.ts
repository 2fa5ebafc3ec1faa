import { gzipSync } from 'node:zlib';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { serviceRoutes } from '#shared/service/routes.ts';

/** The document changes only with a deployment, so each process writes each form once. */
const documents = new Map<boolean, RawBody>();

/** API Gateway does not compress. The document is 0.8 MB, a tenth of it compressed. */
export const handler = publicEndpoint(serviceRoutes.readOpenapi, async (_input, headers) => {
  const isCompressed = acceptsGzip(headers['accept-encoding'] ?? '');
  const document = documents.get(isCompressed) ?? written(isCompressed);
  documents.set(isCompressed, document);
  return document;
});

const HEADERS = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' };

function written(isCompressed: boolean): RawBody {
  const text = JSON.stringify(apiDocument());
  return isCompressed
    ? new RawBody('application/json', gzipSync(text), { ...HEADERS, 'content-encoding': 'gzip' })
    : new RawBody('application/json', text, HEADERS);
}

/** Listed, and not with a weight of zero. */
const acceptsGzip = (accepted: string) => /(?:^|[\s,])gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(accepted);
