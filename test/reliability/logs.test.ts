import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { dueLines, type MetricName, SERVICE_NAME } from '#shared/metrics.ts';
import type { Credential, Response } from '#test/support/api.ts';

// The logger reads its level when it is loaded, so this comes before everything of ours.
vi.hoisted(() => {
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'DEBUG',
    POWERTOOLS_METRICS_DISABLED: 'false',
    POWERTOOLS_METRICS_NAMESPACE: 'assay',
    POWERTOOLS_SERVICE_NAME: 'assay',
  });
});
const { handler: tickAudit } = await import('#functions/workers/tick-audit.ts');
const { handler: tickDeliveries } = await import('#functions/workers/tick-deliveries.ts');
const { handler: tickDigests } = await import('#functions/workers/tick-digests.ts');
const { handler: tickDocuments } = await import('#functions/workers/tick-documents.ts');
const { handler: tickErasures } = await import('#functions/workers/tick-erasures.ts');
const { handler: tickJobs } = await import('#functions/workers/tick-jobs.ts');
const { handler: tickLists } = await import('#functions/workers/tick-lists.ts');
const { handler: tickRisk } = await import('#functions/workers/tick-risk.ts');
const { handler: tickScreenings } = await import('#functions/workers/tick-screenings.ts');
const { handler: tickQuality } = await import('#functions/workers/tick-quality.ts');
const { handler: tickWatches } = await import('#functions/workers/tick-watches.ts');
const { addSeconds, now, shiftClock } = await import('#shared/platform/clock.ts');
const { dynamoStore } = await import('#shared/platform/store/dynamo-store.ts');
const { queueEvent, worked } = await import('#test/support/lambda-events.ts');
const { logDefect, logDependencyFailure } = await import('#shared/platform/log.ts');
const { isMutation } = await import('#shared/platform/http/route.ts');
const { allRoutes, routes } = await import('#shared/routes.ts');
const { CLIENT_ADDRESS, call } = await import('#test/support/api.ts');
const { failing, isTransaction, serviceError } = await import('#test/support/aws-errors.ts');
const { confirmed, DELETION_DELAY_MS } = await import('#test/support/deletion.ts');
const { prepareEngine } = await import('#test/support/engine.ts');
const { withFaults } = await import('#test/support/faults.ts');
const { exampleOf } = await import('#test/support/route-examples.ts');
const { oneOfEachKind } = await import('#test/support/soak.ts');
const { callerFor, plantTenant } = await import('#test/support/tenant.ts');
const { lambdaContext } = await import('#test/support/queue.ts');

/** Words that stand for what must never be logged, and that nothing else could contain. */
const canary = () => `canary${randomUUID().replaceAll('-', '')}`;

beforeAll(prepareEngine);

/** What an action writes to the console, by whatever way. */
async function written<T>(action: () => Promise<T>): Promise<{ result: T; log: string }> {
  const chunks: string[] = [];
  const keep = (chunk: unknown) => {
    chunks.push(String(chunk));
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(keep),
    ),
  ];
  try {
    return { result: await action(), log: chunks.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Remembers everything that vouched for a request. */
function remembering(credential: Credential, secrets: string[]): Credential {
  return async (request) => {
    const headers = await credential(request);
    secrets.push(...[headers.authorization?.replace('Bearer ', ''), headers['x-signature']].filter(isText));
    return headers;
  };
}
const isText = (value: string | undefined) => value !== undefined;

/** Every text of an answer that is not an id, a time, or a word of ours. */
function secretsIn({ body }: Response): string[] {
  const found: string[] = [];
  JSON.stringify(body ?? null, (name, value) => {
    if (name === 'secret') found.push(value);
    return value;
  });
  return found;
}

/** Operators get an alarm for each requested deletion; the revocation has one before it. */
const COUNTED = ['deleteOrganization', 'revokeDeletion'];

test.each(oneOfEachKind(allRoutes).map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s leaves one line and nothing of the request',
  async (_title, route) => {
    const secrets: string[] = [];
    const idempotencyKey = route.idempotency === 'none' ? null : canary();

    const { result, log } = await written(async () => {
      const tenant = await plantTenant();
      const example = await exampleOf(route).prepare(tenant);
      const caller = remembering(callerFor(tenant, route), secrets);
      const response = await call(caller, route, { ...example, idempotencyKey });
      return { response, example, organizationId: tenant.organizationId };
    });

    const { response, example, organizationId } = result;
    const told = [idempotencyKey ?? [], secrets, secretsIn(response), textsIn(example.body)]
      .flat()
      .filter((text) => text !== organizationId); // logged by design
    expect(response.status).toBe(route.status);
    expect(log).toContain('"message":"finished"');
    expect(log).toContain(`"operation":"${route.name}"`);
    if (!COUNTED.includes(route.name)) expect(log).not.toContain('"_aws"');
    expect(log).not.toContain(CLIENT_ADDRESS);
    expect(told.filter((text) => log.includes(text))).toEqual([]);
  },
);

test('logs: a caller’s address is a keyed hash that changes every day, and never the address', async () => {
  const { client } = await plantTenant();
  const { shiftClock } = await import('#shared/platform/clock.ts');
  const hashesIn = (log: string) => [...log.matchAll(/"addressHash":"([0-9a-f]{24})"/g)].map(([, hash]) => hash);
  const ask = () => call(client, routes.risk.listRecords, { params: { resource: 'subjects' } });
  const refused = () =>
    call(() => ({ 'x-api-key': 'none' }), routes.risk.listRecords, {
      params: { resource: 'subjects' },
    });

  const today = await written(async () => [await ask(), await refused()]);
  shiftClock(24 * 3_600_000);
  const tomorrow = await written(ask).finally(() => shiftClock(0));

  const [first, second] = hashesIn(today.log);
  expect(today.result.map(({ status }) => status)).toEqual([200, 401]);
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(hashesIn(tomorrow.log)).toHaveLength(1);
  expect(hashesIn(tomorrow.log)).not.toContain(first);
  expect(today.log + tomorrow.log).not.toContain(CLIENT_ADDRESS);
});

/** A log tells the time too, and may by chance tell the same. */
const TIME = /^\d{4}-\d{2}-\d{2}T/;

/** The longer texts of a body: external ids, reasons, addresses. Short ones are words of the API. */
function textsIn(body: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(body ?? null, (_name, value) => {
    if (typeof value === 'string' && value.length > 13 && !TIME.test(value)) found.push(value);
    return value;
  });
  return found;
}

test('a refusal quotes nothing in the log, not even what it quotes to the caller', async () => {
  const tenant = await plantTenant();
  const words = [canary(), canary(), canary(), canary()];
  const [externalId = '', name = '', kind = '', query = ''] = words;
  const { createSubject, listRecords } = routes.risk;
  const body = { kind: 'person', externalId };

  const { log } = await written(async () => [
    await call(tenant.client, createSubject, { body }),
    await call(tenant.client, createSubject, { body }),
    await call(tenant.client, createSubject, { body: { ...body, [name]: 1 } }),
    await call(tenant.client, createSubject, { body: { ...body, kind } }),
    await call(tenant.client, createSubject, { rawBody: `{${name}` }),
    await call(tenant.client, createSubject, { body, idempotencyKey: `${query}/` }),
    await call(tenant.client, listRecords, {
      params: { resource: 'subjects' },
      query: { [query]: 1 },
    }),
    await call(tenant.client, listRecords, {
      params: { resource: 'subjects' },
      query: { search: externalId },
    }),
  ]);

  expect(log.match(/"message":"finished"/g)).toHaveLength(8);
  expect(words.filter((word) => log.includes(word))).toEqual([]);
});

test('a stranger’s credential is not logged', async () => {
  const words = [canary(), canary(), canary()];
  const [token = '', identifier = '', signature = ''] = words;
  const { listRecords } = routes.risk;
  const subjects = { params: { resource: 'subjects' } };

  const { log } = await written(async () => [
    await call(() => ({ authorization: `Bearer ${token}.a.b` }), listRecords, subjects),
    await call(
      () => ({ 'x-api-key': identifier, 'x-signature': signature, 'x-timestamp': '1' }),
      listRecords,
      subjects,
    ),
  ]);

  expect(log.match(/"status":401/g)).toHaveLength(2);
  expect(words.filter((word) => log.includes(word))).toEqual([]);
});

test.each(
  oneOfEachKind(allRoutes.filter(isMutation)).map((route) => [`${route.method} ${route.path}`, route] as const),
)('a defect in %s is logged with its place, without its message', async (_title, route) => {
  const word = canary();
  const error = Object.assign(serviceError('ValidationException'), { message: `bad: ${word}` });
  const plan = {
    ofCall: (one: Parameters<typeof isTransaction>[0]) => (isTransaction(one) ? failing(() => error)(one) : undefined),
  };

  const { result, log } = await written(async () => {
    const tenant = await plantTenant();
    const example = await exampleOf(route).prepare(tenant);
    return withFaults(plan, () => call(callerFor(tenant, route), route, example));
  });

  expect(result.result.status).toBe(500);
  expect(JSON.stringify(result.result.body)).not.toContain(word);
  expect(log).toContain('"message":"defect"');
  expect(log).toContain('ValidationException');
  expect(log).not.toContain(word);
  expect(measuredIn(log, 'Defects')).toEqual([1]);
});

/** What a metric was given. CloudWatch reads it off the log, and an alarm knows it by its dimensions. */
function measuredIn(log: string, name: MetricName): number[] {
  const lines = log.split('\n').filter((line) => line.startsWith('{"_aws"'));
  return lines
    .map((line) => JSON.parse(line))
    .filter((line) => name in line)
    .map((line) => {
      expect(line._aws.CloudWatchMetrics).toEqual([
        { Namespace: 'assay', Dimensions: [['service']], Metrics: [{ Name: name, Unit: 'Count' }] },
      ]);
      expect(line.service).toBe(SERVICE_NAME);
      return line[name];
    });
}

test.each([
  ['a published version', '7', [{ service: SERVICE_NAME, function: 'assay-production-risk-read', version: '7' }]],
  ['code that is not published', '$LATEST', []],
])('a defect of %s counts for the release of its function accordingly', async (_what, version, expected) => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'assay-production-risk-read');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', version);

  const { log } = await written(async () => logDefect('readRecord', 'request', new Error('bad')));
  vi.unstubAllEnvs();

  const counted = log.split('\n').flatMap((line) => (line.includes('"Failures"') ? [JSON.parse(line)] : []));
  expect(counted).toMatchObject(expected.map((dimensions) => ({ ...dimensions, Failures: 1 })));
  for (const { _aws } of counted)
    expect(_aws.CloudWatchMetrics[0].Dimensions).toEqual([['service', 'function', 'version']]);
  expect(measuredIn(log, 'Defects')).toEqual([1]);
});

test('a failure of a dependency is logged like a defect, and is neither a defect nor a failure of the release', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'assay-production-risk-read');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '7');
  const word = canary();
  const error = new Error(word, { cause: serviceError('MessageRejected') });

  const { log } = await written(async () => logDependencyFailure('deliverMail', 'request', error));
  vi.unstubAllEnvs();

  expect(log).toContain('"message":"dependency failure"');
  expect(log).toContain('MessageRejected');
  expect(log).not.toContain(word);
  expect(measuredIn(log, 'DependencyFailures')).toEqual([1]);
  expect(measuredIn(log, 'Defects')).toEqual([]);
  expect(log).not.toContain('"Failures"');
});

test('the tick counts the lists that need attention: before any is loaded, all that are downloaded', async () => {
  await prepareEngine();

  const { log } = await written(() => tickLists({}, lambdaContext()));

  expect(measuredIn(log, 'ListsInTrouble')).toEqual([5]);
});

test('every tick reports how long the oldest row of each of its lines has been due', async () => {
  await prepareEngine();
  const dueSince = (line: string, seconds: number) => ({
    dueShard: `due#${line}#3`,
    dueAt: addSeconds(now(), -seconds).toISOString(),
  });
  const [pk, table] = [randomUUID(), 'risk' as const];
  for (const [sk, seconds] of [['a', 100] as const, ['b', 5_000] as const])
    await dynamoStore.writeOne({ table, put: { pk, sk, ...dueSince('investigations', seconds) } });

  const ticks = [
    (): Promise<unknown> => worked(tickDeliveries, queueEvent([{}])),
    (): Promise<unknown> => worked(tickRisk, queueEvent([{}])),
    () => tickScreenings({}, lambdaContext()),
    () => tickDocuments({}, lambdaContext()),
    () => tickErasures({}, lambdaContext()),
    () => tickDigests({}, lambdaContext()),
    () => tickJobs({}, lambdaContext()),
    () => tickAudit({}, lambdaContext()),
    () => tickWatches({}, lambdaContext()),
    () => tickQuality({}, lambdaContext()),
  ];
  const seconds = new Map<string, number>();
  // The rows name no investigation, so that the tick fails; the age is reported all the same.
  for (const tick of ticks)
    for (const line of (await written(() => tick().catch(() => undefined))).log.split('\n'))
      if (line.startsWith('{"_aws"') && line.includes('OldestDueSeconds')) {
        const reported = JSON.parse(line);
        expect(reported._aws.CloudWatchMetrics).toMatchObject([
          { Dimensions: [['service', 'line']], Metrics: [{ Unit: 'Seconds' }] },
        ]);
        seconds.set(reported.line, reported.OldestDueSeconds);
      }

  const { investigations, ...others } = Object.fromEntries(seconds);
  expect(investigations).toBeGreaterThanOrEqual(5_000);
  expect(investigations).toBeLessThan(5_060);
  const idle = Object.keys(dueLines).filter((line) => line !== 'investigations');
  expect(others).toEqual(Object.fromEntries(idle.map((line) => [line, 0])));
});

test('due erasures: the delay of a deletion is no backlog, the time after it is', async () => {
  await prepareEngine();
  const { owner, organizationId } = await plantTenant();
  await call(owner, routes.organization.deleteOrganization, confirmed(organizationId));
  const dueSecondsAt = async (shiftMs: number) => {
    shiftClock(shiftMs);
    const { log } = await written(() => tickErasures({}, lambdaContext()));
    const line = log.split('\n').find((one) => one.includes('OldestDueSeconds')) ?? '{}';
    return JSON.parse(line).OldestDueSeconds;
  };

  const during = await dueSecondsAt(DELETION_DELAY_MS - 3_600_000);
  const after = await dueSecondsAt(DELETION_DELAY_MS + 600_000);
  shiftClock(0);

  expect(during).toBe(0);
  expect(after).toBeGreaterThanOrEqual(600);
  expect(after).toBeLessThan(900);
});

test('a defect that gathers others is logged with what lies behind it, without their messages', async () => {
  const word = canary();
  const named = (name: string, cause?: Error) => Object.assign(new Error(`bad: ${word}`, { cause }), { name });
  const ofRows = Array.from({ length: 50 }, (_, row) => named(`Row${row}`, named('ThrottlingException')));
  const ofSteps = [new AggregateError(ofRows, word), named('S3Refused403'), named('ZodError')];

  const { log } = await written(async () => logDefect('tickRisk', 'request', new AggregateError(ofSteps, word)));

  const [line = ''] = log.split('\n');
  const { errorName, causes } = JSON.parse(line);
  expect(errorName).toBe('AggregateError');
  expect(causes.map((cause: { errorName: string }) => cause.errorName)).toEqual([
    'AggregateError',
    'Row0',
    'ThrottlingException',
    'Row1',
    'ThrottlingException',
    'Row2',
    'ThrottlingException',
    'S3Refused403',
    'ZodError',
  ]);
  expect(causes[1].frames[0]).toContain('logs.test.ts');
  expect(log).not.toContain(word);
});
