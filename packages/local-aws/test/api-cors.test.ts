import { expect, test } from 'vitest';
import { apiCorsOf, preflightAnswer, withCors } from '../src/gateway/api-cors.ts';
import { json } from '../src/gateway/gateway-answer.ts';
import { identityOf } from '../src/template/identities.ts';

const PAGE = 'https://page.example';
const CORS = {
  AllowOrigins: [PAGE],
  AllowMethods: ['*'],
  AllowHeaders: ['authorization'],
  ExposeHeaders: ['retry-after'],
  AllowCredentials: false,
};
const asks = (origin: string) => ({ origin, 'access-control-request-method': 'POST' });

test('the rules are those of the template', () => {
  const type = 'AWS::ApiGatewayV2::Api';
  const { AllowCredentials: _default, ...CorsConfiguration } = CORS;
  const api = { type, name: 'api', identity: identityOf(type, 'api', ''), asset: undefined };

  expect(apiCorsOf([{ ...api, properties: { CorsConfiguration } }])).toEqual(CORS);
  expect(apiCorsOf([{ ...api, properties: {} }])).toBeUndefined();
});

test('a preflight request is answered by the rules, whatever the routes are', () => {
  expect(preflightAnswer(CORS, 'OPTIONS', asks(PAGE))).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': '*',
      'access-control-allow-headers': 'authorization',
    },
  });
  expect(preflightAnswer(CORS, 'OPTIONS', asks('https://other.example'))).toMatchObject({
    status: 204,
    headers: {},
  });
});

test.each([
  ['without rules', undefined, 'OPTIONS', asks(PAGE)],
  ['of another method', CORS, 'POST', asks(PAGE)],
  ['that is no preflight', CORS, 'OPTIONS', { origin: PAGE }],
])('a request %s goes to the routes', (_case, cors, method, headers) => {
  expect(preflightAnswer(cors, method, headers)).toBeUndefined();
});

test('answers get the headers of the rules in place of their own', () => {
  const answer = json(200, {});
  const own = { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } };

  expect(withCors(CORS, { origin: PAGE }, own).headers).toMatchObject({
    'access-control-allow-origin': PAGE,
    'access-control-expose-headers': 'retry-after',
  });
  expect(withCors(CORS, { origin: 'https://other.example' }, own).headers).toEqual(answer.headers);
  expect(withCors(undefined, { origin: PAGE }, own)).toBe(own);
});
