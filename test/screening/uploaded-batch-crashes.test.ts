import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { BucketName } from '#shared/buckets.ts';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { activate, keepPinned } from '#shared/screening/lists/list-state.ts';
import { batchKeyRead } from '#shared/screening/repository/batch-keys.ts';
import { removeIndex } from '#shared/screening/repository/list-indexes.ts';
import { pinnedVersions } from '#shared/screening/repository/list-pins.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { withPinned } from '#shared/screening/use-cases/with-pinned.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow, tableNames } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, eventTypes, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, aVersion, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';
import { asked, LISTS, messageOf, readBatch, resultsOf, shortTurns } from './batch-calls.ts';

/** Batches of uploaded files whose worker dies, whose messages come twice, and what they leave readable. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));
afterEach(() => vi.restoreAllMocks());

const outcomeOf = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ row, line, reference, status, topScore, matchCount, sameAsLine, problem }) => {
    return { row, line, reference, status, topScore, matchCount, sameAsLine, problem };
  });

async function fileOf(own: World): Promise<string> {
  const [listed, clear] = [await newSubject(own), await newSubject(own)];
  const rows = [
    `Ambrose Quillfeather,${listed},a`,
    `Nobody Listed,${clear},b`,
    'Inkwell Holding SA,,c',
    'Inkwell Holding SA,,d',
    'A,B,C,D',
  ];
  return `name,riskSubjectId,reference\n${rows.join('\n')}\n`;
}

test('a worker that dies between any two steps loses nothing and doubles nothing', { timeout: 120_000 }, async () => {
  const reference = await aWorld();
  const { body } = await asked(reference.client, await fileOf(reference));
  const { calls } = await observed(() => continueJob(workerContext(now()), messageOf(reference, body.id)));
  const expected = outcomeOf(await resultsOf(reference.client, body.id));
  const counts = await countRows(reference.organizationId);
  const points = calls.flatMap((_, index) => [
    { index, moment: 'before' as const },
    { index, moment: 'after' as const },
  ]);
  expect(counts['screening screening-runs']).toBe(3);

  for (const { index, moment } of somePoints(points, 3)) {
    const own = await aWorld();
    const { body: begun } = await asked(own.client, await fileOf(own));
    const message = messageOf(own, begun.id);
    await withFaults(crashAt(index, moment), () => continueJob(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await continueJob(workerContext(later), message);
    await continueJob(workerContext(later), message);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    expect(await readBatch(own.client, begun.id), where).toMatchObject({ status: 'completed', rows: 5, failed: 1 });
    expect(outcomeOf(await resultsOf(own.client, begun.id)), where).toEqual(expected);
    expect(await countRows(own.organizationId), where).toEqual(counts);
    expect((await eventTypes(own, begun.id)).filter((type) => type !== 'job.requested')).toEqual([
      'job.ended',
      'screening.batch.completed',
    ]);
  }
});

test('messages that come twice, also at the same time, change nothing', async () => {
  const own = await aWorld();
  const { body } = await asked(own.client, await fileOf(own));
  const message = messageOf(own, body.id);

  await Promise.all([1, 2, 3].map(() => continueJob(workerContext(now()), message)));
  await continueJob(workerContext(now()), message);

  expect(await readBatch(own.client, body.id)).toMatchObject({ status: 'completed', rows: 5, failed: 1 });
  expect((await countRows(own.organizationId))['screening screening-runs']).toBe(3);
});

describe('a batch of several chunks', () => {
  const lines = Array.from({ length: 2_300 }, (_, index) =>
    index % 900 === 7 ? 'Ambrose Quillfeather' : index % 1_000 === 9 ? 'Inkwell Holding SA' : `Person ${index}`,
  );
  const file = `name\n${lines.join('\n')}\n`;

  test('goes on in another process where a turn ended, and shows its progress', async () => {
    const own = await aWorld();
    const { body } = await asked(own.client, file);
    const seen: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      // What a process knew of the rows before is lost with it.
      vi.resetModules();
      const process = await import('#shared/jobs/index.ts');
      await process.continueJob(shortTurns(1), messageOf(own, body.id));
      const batch = await readBatch(own.client, body.id);
      seen.push(batch.done);
      if (batch.status === 'running' && batch.done > 0) {
        expect(batch.rows).toBe(2_300);
        expect(await resultsOf(own.client, body.id, { limit: 1_000 })).toHaveLength(batch.done);
      }
      if (batch.status === 'completed') break;
    }

    expect(seen.at(-1)).toBe(2_300);
    expect(new Set(seen).size).toBeGreaterThan(2);
    const rows = await resultsOf(own.client, body.id, { limit: 1_000 });
    const hits = rows.filter(({ matchCount }) => matchCount !== 0);
    expect(rows.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 1));
    expect(hits.map(({ row, sameAsLine }) => [row, sameAsLine])).toEqual([
      [8, null],
      [10, null],
      [908, 9],
      [1_010, 11],
      [1_808, 9],
      [2_010, 11],
    ]);
    expect((await countRows(own.organizationId))['screening screening-runs']).toBe(2);
  });

  test('that is cancelled keeps what it has screened', async () => {
    const own = await aWorld();
    const { body } = await asked(own.client, file);
    await continueJob(shortTurns(3), messageOf(own, body.id));
    const before = await readBatch(own.client, body.id);
    expect(before).toMatchObject({ status: 'running', done: 1_000, rows: 2_300 });

    await call(own.client, jobRoutes.cancelJob, { params: { id: body.id } });
    await continueJob(workerContext(now()), messageOf(own, body.id));

    const after = await readBatch(own.client, body.id);
    expect(after).toMatchObject({ status: 'cancelled', done: 1_000, rows: 2_300, byStatus: before.byStatus });
    expect(await resultsOf(own.client, body.id, { limit: 1_000 })).toHaveLength(1_000);
    expect(await pinnedVersions(dynamoStore, now())).not.toContain(before.listVersions[0].versionId);
  });
});

test('all rows are screened against the versions of the start, which stay while they are pinned', async () => {
  const own = await aWorld();
  const name = 'Pinned Marchbanks';
  const before = await loadList('un_sanctions', [anEntry({ names: [{ text: name, isWeak: false }], births: [] })]);
  const { body } = await asked(own.client, `name\n${name}\n`, { sources: ['un_sanctions'] });
  await continueJob(shortTurns(1), messageOf(own, body.id));
  expect(await readBatch(own.client, body.id)).toMatchObject({
    status: 'running',
    listVersions: [{ list: 'un_sanctions', versionId: before.versionId }],
  });

  // Five later versions push the pinned one out.
  for (let version = 0; version < 5; version += 1) await loadList('un_sanctions', [anEntry()]);
  const state = await readListState(dynamoStore, 'un_sanctions');
  const change = { state, dropped: [before] };
  const kept = await withPinned({ store: dynamoStore, now: now() }, change);
  expect(kept).toMatchObject({ dropped: [], state: { previous: expect.arrayContaining([before]) } });
  expect(keepPinned(activate(state, aVersion()), new Set()).state.previous).toHaveLength(4);

  await continueJob(workerContext(addSeconds(now(), 400)), messageOf(own, body.id));
  expect(await readBatch(own.client, body.id)).toMatchObject({ status: 'completed', byStatus: { clear: 0 } });
  expect(await withPinned({ store: dynamoStore, now: now() }, change)).toEqual(change);
});

test('a batch whose list version is gone fails, and says so', async () => {
  const own = await aWorld();
  const version = await loadList('un_sanctions', [anEntry()]);
  const { body } = await asked(own.client, 'name\nNobody\n', { sources: ['un_sanctions'] });
  await continueJob(shortTurns(1), messageOf(own, body.id));
  await loadList('un_sanctions', [anEntry()]);
  await removeIndex('un_sanctions', version.versionId);
  vi.resetModules();
  const { continueJob: inAnotherProcess } = await import('#shared/jobs/index.ts');
  await inAnotherProcess(workerContext(addSeconds(now(), 400)), messageOf(own, body.id));
  expect(await readBatch(own.client, body.id)).toMatchObject({
    status: 'failed',
    problem: { code: 'list_version_gone' },
  });
});

describe('what a batch leaves behind', () => {
  const MARKERS = ['Zebulon', 'Markerstone', '1949-02-17', 'ZX99887766', 'Zebulino'];
  const file = [
    'name,aliases,dateOfBirth,identifierKind,identifierValue,riskSubjectId,reference',
    'Zebulon Markerstone,Zebulino,1949-02-17,passport,ZX99887766,SUBJECT,a',
    'Zebulon Markerstone,Zebulino; Ambrose Quillfeather,,passport,ZX99887766,,b',
    'Zebulon Markerstone,Zebulino,1949-02-31,passport,ZX99887766,,c',
    `Zebulon Markerstone,Zebulino,,,,${randomUUID()},d`,
  ].join('\n');

  const contains = (bytes: Buffer) => {
    const texts = [bytes.toString('utf8'), bytes.toString('utf16le')];
    return MARKERS.some((marker) => texts.some((text) => text.toLowerCase().includes(marker.toLowerCase())));
  };

  /** Everything compressed within a row is unpacked. */
  function isReadable(value: unknown): boolean {
    if (typeof value === 'string') return contains(Buffer.from(value)) || contains(Buffer.from(value, 'base64'));
    if (value instanceof Uint8Array) {
      const bytes = Buffer.from(value);
      return contains(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
    }
    if (value && typeof value === 'object')
      return Object.entries(value).some(([key, one]) => isReadable(key) || isReadable(one));
    return contains(Buffer.from(String(value)));
  }

  async function readableObjects(): Promise<string[]> {
    const found: string[] = [];
    for (const bucket of ['exports', 'batches', 'documents'] satisfies BucketName[])
      for (const key of await listBlobs(bucket, '')) {
        const bytes = (await getBlob(bucket, key)) ?? Buffer.alloc(0);
        const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
        if (contains(Buffer.from(key)) || contains(bytes) || (isZipped && contains(gunzipSync(bytes))))
          found.push(`${bucket}/${key}`);
      }
    return found;
  }

  test('no name, date or number can be read in any table, object, log or message', async () => {
    const own = await aWorld();
    const logged: string[] = [];
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...parts) => void logged.push(JSON.stringify(parts)));
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        logged.push(String(chunk));
        return true;
      });
    const { body } = await asked(own.client, file.replace('SUBJECT', await newSubject(own)));
    // The file itself can be read until its rows are stored encrypted.
    expect(await readableObjects()).toEqual([expect.stringMatching(/^exports\/.*\.upload$/)]);
    await continueJob(workerContext(now()), messageOf(own, body.id));

    const batch = await readBatch(own.client, body.id);
    expect(batch).toMatchObject({ status: 'completed', rows: 4, failed: 2 });
    expect((await resultsOf(own.client, body.id)).map(({ matchCount }) => matchCount)).toEqual([0, 1, 0, 0]);
    const again = { failedRowsOf: body.id, sources: LISTS };
    const repeated = await call(own.client, screeningRoutes.createScreeningBatch, { body: again });
    await continueJob(workerContext(now()), messageOf(own, repeated.body.id));
    expect(await readBatch(own.client, repeated.body.id)).toMatchObject({ rows: 1, failed: 1, leftOutRows: 1 });
    const rows = (await Promise.all(tableNames().map(everyRow))).flat();
    expect(rows.filter(isReadable)).toEqual([]);
    expect(await readableObjects()).toEqual([]);
    expect(isReadable(await drain('jobTurns'))).toBe(false);
    expect(logged.filter((line) => contains(Buffer.from(line)))).toEqual([]);
    expect(contains(Buffer.from(JSON.stringify([batch, await resultsOf(own.client, body.id)])))).toBe(false);
  });

  test('the key of a batch is stored encrypted, and is gone when the rows are no longer to be kept', async () => {
    const own = await aWorld();
    const { body } = await asked(own.client, 'name\nNobody Listed\n', { keepRowsDays: 1 });
    await continueJob(workerContext(now()), messageOf(own, body.id));
    const scope = { organizationId: own.organizationId, mode: own.mode };
    const { table, key } = batchKeyRead(scope, body.id);
    const row = await dynamoStore.get(table, key);
    const dayLater = Math.floor(addSeconds(new Date(body.createdAt), 24 * 60 * 60).getTime() / 1000);
    expect(row).toMatchObject({ masterKey: 1, expiresAtSeconds: dayLater });
    expect(row?.wrapped).toHaveLength(32 + 12 + 16);
  });
});
