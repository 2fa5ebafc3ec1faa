import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { escapedPath } from './path-escapes.ts';

/** A request as the rest of the code sees it: no API Gateway, the body as the bytes that were sent. */
export interface HttpRequest {
  method: string;
  /** What a signature covers: the query as sent, the path with the escapes it must have. */
  pathAndQuery: string;
  /** Without escapes, as API Gateway hands it over. */
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  pathParameters: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  body: Uint8Array;
  requestId: string;
  client: RequestClient;
}

/** Where a request came from, and to which address of ours. */
export interface RequestClient {
  ipAddress: string;
  userAgent: string;
  /** Such as `https://api.example.com`. */
  origin: string;
}

export function requestFrom(event: APIGatewayProxyEventV2): HttpRequest {
  const { rawPath, rawQueryString } = event;
  const escaped = escapedPath(rawPath);
  return {
    method: event.requestContext.http.method,
    pathAndQuery: rawQueryString === '' ? escaped : `${escaped}?${rawQueryString}`,
    path: rawPath,
    headers: event.headers,
    pathParameters: event.pathParameters ?? {},
    query: new URLSearchParams(rawQueryString),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    requestId: event.requestContext.requestId,
    client: {
      ipAddress: event.requestContext.http.sourceIp,
      userAgent: event.requestContext.http.userAgent,
      origin: `${event.headers['x-forwarded-proto'] ?? 'https'}://${event.headers.host ?? event.requestContext.domainName}`,
    },
  };
}
