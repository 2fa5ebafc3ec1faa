import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { continueJob } from '#shared/jobs/index.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { putResults, readResults } from '#shared/screening/repository/batch-objects.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import type { BatchRow } from '#shared/screening/uploaded/batch-row.ts';
import { openBatch } from '#shared/screening/uploaded/open-batch.ts';
import { call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, type World } from '#test/support/risk-world.ts';
import { existingBatch } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { asked, LISTS, messageOf, readBatch, resultsOf, screened, shortTurns, work } from './batch-calls.ts';

/** Batches of the rows of an earlier batch that failed. */
const world = preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningBatch, eraseScreeningBatchRows } = screeningRoutes;

const again = (own: World, failedRowsOf: string, more: Record<string, unknown> = {}) =>
  call(own.client, createScreeningBatch, { body: { failedRowsOf, sources: LISTS, ...more } });

/** Makes stored results look as if their screening had failed. */
async function breakRows(own: World, id: string, isBroken: (row: BatchRow) => boolean) {
  const scope = { organizationId: own.organizationId, mode: own.mode };
  const { objects, upload } = await openBatch({ store: dynamoStore, caller: scope as never, now: now() }, id);
  for (let chunk = 0; chunk * 1_000 < (upload.ended?.done ?? 0); chunk += 1) {
    const rows = await readResults(objects, chunk);
    const broken = rows.map((row) => (isBroken(row) ? { ...row, status: 'error' as const, runId: null } : row));
    await putResults(objects, chunk, broken);
  }
}

test('failed rows are screened again under their lines, and those that could not be read are counted', async () => {
  const own = await aWorld();
  const file = [
    'name,riskSubjectId,reference',
    'Ambrose Quillfeather,,a',
    `Nobody Listed,${randomUUID()},b`,
    'A,B,C,D',
    ',,d',
    'Inkwell Holding SA,,e',
    'Inkwell Holding SA,,f',
  ].join('\n');
  const { batch } = await screened(own, file);
  expect(batch).toMatchObject({
    failed: 2,
    byStatus: { error: 1 },
    repeatableRows: 2,
    sources: LISTS,
    reviewScore: 70,
  });
  await breakRows(own, batch.id, ({ line }) => line >= 6);

  const { status, body } = await again(own, batch.id, { keepRowsDays: 3, reviewScore: 60 });
  expect([status, await readBatch(own.client, body.id)]).toEqual([201, body]);
  expect(body).toMatchObject({ failedRowsOf: batch.id, format: 'csv', rows: null, reviewScore: 60 });
  await work(own, body.id);

  const repeated = await readBatch(own.client, body.id);
  const rows = await resultsOf(own.client, body.id);
  expect(repeated).toMatchObject({ status: 'completed', rows: 4, failed: 1, leftOutRows: 1, repeatableRows: 2 });
  expect(rows).toMatchObject([
    { row: 1, line: 3, reference: 'b', problem: { code: 'not_found' } },
    { row: 2, line: 5, reference: 'd', status: 'error', errorCode: 'missing_name' },
    { row: 3, line: 6, reference: 'e', matchCount: 1, sameAsLine: null },
    { row: 4, line: 7, reference: 'f', matchCount: 1, sameAsLine: 6 },
  ]);
  const once = await again(own, body.id);
  await work(own, once.body.id);
  expect(await readBatch(own.client, once.body.id)).toMatchObject({ rows: 2, leftOutRows: 0 });
});

test('failed rows of several chunks are read once, also where a worker stops between them', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const own = await aWorld();
  const lines = Array.from({ length: 4_400 }, (_, index) => (index === 17 ? '""' : `Person ${index % 3_000}`));
  const { batch } = await screened(own, `name,reference\n${lines.map((name, row) => `${name},${row}`).join('\n')}\n`);
  const isBroken = ({ line }: BatchRow) => line % 2 === 1 || line > 2_500;
  await breakRows(own, batch.id, isBroken);
  const expected = lines.flatMap((_, index) =>
    index === 17 || isBroken({ line: index + 2 } as BatchRow) ? [index + 2] : [],
  );

  const { body } = await again(own, batch.id);
  for (let turn = 0; turn < 20; turn += 1) {
    // What a process knew of the rows before is lost with it.
    vi.resetModules();
    const process = await import('#shared/jobs/index.ts');
    await process.continueJob(shortTurns(1), messageOf(own, body.id));
    if ((await readBatch(own.client, body.id)).status === 'completed') break;
  }
  await continueJob(workerContext(addSeconds(now(), 400)), messageOf(own, body.id));

  const rows = await resultsOf(own.client, body.id, { limit: 1_000 });
  expect(await readBatch(own.client, body.id)).toMatchObject({ status: 'completed', leftOutRows: 0 });
  expect(rows.map(({ line }) => line)).toEqual(expected);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  // Row 3,001 is the same as the first, which did not fail, and is screened by itself.
  expect(byLine.get(3_002)).toMatchObject({ sameAsLine: null });
  expect(byLine.get(3_003)).toMatchObject({ sameAsLine: 3 });
});

test('a batch without rows to repeat, that has not ended, or is none of the caller is refused', async () => {
  const own = await aWorld();
  const fine = await screened(own, 'name,reference\nNobody Listed,a\nA,B,C\n');
  const running = await asked(own.client, 'name\nNobody Listed\n');
  const failed = await screened(own, 'name,reference\n"",a\n');
  const code = async (response: ReturnType<typeof again>) => {
    const { status, body } = await response;
    return [status, body.code];
  };

  expect(await code(again(own, fine.batch.id))).toEqual([422, 'no_failed_rows']);
  expect(await code(again(own, running.body.id))).toEqual([409, 'batch_running']);
  expect(await code(again(own, failed.batch.id, { sources: ['no_such_list'] }))).toEqual([422, 'unknown_list']);
  expect(await code(again(world, failed.batch.id))).toEqual([404, 'not_found']);
  expect(await code(again(own, await existingBatch(own)))).toEqual([404, 'not_found']);
  const owner = await userOf(own.organizationId, 'owner');
  const live = call(owner, createScreeningBatch, {
    body: { failedRowsOf: failed.batch.id, sources: LISTS },
    headers: { 'x-risk-mode': 'live' },
  });
  expect(await code(live)).toEqual([404, 'not_found']);
  for (const more of [
    { uploadId: randomUUID() },
    { items: [{ subject: { name: 'Ada' } }] },
    { format: 'csv' },
    { columns: { a: 'name' } },
    { mapping: 'a' },
    { sources: undefined },
    { keepRowsDays: 0 },
  ])
    expect((await again(own, failed.batch.id, more)).status).toBe(400);
});

test('rows that are erased cannot be screened again, also by a batch that waits', async () => {
  const own = await aWorld();
  const { batch } = await screened(own, 'name,reference\n"",a\n');
  const waiting = await again(own, batch.id);
  await call(own.client, eraseScreeningBatchRows, { params: { id: batch.id } });

  const late = await again(own, batch.id);
  await work(own, waiting.body.id);

  expect(late).toMatchObject({ status: 410, body: { code: 'rows_erased' } });
  const ended = await readBatch(own.client, waiting.body.id);
  expect(ended).toMatchObject({ status: 'failed', problem: { code: 'rows_erased' } });
});
