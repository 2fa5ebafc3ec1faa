import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openIndex } from '#packages/watchlist/src/search/list-index.ts';
import { screen as screenSubject } from '#packages/watchlist/src/search/screen.ts';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { LOOK_BACK_ROWS, LOOK_BACK_VERSIONS } from '#shared/screening/limits.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { findBatch, replaceBatch } from '#shared/screening/repository/batches.ts';
import { archiveIndex } from '#shared/screening/repository/list-indexes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { holds } from '#test/support/properties.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { aVersion, recordActivation } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { runs, some } from '#test/support/soak.ts';
import { readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { asked, messageOf, screened, shortTurns, work } from './batch-calls.ts';
import { indexOf, named, nextTime, publish } from './searched-version.ts';

/** Since which version of a list the rows of an uploaded batch would have been found. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningLookBack, eraseScreeningBatchRows, listLookBackFindings, readScreeningLookBack } =
  screeningRoutes;

const ask = (as: Credential, body: Record<string, unknown>) => call(as, createScreeningLookBack, { body });
const read = async (as: Credential, id: string) => done(as, readScreeningLookBack, { params: { id } });

async function findingsOf(as: Credential, id: string) {
  const items: Record<string, unknown>[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { status, body } = await call(as, listLookBackFindings, { params: { id }, query: { offset } });
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    offset = body.nextOffset;
  }
  return items;
}

async function lookedBack(world: World, body: Record<string, unknown>) {
  const { status, body: queued } = await ask(world.client, body);
  expect(status, JSON.stringify(queued)).toBe(202);
  expect(await work(world, queued.id)).toEqual({ batchItemFailures: [] });
  return { job: await read(world.client, queued.id), findings: await findingsOf(world.client, queued.id) };
}

const CUSTOMERS = ['Ambrose Quilfeather', 'Cornelia Vellum', 'Basil Stamp', 'Stampede Amber', 'Nobody Listed'];
const NAMES = ['Ambrose Quillfeather', 'Cornelia Inkpot Vellum', 'Basil Stamp', 'Amber Stampede', 'Otto Paperclip'];

describe('the first version', () => {
  test('is that of which each row is found by itself, whatever the list was', async () => {
    const own = await aWorld();
    const { batch } = await screened(
      own,
      `name,reference\n${CUSTOMERS.map((name, index) => `${name},${index}`).join('\n')}\n`,
      { reviewScore: 65 },
    );
    const someVersion = fc.record({
      entries: fc.uniqueArray(fc.nat(NAMES.length - 1)),
      isArchived: fc.boolean(),
      back: fc.option(fc.nat(3)),
    });
    await holds(
      fc.asyncProperty(fc.array(someVersion, { minLength: 1, maxLength: 5 }), async (sequence) => {
        const published: Awaited<ReturnType<typeof publish>>[] = [];
        let [begin, end] = [0, 0];
        const gone = new Set<string>();
        for (const { entries, isArchived, back } of sequence) {
          const earlier = back === null ? undefined : published[back];
          const at = nextTime();
          begin ||= at.getTime();
          end = at.getTime() + 1;
          if (earlier) await recordActivation('un_sanctions', earlier.version, at, 'screening.list.rolled_back');
          else
            published.push(
              await publish(
                entries.map((index) => NAMES[index] ?? ''),
                { at, isArchived },
              ),
            );
          if (!earlier && !isArchived) gone.add(published.at(-1)?.versionId ?? '');
        }
        const range = { from: new Date(begin).toISOString(), to: new Date(end).toISOString() };
        const { job, findings } = await lookedBack(own, { batchId: batch.id, source: 'un_sanctions', ...range });

        expect(job.versions).toEqual(published.map(({ shown }) => shown));
        expect(job.unavailable).toEqual([...gone].map((versionId) => ({ versionId, reason: 'not_archived' })));
        const expected = [];
        for (const [index, name] of CUSTOMERS.entries())
          expected.push(...(await firstOf(name, index, published, gone)));
        expect(
          findings.map(({ row, reference, version, match, isCertain }) => ({
            row,
            reference,
            version,
            match,
            isCertain,
          })),
        ).toEqual(expected);
        expect(job).toMatchObject({ status: 'completed', found: expected.length, incomplete: 0, failed: 0 });
        expect(job.done).toBe(job.total);
      }),
      runs(60),
    );
  });

  test('counts entries that were removed since, by the scores of the batch', async () => {
    const own = await aWorld();
    const first = await publish(['Ambrose Quillfeather']);
    const second = await publish(['Basil Stamp']);
    const file = 'name\nAmbrose Quilfeather\nBasil Stamp\n';
    const { batch } = await screened(own, file, { reviewScore: 85, matchScore: 98 });
    const asked = { batchId: batch.id, source: 'un_sanctions', versionIds: [second.versionId, first.versionId] };
    const strict = await lookedBack(own, asked);
    expect(strict.job).toMatchObject({ reviewScore: 85, versions: [first.shown, second.shown], found: 1 });
    expect(strict.findings).toMatchObject([
      { row: 2, version: second.shown, match: { entryId: 'Basil Stamp', score: 85 } },
    ]);

    const { batch: usual } = await screened(own, file, { reviewScore: 65 });
    const { findings } = await lookedBack(own, { ...asked, batchId: usual.id });
    expect(findings).toMatchObject([
      { row: 1, line: 2, outcome: 'reached', version: first.shown, match: { listedName: 'Ambrose Quillfeather' } },
      { row: 2, line: 3, outcome: 'reached', version: second.shown },
    ]);
  });

  test('of a time is the one that was active at its beginning, and is searched by the rules of this release', async () => {
    const own = await aWorld();
    const at = nextTime();
    const version = aVersion({ versionId: newId(at.getTime()) });
    const { table, details } = indexOf([named('Basil Stamp')]);
    const earlier = Buffer.from(table.toString('latin1').replace(/("termBuilderVersion":)\d/, '$11'), 'latin1');
    await archiveIndex('ofac_sdn', version.versionId, { table: earlier, details });
    await recordActivation('ofac_sdn', version, at);
    const later = addSeconds(at, 60).toISOString();
    const { batch } = await screened(own, 'name\nBasil Stamp\n');
    const { job, findings } = await lookedBack(own, { batchId: batch.id, source: 'ofac_sdn', from: later });
    expect(job.versions).toMatchObject([{ versionId: version.versionId, activatedAt: at.toISOString() }]);
    expect(findings).toMatchObject([{ isCertain: true, match: { score: 85 } }]);
  });
});

/** What screening a customer against one version after another finds first. */
async function firstOf(
  name: string,
  index: number,
  published: readonly Awaited<ReturnType<typeof publish>>[],
  gone: ReadonlySet<string>,
) {
  let isCertain = true;
  for (const { versionId, names, shown } of published) {
    if (gone.has(versionId)) isCertain = false;
    if (gone.has(versionId)) continue;
    const { table, details } = indexOf(names.map(named));
    const list = {
      key: 'un_sanctions',
      listKind: 'sanctions' as const,
      missing: false,
      stale: false,
      attention: false,
      droppedEntries: 0,
      reindexPending: false,
      index: openIndex(table, async (offset, length) => details.subarray(offset, offset + length)),
    };
    const { status, matches } = await screenSubject(
      [list],
      { subject: { name }, policy: { reviewScore: 65, matchScore: 90 }, lookbackMonths: 12 },
      { today: shown.activatedAt.slice(0, 10), tables: nameTables },
    );
    const [top] = matches;
    if (!top) continue;
    const match = { entryId: top.entry.id, listedName: top.listedName, score: top.score, status };
    return [{ row: index + 1, reference: String(index), version: shown, match, isCertain }];
  }
  return [];
}

test('what was done since: runs with their decisions, a watch, or nothing', async () => {
  const own = await aWorld();
  const before = await publish(['Ambrose Quillfeather', 'Cornelia Inkpot', 'Basil Stamp'], { list: 'idb_sanctions' });
  const riskSubjectId = await newSubject(own);
  const { batch, rows } = await screened(
    own,
    `name,riskSubjectId\nAmbrose Quillfeather,${riskSubjectId}\nCornelia Inkpot,\nBasil Stamp,\n`,
  );
  const run = await done(own.client, screeningRoutes.readScreeningRun, { params: { id: String(rows[0]?.runId) } });
  await done(own.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: run.matches[0].id },
    body: { decision: 'false_positive', reason: 'Another Quillfeather.' },
  });
  const asked = { batchId: batch.id, source: 'eu_fsf', from: before.at.toISOString() };
  await recordActivation('eu_fsf', aVersion({ versionId: run.sources[0].versionId }), before.at);
  const { findings } = await lookedBack(own, asked);
  expect(findings).toMatchObject([
    {
      riskSubjectId,
      done: 'runs',
      runs: [
        {
          runId: run.id,
          trigger: 'api',
          status: 'clear',
          listVersionId: run.sources[0].versionId,
          decisions: [{ matchId: run.matches[0].id, decision: 'false_positive' }],
        },
      ],
    },
  ]);
  expect(JSON.stringify(findings)).not.toContain('Another Quillfeather');

  const other = { ...asked, source: 'idb_sanctions' };
  expect((await lookedBack(own, other)).findings).toMatchObject([
    { done: 'runs', runs: [{ runId: run.id, listVersionId: null, decisions: [] }] },
    { done: 'nothing', runs: [], watchedSince: null },
    { done: 'nothing' },
  ]);
  const watches = await done(own.client, screeningRoutes.createBatchWatches, { params: { id: batch.id } });
  await work(own, watches.id);
  const watched = await lookedBack(own, other);
  expect(watched.findings).toMatchObject([{ done: 'runs' }, { done: 'watched', runs: [] }, { done: 'watched' }]);
  for (const { watchedSince } of watched.findings) expect(watchedSince).toEqual(expect.any(String));
});

test('a row that cannot be compared completely is named, and one that cannot be read is counted', async () => {
  const own = await aWorld();
  const { shown, at } = await publish(['Basil Stamp'], { list: 'ofac_consolidated' });
  const { batch } = await screened(
    own,
    'name,dateOfBirth\nAm?rose Quill�eather,\nBasil Stamp,1949-02-31\nNobody Listed,\n',
  );
  const { job, findings } = await lookedBack(own, {
    batchId: batch.id,
    source: 'ofac_consolidated',
    from: at.toISOString(),
  });
  expect(job).toMatchObject({
    status: 'completed',
    total: 3,
    done: 3,
    failed: 1,
    found: 0,
    incomplete: 1,
    versions: [shown],
  });
  expect(findings).toMatchObject([
    {
      row: 1,
      outcome: 'incomplete',
      isCertain: false,
      version: null,
      match: null,
      done: null,
      incompleteReasons: ['subject_unreadable'],
    },
  ]);
});

describe('refusals', () => {
  test('of versions that there are not, too many, or of a list without an archive', async () => {
    const own = await aWorld();
    const { batch } = await screened(own, 'name\nNobody Listed\n');
    const { versionId, at } = await publish([], { list: 'uk_sanctions', isArchived: false });
    const from = at.toISOString();
    const asked = { batchId: batch.id, source: 'uk_sanctions' };
    const refused = async (body: Record<string, unknown>, as: Credential = own.client) => {
      const { status, body: problem } = await ask(as, { ...asked, ...body });
      return [status, problem.code];
    };
    expect(await refused({ from, to: from })).toEqual([422, 'empty_range']);
    expect(await refused({ from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' })).toEqual([422, 'no_versions']);
    expect(await refused({ versionIds: [versionId, randomUUID()] })).toEqual([422, 'unknown_version']);
    expect(await refused({ source: 'no_such_list', from })).toEqual([422, 'unknown_list']);
    expect(await refused({ source: 'own_staff', from })).toEqual([422, 'own_list_not_archived']);
    for (const body of [{}, { versionIds: [versionId], from }, { versionIds: [versionId], to: from }])
      expect((await refused(body))[0]).toBe(400);

    for (let number = 0; number < LOOK_BACK_VERSIONS; number += 1)
      await recordActivation('uk_sanctions', aVersion(), addSeconds(at, number + 1));
    expect(await refused({ from })).toEqual([422, 'too_many_versions']);
    const to = addSeconds(at, LOOK_BACK_VERSIONS).toISOString();
    expect((await ask(own.client, { ...asked, from, to })).status).toBe(202);

    const stored = await findBatch(dynamoStore, own, batch.id);
    if (!stored?.upload?.ended) throw new Error('The batch has not ended.');
    const ended = { ...stored.upload.ended, done: LOOK_BACK_ROWS + 1 };
    await dynamoStore.writeOne(replaceBatch(own, { ...stored, upload: { ...stored.upload, ended } }));
    expect(await refused({ from })).toEqual([422, 'too_many_rows']);
  });

  test('of a batch that runs, is erased or belongs to others, and of look-backs of others', async () => {
    const own = await aWorld();
    const { at } = await publish(['Basil Stamp']);
    const of = (batchId: string) => ({ batchId, source: 'un_sanctions', from: at.toISOString() });
    const running = await asked(own.client, 'name\nNobody Listed\n');
    expect(await ask(own.client, of(running.body.id))).toMatchObject({ status: 409, body: { code: 'batch_running' } });
    const { batch } = await screened(own, 'name\nBasil Stamp\n');
    const { job } = await lookedBack(own, of(batch.id));
    const others = [(await aWorld()).client, (await aWorld('live', own.organizationId)).client];
    for (const as of others) {
      expect((await ask(as, of(batch.id))).status).toBe(404);
      for (const route of [readScreeningLookBack, listLookBackFindings])
        expect((await call(as, route, { params: { id: job.id } })).status).toBe(404);
    }
    expect((await ask(own.client, of(randomUUID()))).status).toBe(404);
    expect((await call(own.client, readScreeningLookBack, { params: { id: batch.id } })).status).toBe(404);
  });
});

describe('the rows', () => {
  test('are in no table in words, and nothing of a look-back can be read once they are erased', async () => {
    const own = await aWorld();
    const { at } = await publish(['Cornelia Inkpot']);
    const { batch } = await screened(own, 'name,dateOfBirth\nCornelia Inkpot,1971-11-30\n');
    const asked = { batchId: batch.id, source: 'un_sanctions', from: at.toISOString() };
    const { job, findings } = await lookedBack(own, asked);
    expect(findings).toHaveLength(1);
    const rows = (await readRows()).filter(({ item }) => item.pk.includes(own.organizationId));
    expect(rows.filter(({ item }) => /inkpot|cornelia|1971-11-30/i.test(JSON.stringify(item)))).toEqual([]);
    const files = await listBlobs(
      'batches',
      `batches/${own.organizationId}/${own.mode}/${batch.id}/look-backs/${job.id}/`,
    );
    expect(files).toHaveLength(1);
    // Not even compressed: what is encrypted has no header.
    expect((await getBlob('batches', files[0] ?? ''))?.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));

    const { body: begun } = await ask(own.client, asked);
    await call(own.client, eraseScreeningBatchRows, { params: { id: batch.id } });
    const gone = await call(own.client, listLookBackFindings, { params: { id: job.id } });
    expect(gone).toMatchObject({ status: 410, body: { code: 'rows_erased' } });
    expect(await ask(own.client, asked)).toMatchObject({ status: 410, body: { code: 'rows_erased' } });
    await work(own, begun.id);
    expect(await read(own.client, begun.id)).toMatchObject({ status: 'failed', problem: { code: 'rows_erased' } });
    expect(await read(own.client, job.id)).toMatchObject({ status: 'completed', found: 1 });
  });
});

test('a worker that dies, a message that comes twice and a job that is cancelled change no finding', async () => {
  const own = await aWorld();
  const first = await publish(['Ambrose Quillfeather']);
  const gone = await publish([], { isArchived: false });
  const last = await publish(['Basil Stamp']);
  const lines = Array.from({ length: 1_001 }, (_, index) =>
    index === 3 ? 'Basil Stamp' : index < 1_000 ? 'Nobody' : 'Ambrose Quillfeather',
  );
  const { batch } = await screened(own, `name\n${lines.join('\n')}\n`);
  const asked = {
    batchId: batch.id,
    source: 'un_sanctions',
    versionIds: [first.versionId, gone.versionId, last.versionId],
  };

  const { body: whole } = await ask(own.client, asked);
  const { calls } = await observed(() => continueJob(workerContext(now()), messageOf(own, whole.id)));
  const expected = await findingsOf(own.client, whole.id);
  expect(expected).toMatchObject([
    { row: 4, version: last.shown, isCertain: false },
    { row: 1_001, version: first.shown, isCertain: true },
  ]);
  const outcome = { status: 'completed', total: 3_003, done: 3_003, failed: 0, found: 2, incomplete: 0 };
  const points = calls.flatMap((_, index) => (['before', 'after'] as const).map((moment) => ({ index, moment })));
  for (const { index, moment } of some(points, 4)) {
    const message = messageOf(own, (await ask(own.client, asked)).body.id);
    await withFaults(crashAt(index, moment), () => continueJob(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await Promise.all([1, 2].map(() => continueJob(workerContext(later), message)));
    await continueJob(workerContext(later), message);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    const job = await read(own.client, message.jobId);
    expect(job, where).toMatchObject(outcome);
    expect(job.unavailable, where).toEqual([{ versionId: gone.versionId, reason: 'not_archived' }]);
    expect(await findingsOf(own.client, message.jobId), where).toEqual(expected);
  }

  const { body: cut } = await ask(own.client, asked);
  await continueJob(shortTurns(0), messageOf(own, cut.id));
  expect(await findingsOf(own.client, cut.id)).toEqual([]);
  await call(own.client, jobRoutes.cancelJob, { params: { id: cut.id } });
  await work(own, cut.id);
  expect(await read(own.client, cut.id)).toMatchObject({ status: 'cancelled', done: 1_000 });
});
