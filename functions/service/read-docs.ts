import { HSTS } from '#shared/platform/http/hsts.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';
import { CONTENT_SECURITY_POLICY, docsPage } from '#shared/service/docs-page.ts';
import { serviceRoutes } from '#shared/service/routes.ts';

/** Swagger UI for the OpenAPI document, without third-party requests. */
export const handler = publicEndpoint(
  serviceRoutes.readDocs,
  async () =>
    new RawBody(serviceRoutes.readDocs.contentType, docsPage(), {
      ...HSTS,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=300',
    }),
);
