import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { assertThroughEdge } from '#shared/platform/http/edge.ts';
import { requestFrom } from '#shared/platform/http/request.ts';

const BEHIND = { publicUrl: 'https://assay.example.com', originSecret: 's3cret' };
const DIRECT = { publicUrl: undefined, originSecret: undefined };

const eventWith = (headers: Record<string, string>) =>
  ({
    rawPath: '/docs',
    rawQueryString: '',
    headers,
    requestContext: {
      domainName: 'a1.execute-api.eu-west-1.amazonaws.com',
      requestId: 'r',
      http: { method: 'GET', sourceIp: '192.0.2.1', userAgent: 'test' },
    },
  }) as unknown as APIGatewayProxyEventV2;

describe('a stage with a domain', () => {
  test.each([
    ['no header', {}],
    ['a wrong secret', { 'x-assay-origin': 's3cre7' }],
    ['a part of it', { 'x-assay-origin': 's3cre' }],
    ['an empty one', { 'x-assay-origin': '' }],
  ])('requests with %s are refused with the address to use', (_case, headers) => {
    expect(() => assertThroughEdge(headers, BEHIND)).toThrow(
      expect.objectContaining({
        status: 403,
        code: 'forbidden',
        message: expect.stringContaining('https://assay.example.com'),
      }),
    );
  });

  test('requests that CloudFront passes on are accepted', () => {
    expect(() => assertThroughEdge({ 'x-assay-origin': 's3cret' }, BEHIND)).not.toThrow();
  });

  test('links begin with the domain, and the caller has the address that CloudFront names', () => {
    const headers = { host: 'evil.example', 'x-assay-viewer': '198.51.100.7' };

    expect(requestFrom(eventWith(headers), BEHIND).client).toMatchObject({
      origin: 'https://assay.example.com',
      ipAddress: '198.51.100.7',
    });
  });
});

describe('a stage without a domain', () => {
  test('requests need no header', () => {
    expect(() => assertThroughEdge({}, DIRECT)).not.toThrow();
  });

  test('links begin with the HTTPS address of API Gateway, whatever headers say', () => {
    const headers = { host: 'evil.example', 'x-forwarded-proto': 'http', 'x-assay-viewer': '198.51.100.7' };

    expect(requestFrom(eventWith(headers), DIRECT).client).toMatchObject({
      origin: 'https://a1.execute-api.eu-west-1.amazonaws.com',
      ipAddress: '192.0.2.1',
    });
  });
});
