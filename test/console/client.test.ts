import { operations } from '@assay/client/operations';
import { afterAll, expect, test, vi } from 'vitest';
import { createApi } from '../../console/api/client.ts';
import { ApiProblem } from '../../console/api/problem.ts';

vi.stubGlobal('ASSAY_OPERATIONS', operations);
vi.stubGlobal('location', { origin: 'https://assay.example' });
afterAll(() => void vi.unstubAllGlobals());

const calls: { url: URL; headers: Record<string, string> }[] = [];
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

function apiWith(...answers: (Response | Error)[]) {
  calls.length = 0;
  const unauthorized = vi.fn();
  vi.stubGlobal('fetch', async (url: URL, { headers }: { headers: Record<string, string> }) => {
    calls.push({ url, headers });
    const next = answers.shift();
    if (!next) throw new Error('No further call was expected.');
    if (next instanceof Error) throw next;
    return next;
  });
  const api = createApi({ mode: 'test', token: async () => 'token', onUnauthorized: unauthorized });
  return { api, unauthorized };
}

test('client: a call has the mode, the token and one idempotency key for all attempts', async () => {
  const { api } = apiWith(answer(503, {}, { 'Retry-After': '0' }), answer(201, { id: '1' }));
  const body = { kind: 'person', externalId: 'customer-1' } as const;
  expect(await api.risk.createSubject({ body })).toEqual({ id: '1' });
  const address = 'https://assay.example/api/v1/risk/subjects';
  expect(calls.map(({ url }) => url.href)).toEqual([address, address]);
  expect(calls[0]?.headers).toMatchObject({
    'x-service-mode': 'test',
    authorization: 'Bearer token',
  });
  expect(calls[0]?.headers['idempotency-key']).toBe(calls[1]?.headers['idempotency-key']);
});

test('client: a refusal is a problem with its code, detail and request id, and is not repeated', async () => {
  const { api } = apiWith(answer(409, { code: 'subject_exists', detail: 'It exists.', requestId: 'r-1' }));
  const error = await api.risk
    .createSubject({ body: { kind: 'person', externalId: 'x' } })
    .catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({
    status: 409,
    code: 'subject_exists',
    message: 'It exists.',
    requestId: 'r-1',
  });
  expect(calls).toHaveLength(1);
});

test('client: no answer is retried and then reported as unreachable', async () => {
  vi.useFakeTimers();
  try {
    const { api } = apiWith(new TypeError('down'), new TypeError('down'), new TypeError('down'));
    const failed = api.risk
      .readRecord({ params: { resource: 'subjects', id: '1' } })
      .catch((problem: unknown) => problem);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ status: 0, code: 'unreachable' });
    expect(calls).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('client: 401 ends the session', async () => {
  const { api, unauthorized } = apiWith(answer(401, { code: 'unauthorized' }));
  await api.risk.readRecord({ params: { resource: 'subjects', id: '1' } }).catch(() => {});
  expect(unauthorized).toHaveBeenCalledOnce();
});

test('client: empty query values are left out', async () => {
  const { api } = apiWith(answer(200, { items: [], nextOffset: null }));
  await api.risk.listRecords({
    params: { resource: 'subjects' },
    query: { search: '', offset: 0, kind: undefined },
  });
  expect(calls[0]?.url.search).toBe('?offset=0');
});
