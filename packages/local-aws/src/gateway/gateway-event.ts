import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNT } from '../template/identities.ts';
import { decodePath, type RouteMatch } from './routing.ts';

export interface GatewayRequest {
  method: string;
  /** Raw path and query. */
  url: string;
  /** Names and values alternate, as in Node's `rawHeaders`. */
  rawHeaders: readonly string[];
  body: Buffer;
  sourceIp: string;
  requestId: string;
  receivedAt: Date;
}

/** Converts a request to an API Gateway event, payload format 2.0. */
export function gatewayEvent(
  { method, url, rawHeaders, body, sourceIp, requestId, receivedAt }: GatewayRequest,
  { key, pathParameters }: Pick<RouteMatch, 'key' | 'pathParameters'>,
): APIGatewayProxyEventV2 {
  const { path, query } = splitUrl(url);
  // HTTP APIs decode the path; only the query stays encoded.
  const rawPath = decodePath(path);
  const { headers, cookies } = headersFrom(rawHeaders);
  headers['x-forwarded-proto'] = 'http';
  const isText = isTextual(headers['content-type']);
  return {
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query !== '' && { queryStringParameters: joined(new URLSearchParams(query)) }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: key,
      stage: '$default',
      time: commonLogTime(receivedAt),
      timeEpoch: receivedAt.getTime(),
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

export function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Header names in lower case, repeated headers joined by commas, cookies separate. */
function headersFrom(rawHeaders: readonly string[]) {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const before = headers[name];
    if (name === 'cookie') cookies.push(...value.split(/;\s*/));
    else headers[name] = before === undefined ? value : `${before},${value}`;
  }
  return { headers, cookies };
}

function joined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

const isTextual = (contentType = '') =>
  /^(text\/|application\/(json|javascript|xml)|application\/[\w.-]+\+(json|xml))/i.test(contentType);

/** `12/Mar/2026:19:03:58 +0000` */
const commonLogTime = (date: Date) =>
  date.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1/$2/$3:$4 +0000');
