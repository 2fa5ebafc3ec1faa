import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { mayCallThisMachine, optionalSetting } from '../environment.ts';
import { addressOf, type EdgeSettings } from './edge.ts';
import { escapedPath } from './path-escapes.ts';

/** A request independent of API Gateway, with the body as the bytes that were sent. */
export interface HttpRequest {
  method: string;
  /** The text a signature covers: the query as sent, the path with normalized escapes. */
  pathAndQuery: string;
  /** Without escapes, as API Gateway passes it. */
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  pathParameters: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  body: Uint8Array;
  /**
   * Whether the body has U+FFFD and was passed as text, in which API Gateway writes that character for bytes that are
   * not UTF-8: the bytes that were sent may have been others.
   */
  mayHaveLostBytes: boolean;
  requestId: string;
  client: RequestClient;
}

/** Where a request came from, and the origin it was sent to. */
export interface RequestClient {
  ipAddress: string;
  userAgent: string;
  /** Such as `https://api.example.com`. */
  origin: string;
}

export const edgeSettings = (): EdgeSettings => ({
  publicUrl: optionalSetting('PUBLIC_URL'),
  originSecret: optionalSetting('ORIGIN_SECRET'),
});

/** API Gateway accepts HTTPS only; the local cloud has no TLS. */
const scheme = () => (mayCallThisMachine() ? 'http' : 'https');

export function requestFrom(event: APIGatewayProxyEventV2, edge: EdgeSettings = edgeSettings()): HttpRequest {
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
    mayHaveLostBytes: !event.isBase64Encoded && (event.body?.includes('\ufffd') ?? false),
    requestId: event.requestContext.requestId,
    client: {
      ipAddress: addressOf(event.headers, event.requestContext.http.sourceIp, edge),
      userAgent: event.requestContext.http.userAgent,
      // Never from the Host header, which the caller chooses: links in emails begin with it.
      origin: edge.publicUrl ?? `${scheme()}://${event.requestContext.domainName}`,
    },
  };
}
