import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { serviceRoutes } from '#shared/service/routes.ts';

/** The document changes only with a deployment, so each process serializes it once. */
let document: RawBody | undefined;

export const handler = publicEndpoint(serviceRoutes.readOpenapi, async () => {
  document ??= new RawBody('application/json', JSON.stringify(apiDocument()), {
    'cache-control': 'public, max-age=300',
  });
  return document;
});
