import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { conflict, Problem } from '#packages/foundation/src/problem.ts';
import type { Caller, Mode } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId, memberOf, newId, rowIdOf } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { findEvent, listHistory } from '#shared/platform/store/history.ts';
import type { IdempotentRequest } from '#shared/platform/store/idempotency-records.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { recordsOf } from '#shared/risk/repository/records.ts';
import { activeSubscribers } from '#shared/webhooks/subscribers.ts';
import { cancelled, failing, isTransaction } from '#test/support/aws-errors.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { observed, type Plan, withFaults } from '#test/support/faults.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';

beforeAll(prepareEngine);
afterEach(() => vi.useRealTimers());

function aContext(): Context {
  const caller: Caller = {
    kind: 'api_key',
    id: randomUUID(),
    organizationId: randomUUID(),
    mode: 'test',
    role: 'client',
  };
  return { store: dynamoStore, caller, now: new Date(), newId, requestId: randomUUID() };
}

const anIdempotentRequest = (): IdempotentRequest => ({
  idempotencyKey: randomUUID(),
  operation: 'POST /things',
  bodyDigest: 'digest',
});

const commitOf = <T>(
  context: Context,
  useCase: () => Promise<Change<T>>,
  idempotentRequest?: IdempotentRequest,
  remainingMs?: () => number,
) =>
  commit(context, useCase, {
    status: 201,
    idempotentRequest,
    remainingMs,
    subscribers: (mode) => activeSubscribers(context.store, { ...context.caller, mode }),
  });

const rowsOf = async ({ caller }: Context) => {
  const [journal, risk] = [await everyRow('journal'), await everyRow('risk')];
  return [...journal, ...risk].filter(({ pk }) => pk.startsWith(caller.organizationId));
};

describe('a batch of evidence', () => {
  const RECEIPTS = 100;
  const context = aContext();
  const subjectId = newId();
  const evidenceId = newId();
  const receiptIds = Array.from({ length: RECEIPTS }, (_, index) => memberId(evidenceId, index));
  const about = { resource: 'evidence', subjectId, announced: true };
  const events: NewEvent[] = [
    { ...about, type: 'risk.evidence.batch_recorded', resourceId: evidenceId },
    ...receiptIds.map((resourceId) => ({ ...about, type: 'risk.evidence.recorded', resourceId })),
  ];
  const row: Write = {
    table: 'risk',
    put: {
      ...keyIn(recordsOf(context.caller, 'evidence'), evidenceId),
      id: evidenceId,
      receipts: receiptIds.map((id) => ({ id, value: randomBytes(1_000).toString('base64') })),
    },
    when: 'absent',
  };
  let subscribers: { id: string; events: string[] }[];
  let calls: Awaited<ReturnType<typeof observed>>['calls'];

  beforeAll(async () => {
    const wanted = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? ['risk.*'] : ['risk.evidence.recorded'],
    );
    subscribers = await plantSubscriptions(context.caller, wanted);
    const change = async () => ({ writes: [row], events, result: { ids: receiptIds } });
    ({ calls } = await observed(() => commitOf(context, change, anIdempotentRequest())));
  });

  test('is one transaction of a few rows', async () => {
    const transactions = calls.filter(isTransaction);

    expect(transactions).toHaveLength(1);
    // Idempotency record, evidence, events, and the pointers to them from the subject and the evidence.
    expect(transactions[0]?.input.TransactItems).toHaveLength(5);
    expect(await rowsOf(context)).toHaveLength(5);
  });

  test.each([
    ['of the organization', {}],
    ['of the subject', { subjectId }],
  ])('lists its 101 events in the history %s, over pages and in order', async (_of, about) => {
    const pages = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await listHistory(dynamoStore, context.caller, { offset, ...about });
      pages.push(page.items);
      offset = page.nextOffset;
    }

    const listed = pages.flat();
    // A page of up to 100 events ends where its row does, or in the middle of it.
    expect(pages.map((page) => page.length)).toEqual([64, 37]);
    expect(listed.map(({ type, resourceId }) => ({ type, resourceId }))).toEqual(
      events.map(({ type, resourceId }) => ({ type, resourceId })),
    );
  });

  test('has events that can each be read by its id', async () => {
    const { items } = await listHistory(dynamoStore, context.caller, { offset: 0 });

    const found = await Promise.all(items.map(({ id }) => findEvent(dynamoStore, context.caller, id)));

    expect(found).toEqual(items);
  });

  test('has one event in the history of each receipt', async () => {
    for (const resourceId of [receiptIds[1], receiptIds[57], receiptIds[99]]) {
      const { items } = await listHistory(dynamoStore, context.caller, { offset: 0, resourceId });

      expect(items).toMatchObject([{ type: 'risk.evidence.recorded', resourceId }]);
    }
  });

  test('names every webhook with the events it receives', async () => {
    const stored = (await rowsOf(context)).find((one) => one.subscribers !== undefined);

    const singles = events.map((_, member) => member).slice(1);
    expect(stored?.subscribers).toEqual(
      Object.fromEntries(
        subscribers.map(({ id, events: [first] }) => [id, first === 'risk.*' ? [0, ...singles] : singles]),
      ),
    );
    expect(stored).toMatchObject({ dueShard: expect.any(String), dueAt: expect.any(String) });
  });
});

test('commit: ids of events that do not exist are not found', async () => {
  const context = aContext();
  const event = { type: 'risk.x', resource: 'subjects', resourceId: newId(), subjectId: null };
  await commitOf(context, async () => {
    return { writes: [], events: [{ ...event, announced: false }], result: null };
  });
  const { items } = await listHistory(dynamoStore, context.caller, { offset: 0 });
  const id = items[0]?.id ?? '';

  expect(memberOf(id)).toBe(0);
  expect(await findEvent(dynamoStore, context.caller, id)).toEqual(items[0]);
  expect(await findEvent(dynamoStore, context.caller, memberId(id, 1))).toBeUndefined();
  expect(await findEvent(dynamoStore, context.caller, rowIdOf(randomUUID()))).toBeUndefined();
});

test.each([
  ['live', ['live']],
  ['test', ['test']],
  ['both', ['test', 'live']],
] as const)('history mode: events of %s go to history and webhooks of %j', async (mode, modes) => {
  const context = aContext();
  const scopeOf = (one: Mode) => ({ ...context.caller, mode: one });
  const webhooks = {
    test: (await plantSubscriptions(scopeOf('test'), [['*']]))[0]?.id,
    live: (await plantSubscriptions(scopeOf('live'), [['*']]))[0]?.id,
  };
  const event = { type: 'risk.x', resource: 'x', resourceId: newId(), subjectId: null };

  await commitOf(context, async () => ({
    writes: [],
    events: [{ ...event, announced: true }],
    historyMode: mode,
    result: null,
  }));

  const outbox = (await rowsOf(context)).filter(({ subscribers }) => subscribers !== undefined);
  const told = outbox.map((row) => [row.mode, Object.keys(row.subscribers as object)]);
  expect(told.toSorted()).toEqual(modes.map((one) => [one, [webhooks[one]]]).toSorted());
  for (const one of ['test', 'live'] as const) {
    const { items } = await listHistory(dynamoStore, scopeOf(one), { offset: 0 });
    expect(items).toHaveLength(modes.some((listed) => listed === one) ? 1 : 0);
  }
});

describe('a transaction that is cancelled', () => {
  const WRITES = 3; // preceded by the idempotency record
  const key = (index: number) => ({ pk: `${randomUUID()}#test#things`, sk: String(index) });
  const taken = (current: unknown) => conflict('taken', `Row ${JSON.stringify(current)}`);
  const writes: Write[] = Array.from({ length: WRITES }, (_, index) => ({
    table: 'risk',
    put: key(index),
    ...(index === 1 && { otherwise: taken }),
  }));

  /** Cancels the transaction this often, and counts the runs of the use case. */
  async function outcomeOf(code: string, atWrite: number, times: number, remainingMs?: () => number, takesMs = 0) {
    let asked = 0;
    let left = times;
    const plan: Plan = {
      ofCall: (one) =>
        isTransaction(one) && left-- > 0 ? failing(() => cancelled(one, code, atWrite))(one) : undefined,
    };
    const useCase = async () => {
      asked += 1;
      if (takesMs > 0) vi.advanceTimersByTime(takesMs);
      return { writes, events: [], result: { done: true } };
    };
    const attempt = () => commitOf(aContext(), useCase, anIdempotentRequest(), remainingMs);
    const outcome = await withFaults(plan, attempt).then(
      ({ result }) => result,
      (error: unknown) => error,
    );
    return { outcome, asked };
  }

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'by a %s is retried',
    async (code) => {
      const { outcome, asked } = await outcomeOf(code, 2, 2);

      expect(outcome).toMatchObject({ status: 201, body: { done: true }, isReplay: false });
      expect(asked).toBe(3);
    },
  );

  test('by a condition without a problem runs the use case again', async () => {
    const { outcome, asked } = await outcomeOf('ConditionalCheckFailed', 1, 1);

    expect(outcome).toMatchObject({ status: 201, isReplay: false });
    expect(asked).toBe(2);
  });

  test('by a condition with a problem returns that problem', async () => {
    const { outcome, asked } = await outcomeOf('ConditionalCheckFailed', 2, 1);

    expect(outcome).toBeInstanceOf(Problem);
    expect(outcome).toMatchObject({ status: 409, code: 'taken' });
    expect(asked).toBe(1);
  });

  test.each(['ValidationError', 'ItemCollectionSizeLimitExceeded', 'AccessDenied'])(
    'by %s is a defect',
    async (code) => {
      const { outcome, asked } = await outcomeOf(code, 1, 1);

      expect(outcome).not.toBeInstanceOf(Problem);
      expect(outcome).toMatchObject({ name: 'TransactionCanceledException' });
      expect(asked).toBe(1);
    },
  );

  test('until the function has no time left for another attempt returns a 503', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });

    // Of 3,000 ms half are kept for the answer, and an attempt of 200 ms has to fit with its pause.
    const { outcome, asked } = await outcomeOf('TransactionConflict', 0, 1_000, () => 3_000, 200);

    expect(outcome).toMatchObject({ status: 503, code: 'unavailable' });
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThanOrEqual(7);
  });

  test('is not retried if the function has no time for it', async () => {
    const { outcome, asked } = await outcomeOf('TransactionConflict', 0, 1, () => 1_000);

    expect(outcome).toMatchObject({ status: 503 });
    expect(asked).toBe(1);
  });
});

test('commit: the problem receives the conflicting row', async () => {
  const context = aContext();
  const put = { pk: `${context.caller.organizationId}#test#things`, sk: '1', id: 'the first' };
  const useCase = async (): Promise<Change<null>> => ({
    writes: [
      {
        table: 'risk',
        put,
        when: 'absent',
        otherwise: (row) => conflict('taken', String(row?.id)),
      },
    ],
    events: [],
    result: null,
  });
  await commitOf(context, useCase, anIdempotentRequest());

  const second = commitOf(context, useCase, anIdempotentRequest());

  await expect(second).rejects.toMatchObject({ code: 'taken', message: 'the first' });
});

test('commit: a change of more than 100 rows is a defect and stores nothing', async () => {
  const context = aContext();
  const writes = Array.from({ length: 100 }, (_, index): Write => {
    return {
      table: 'risk',
      put: { pk: `${context.caller.organizationId}#test#x`, sk: `${index}` },
    };
  });
  const change = async () => ({ writes, events: [], result: null });

  const [tooMany] = await Promise.allSettled([commitOf(context, change, anIdempotentRequest())]);
  const left = await rowsOf(context);
  await commitOf(context, change);

  expect(tooMany).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  expect(tooMany).not.toMatchObject({ reason: expect.any(Problem) });
  expect(left).toEqual([]);
  expect(await rowsOf(context)).toHaveLength(100);
});

test('commit: an answer too large for a row, even when packed, is replayed byte for byte', async () => {
  const context = aContext();
  const idempotentRequest = anIdempotentRequest();
  const result = { blob: randomBytes(900_000).toString('base64'), é: ['😀', 0.1, null] };
  const change = async () => ({ writes: [], events: [], result });

  const first = await commitOf(context, change, idempotentRequest);
  const again = await commitOf(context, change, idempotentRequest);

  const rows = await rowsOf(context);
  expect(rows).toHaveLength(3);
  expect(again).toMatchObject({ status: 201, isReplay: true });
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
  // DynamoDB deletes expired rows one by one: while the first exists, the others must exist.
  const [head = 0, ...parts] = rows.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map((row) => Number(row.expiresAtSeconds));
  expect(Math.min(...parts) - head).toBeGreaterThanOrEqual(2 * 86_400);
  expect(head - Date.now() / 1000).toBeGreaterThan(30 * 86_400);
});
