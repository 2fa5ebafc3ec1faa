import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/**
 * A body that is not JSON, such as a page, a script or a PDF, or a redirect to one, with its own status.
 */
export class RawBody {
  readonly contentType: string;
  readonly content: string | Uint8Array;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(
    contentType: string,
    content: string | Uint8Array,
    headers: Record<string, string> = {},
    status?: number,
  ) {
    this.contentType = contentType;
    this.content = content;
    this.headers = headers;
    this.status = status;
  }
}

/** Of every answer: a browser must not take JSON with the text of a caller for a page. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

export function presentAnswer(
  answer: { status: number; body: unknown; isReplay?: boolean },
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const { status, body } = answer;
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...NO_SNIFFING,
    ...(answer.isReplay && { 'idempotent-replayed': 'true' }),
  };
  if (body instanceof RawBody) return presentRaw(status, body, headers);
  if (body === undefined || status === 204) return { statusCode: status, headers };
  return {
    statusCode: status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function presentRaw(status: number, raw: RawBody, headers: Record<string, string>) {
  const isText = typeof raw.content === 'string';
  return {
    statusCode: raw.status ?? status,
    headers: { ...headers, ...raw.headers, 'content-type': raw.contentType },
    body: isText ? raw.content : Buffer.from(raw.content).toString('base64'),
    isBase64Encoded: !isText,
  } as APIGatewayProxyStructuredResultV2;
}
