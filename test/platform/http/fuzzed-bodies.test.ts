import { expect, test } from 'vitest';
import { formOf } from '#shared/platform/http/form.ts';
import { parseRequest } from '#shared/platform/http/parse-request.ts';
import { presentProblem, problemFrom } from '#shared/platform/http/present-problem.ts';
import type { HttpRequest } from '#shared/platform/http/request.ts';
import { Nothing, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { type FuzzedBody, fuzzedBodiesOf } from '#test/support/fuzzed-bodies.ts';
import { newSeed, randomFrom } from '#test/support/random.ts';
import { isFull, scaled } from '#test/support/soak.ts';

/**
 * 6,000 bodies in every run, 30,000 in the full one and a million in the soak, through the steps before a use case: size, JSON
 * or form, schema, digest of the canonical JSON, and the problem. Credentials, use cases and the database
 * are not involved; `test/reliability/fuzzed-calls.test.ts` covers them with a sample.
 */
const BODIES = scaled(isFull ? 30_000 : 2_000, 1_000_000);
const SEED = newSeed(23);
/** Far more than a body takes on any machine, unless parsing takes more than linear time. */
const LONGEST_MS = 5_000;

const routes = allRoutes.filter(({ method, body }) => method !== 'GET' || body !== Nothing);
const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';

const requestOf = ({ method, path }: Route, { bytes, contentType }: FuzzedBody): HttpRequest => ({
  method,
  path,
  pathAndQuery: path,
  query: new URLSearchParams(),
  mayHaveLostBytes: false,
  requestId: 'fuzzed',
  headers: { 'content-type': contentType, 'idempotency-key': 'fuzzed' },
  pathParameters: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ID])),
  body: bytes,
  client: { ipAddress: '127.0.0.1', userAgent: '', origin: 'https://api.example.com' },
});

async function statusOf(route: Route, body: FuzzedBody): Promise<number> {
  const request = requestOf(route, body);
  try {
    parseRequest(route, request, await formOf(route, request));
    return route.status;
  } catch (error) {
    const { statusCode } = presentProblem(problemFrom(error, route), request.requestId);
    return statusCode ?? 500;
  }
}

test(`fuzzed bodies: none of ${BODIES} is answered with a 5xx before its use case`, async () => {
  const perRoute = Math.ceil(BODIES / routes.length);
  const startedAt = process.cpuUsage();
  const failures: string[] = [];
  const counts: Record<number, number> = {};

  for (const [index, route] of routes.entries()) {
    const next = fuzzedBodiesOf(route, randomFrom(SEED + index));
    for (let made = 0; made < perRoute; made += 1) {
      const body = next();
      const startedMs = performance.now();
      const status = await statusOf(route, body);
      const tookMs = performance.now() - startedMs;
      counts[status] = (counts[status] ?? 0) + 1;
      if (status >= 500 || tookMs > LONGEST_MS)
        failures.push(`${route.name} ${status} in ${tookMs} ms: ${body.bytes.toString().slice(0, 300)}`);
    }
  }

  const { user } = process.cpuUsage(startedAt);
  console.info(`Repeat with SEED=${SEED}`, counts, `${Math.round(user / 1_000)} ms of CPU`);
  expect(failures).toEqual([]);
  expect(counts[400]).toBeGreaterThan(BODIES / 10);
  expect(counts[201]).toBeGreaterThan(0);
});
