import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { msOf } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { begunPartitionsOf, runIdIn } from '#shared/screening/repository/batches.ts';
import { runsOf } from '#shared/screening/repository/runs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashWhen, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { newSubject } from '#test/support/risk-world.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';
import { isFull } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';

/** Several runs in one request. */
const world = preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningBatch, listScreeningBatches, listScreeningRuns, readScreeningBatch, readScreeningRun } =
  screeningRoutes;

const LISTS = ['eu_fsf', 'uk_sanctions'];
const NAMES = [
  'Ambrose Quillfeather',
  'Quillfeather Ambrose',
  'Inkwell Holding',
  'Bartholomew Paperclip',
  'Nobody Listed',
  '…',
];
const items = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = NAMES[index % NAMES.length] ?? '';
    return { subject: { name }, reference: `row ${index + 1}` };
  });

const batch = (more: Record<string, unknown> = {}, options: { idempotencyKey?: string } = {}) =>
  call(world.client, createScreeningBatch, { body: { items: items(3), sources: LISTS, ...more }, ...options });

/** A client of an organization where nothing else happens. */
async function alone() {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, 'test');
  const rows = () => countRows(organizationId);
  return { credential, organizationId, rows };
}

describe('a batch', () => {
  test('of a hundred has the outcome of a run of its own for each item, in their order', async () => {
    const { status, body } = await batch({ items: items(100) });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'completed', total: 100, failed: 0 });
    expect(body.runs.map(({ reference }: { reference: string }) => reference)).toEqual(
      items(100).map(({ reference }) => reference),
    );
    for (const [index, name] of NAMES.entries()) {
      const single = await screen(world, { name });
      const { id, status: outcome, incomplete, incompleteReasons, errorCode, topScore, matches } = single.body;
      const expected = {
        status: outcome,
        incomplete,
        incompleteReasons,
        errorCode,
        topScore,
        matchCount: matches.length,
      };
      expect(body.runs[index]).toMatchObject(expected);
      const { body: run } = await call(world.client, readScreeningRun, { params: { id: body.runs[index].runId } });
      const { matchCount, ...shown } = expected;
      expect(run.matches).toHaveLength(matchCount);
      expect(run).toMatchObject({ ...shown, subjectDigest: single.body.subjectDigest });
      expect(run.id).not.toBe(id);
    }
    const counts = Object.entries(body.byStatus as Record<string, number>);
    for (const [outcome, count] of counts)
      expect(body.runs.filter((one: { status: string }) => one.status === outcome)).toHaveLength(count);
    expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(100);
  });

  test('is read and listed, newest first, by its organization alone', async () => {
    const own = await alone();
    const make = () => call(own.credential, createScreeningBatch, { body: { items: items(2), sources: LISTS } });
    const [first, second] = [await make(), await make()];

    const read = await call(own.credential, readScreeningBatch, { params: { id: first.body.id } });
    const listed = await call(own.credential, listScreeningBatches);
    const foreign = await call(world.client, readScreeningBatch, { params: { id: first.body.id } });

    expect(read.body).toEqual(first.body);
    const { runs: _, ...summary } = second.body;
    expect(listed.body.items[0]).toEqual(summary);
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id]);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('records the facts of each item on its risk subject', async () => {
    const subjects = await Promise.all([newSubject(world), newSubject(world)]);
    const names = ['Inkwell Holding SA', 'Nobody Listed'];
    const { body } = await batch({
      items: subjects.map((riskSubjectId, index) => ({ subject: { name: names[index] }, riskSubjectId })),
    });

    expect(body.runs).toMatchObject(subjects.map((riskSubjectId) => ({ riskSubjectId, runId: expect.any(String) })));
    for (const [index, riskSubjectId] of subjects.entries()) {
      const { body: page } = await call(world.client, listScreeningRuns, { query: { riskSubjectId } });
      expect(page.items).toMatchObject([
        { id: body.runs[index].runId, riskSources: [{ fact: 'screening.sanctions' }] },
      ]);
    }
  });

  test('goes on without an item that a single run would refuse, and says why', async () => {
    const unknown = randomUUID();
    const [one, , three] = items(3);

    const { status, body } = await batch({
      items: [one, { subject: { name: 'Nobody Listed' }, riskSubjectId: unknown }, three],
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ total: 3, failed: 1 });
    expect(body.runs[1]).toMatchObject({ runId: null, status: null, problem: { code: 'not_found' } });
    expect([body.runs[0].runId, body.runs[2].runId]).toEqual([expect.any(String), expect.any(String)]);
  });
});

describe('refused, with nothing changed:', () => {
  const id = randomUUID();
  const name = { name: 'Nobody Listed' };
  test.each<[string, Record<string, unknown>, number, string]>([
    ['no items', { items: [] }, 400, 'invalid_body'],
    ['101 items', { items: items(101) }, 400, 'invalid_body'],
    ['an item that is no subject', { items: [...items(2), { subject: {} }] }, 400, 'invalid_body'],
    ['lists at an item', { items: [{ subject: name, sources: LISTS }] }, 400, 'invalid_body'],
    ['no lists', { sources: undefined }, 400, 'invalid_body'],
    ['scores that cross', { reviewScore: 95 }, 400, 'invalid_body'],
    ['an unknown profile', { profileKey: 'unknown', sources: undefined }, 422, 'unknown_profile'],
    ['scores beside a profile', { profileKey: 'thorough', reviewScore: 60 }, 422, 'set_by_profile'],
    [
      'an unknown list beside a risk subject',
      { items: [{ subject: name, riskSubjectId: id }], sources: ['xx_list'] },
      422,
      'unknown_list',
    ],
    [
      'a risk subject twice',
      { items: [{ subject: name, riskSubjectId: id }, ...items(1), { subject: name, riskSubjectId: id }] },
      422,
      'repeated_subject',
    ],
  ])('%s', async (_case, changes, status, code) => {
    const { credential, rows } = await alone();
    const before = await rows();

    const result = await call(credential, createScreeningBatch, {
      body: { items: items(2), sources: LISTS, ...changes },
    });

    expect(result).toMatchObject({ status, body: { code } });
    expect(await rows()).toEqual(before);
  });

  test('a key that another request has used', async () => {
    const { credential, rows } = await alone();
    const idempotencyKey = randomUUID();
    await call(credential, screeningRoutes.createScreeningRun, {
      body: { subject: name, sources: LISTS },
      idempotencyKey,
    });
    const before = await rows();

    const result = await call(credential, createScreeningBatch, {
      body: { items: items(2), sources: LISTS },
      idempotencyKey,
    });

    expect(result).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    expect(await rows()).toEqual(before);
  });

  test('a key whose batch had other items, also while that is not finished', async () => {
    const { credential, rows } = await alone();
    const idempotencyKey = randomUUID();
    const body = { items: items(4), sources: LISTS };
    const crash = crashWhen(isTransaction, 'after');
    await withFaults(crash, () => call(credential, createScreeningBatch, { body, idempotencyKey })).catch(() => {});
    const before = await rows();

    const result = await call(credential, createScreeningBatch, {
      body: { ...body, items: items(3) },
      idempotencyKey,
    });

    expect(result).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    expect(await rows()).toEqual(before);
  });
});

describe('made once', () => {
  test('however often it is repeated after whatever failed', async () => {
    const body = { items: items(9), sources: LISTS };
    const undisturbed = await alone();
    const idempotencyKey = randomUUID();
    const first = await call(undisturbed.credential, createScreeningBatch, { body, idempotencyKey });
    const once = await undisturbed.rows();

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(40), moment: fc.constantFrom('before' as const, 'after' as const) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (crashes) => {
          const own = await alone();
          const make = () => call(own.credential, createScreeningBatch, { body, idempotencyKey });
          for (const { at, moment } of crashes)
            await withFaults(
              crashWhen((_call, number) => number === at, moment),
              make,
            ).catch(() => {});

          const last = await make();

          expect(last.status).toBe(201);
          expect(await own.rows()).toEqual(once);
          expect(last.body.byStatus).toEqual(first.body.byStatus);
        },
      ),
      { numRuns: isFull ? 8 : 3, seed: 20261118 },
    );
  });

  test('by four equal requests at the same time', async () => {
    const body = { items: items(8), sources: LISTS };
    const [own, other] = [await alone(), await alone()];
    await call(other.credential, createScreeningBatch, { body, idempotencyKey: 'same' });

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(own.credential, createScreeningBatch, { body, idempotencyKey: 'same' })),
    );

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body: answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(await own.rows()).toEqual(await other.rows());
  });

  test('also when the place of one of its runs is taken by another', async () => {
    const { credential, organizationId } = await alone();
    const scope = { organizationId, mode: 'test' as const };
    const request = { body: { items: items(3), sources: LISTS }, idempotencyKey: 'taken' };
    const single = await call(credential, screeningRoutes.createScreeningRun, {
      body: { subject: { name: 'Nobody Listed' }, sources: LISTS },
    });
    const crash = crashWhen(isTransaction, 'before');
    await withFaults(crash, () => call(credential, createScreeningBatch, request)).catch(() => {});
    const own = (await everyRow('screening')).filter(({ pk }) => pk.startsWith(organizationId));
    const batchId = String(own.find(({ pk }) => begunPartitionsOf(scope).includes(pk))?.id);
    const idAt = (attempt: number) => runIdIn(batchId, { index: 0, attempt }, msOf(batchId));
    const other = own.find(({ id, packed }) => id === single.body.id && packed);
    await dynamoStore.writeOne({ table: 'screening', put: { ...other, ...keyIn(runsOf(scope), idAt(0)) } });

    const { status, body } = await call(credential, createScreeningBatch, request);

    expect(status).toBe(201);
    expect(body.runs[0].runId).toBe(idAt(1));
    const read = await call(credential, readScreeningRun, { params: { id: idAt(1) } });
    expect(read.body.status).toBe(body.runs[0].status);
    await dynamoStore.deleteMany('screening', [keyIn(runsOf(scope), idAt(0))]);
  });
});
