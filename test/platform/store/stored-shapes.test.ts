import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mailIn } from '#shared/documents/repository/mails.ts';
import { Deletion } from '#shared/identity/deletion.ts';
import { ErasureJob, markErased, openJob } from '#shared/identity/erasure.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { type DynamoRow, fromRow } from '#shared/platform/store/dynamo-calls.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { ROW_VERSION } from '#shared/platform/store/row-version.ts';

import type { Item } from '#shared/platform/store/store.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { MonitoredPolicy } from '#shared/risk/repository/monitoring.ts';
import { replaceReview } from '#shared/risk/repository/review-calendar.ts';
import { SubjectVersion } from '#shared/risk/repository/subject-state.ts';
import { RESOURCES } from '#shared/risk/resource.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { Crawl, newCrawl } from '#shared/screening/crawl/crawl.ts';
import { LookedBackRow } from '#shared/screening/look-backs/looked-back-row.ts';
import { replaceCrawl } from '#shared/screening/repository/crawls.ts';
import { Upload } from '#shared/screening/repository/uploads.ts';
import { putTerm } from '#shared/screening/repository/watches.ts';
import { WrappedKey } from '#shared/screening/uploaded/data-key.ts';
import { VERSION } from '#shared/version.ts';
import { Delivery } from '#shared/webhooks/delivery.ts';
import { Recovery } from '#shared/webhooks/repository/recoveries.ts';
import { Replay } from '#shared/webhooks/repository/replays.ts';
import { countAttempt } from '#shared/webhooks/repository/stats.ts';
import { call } from '#test/support/api.ts';
import { aPolicyKey, aScreeningPolicy } from '#test/support/policy-examples.ts';
import { assertNotFrozen, changedRecordings, recordedVersions } from '#test/support/recordings.ts';
import { existingSubject, made } from '#test/support/risk-examples.ts';
import { existingRunWithMatch, existingUploadedBatch } from '#test/support/screening-examples.ts';
import { atOnce } from '#test/support/soak.ts';
import { sourceFiles } from '#test/support/source-files.ts';
import {
  callersOf,
  loadStoredShapes,
  type RecordedAnswer,
  readStoredShapes,
  recordStoredShapes,
  type StoredShapes,
  writeStoredShapes,
} from '#test/support/stored-shapes.ts';

/** Rows written by workers, not by routes. */
async function writeAsWorkers(scope: Scope): Promise<void> {
  const attempt = {
    status: 200,
    error: null,
    preview: null,
    retryAfterSeconds: null,
    latencyMs: 87,
  };
  const delivery = { id: randomUUID(), webhookId: randomUUID() };
  await dynamoStore.writeOne(countAttempt(scope, delivery, attempt, new Date()));
  const crawl = newCrawl(randomUUID(), 4, new Date().toISOString());
  const job = { organizationId: randomUUID(), requestedAt: new Date().toISOString() };
  const erasure = [openJob(job), markErased(job.organizationId, new Date())];
  await dynamoStore.transact([replaceCrawl(undefined, crawl), ...erasure], randomUUID());
  for (const pk of partitionsOf(recordsOf(scope, 'subjects')))
    await compactSearch(dynamoStore, { table: 'risk', pk }, { settled: 'f'.repeat(32), minimumRows: 1 });
  const term = { watchId: randomUUID(), bits: 5, oneWord: 'part' as const, reviewScore: 70, beside: 'Ab1' };
  await dynamoStore.writeOne(putTerm(scope, 'f'.repeat(32), term));
  const planned = {
    since: '2026-03-14T09:26:53.589Z',
    dueAt: '2027-03-14T09:26:53.589Z',
    band: 'high',
    reason: 'band' as const,
  };
  const listed = {
    subjectId: randomUUID(),
    kind: 'person' as const,
    externalId: 'customer-4711',
    policyKey: 'onboarding',
  };
  const calendar = { ...listed, policyVersionId: randomUUID(), ...planned, overdueAt: null, actionIds: [] };
  await dynamoStore.transact(replaceReview({ ...scope, id: randomUUID() }, planned, calendar), randomUUID());
}

/** A subject with a match in force, a published policy that reads the outcome of its screening, and an uploaded batch. */
async function writeScreenedSubject(scope: Scope): Promise<void> {
  const body = { key: aPolicyKey(), definition: aScreeningPolicy('match') };
  const id = await made(scope, routes.risk.createPolicy, { body });
  await made(scope, routes.risk.publishPolicy, { params: { id } });
  await existingRunWithMatch(scope, { riskSubjectId: await existingSubject(scope) });
  await existingUploadedBatch(scope);
}

test.runIf(process.env.RECORD_STORED_SHAPES)('stored shapes: rows of this release are recorded', async () => {
  assertNotFrozen(VERSION);
  const about = { rowVersion: ROW_VERSION, release: VERSION };
  const writeMore = async (scope: Scope) => {
    await writeAsWorkers(scope);
    await writeScreenedSubject(scope);
  };
  writeStoredShapes(VERSION, await recordStoredShapes(about, writeMore));
});

/** The partition key without organization, mode, ids and numbers. */
const kindOf = ({ pk }: Pick<Item, 'pk'>) => /^(?:[0-9a-f-]{36}#)?(?:(?:test|live)#)?([a-z-]+)/.exec(pk)?.[1] ?? '';

/** Kinds of rows whose key a repository spells out, or builds from the name of a resource. */
function declaredKinds(): string[] {
  const spelled = sourceFiles('shared').flatMap(({ text }) =>
    [...text.matchAll(/scopeKey\(\w+\)\}#([a-z-]+)/g)].map(([, kind = '']) => kind),
  );
  return [...new Set([...spelled, ...RESOURCES])];
}

/** Kinds that the recording does not contain, and why that is no gap. */
const NOT_RECORDED = new Map([
  ['assessment-parts', 'the rest of an assessment that is too large for a row: bytes only'],
  ['run-parts', 'the rest of a screening run that is too large for a row: bytes only'],
  ['assessments-of-event', 'pointers, as all listings are'],
  ['work-of', 'pointers, as all listings are'],
  ['watches-of', 'pointers, as all listings are'],
  ['quality-samples-', 'pointers, as all listings are'],
  ['due-watches', 'partitions of the index `due`: their rows are those of the watches'],
  ['work-overridden', 'pointers, as all listings are'],
  ['own-list-proposals', 'the shape of the proposals about other lists, which are recorded'],
  ['policy-counters', 'written by the worker of the journal, which a recording does not run'],
  ['work-counters', 'written by the worker of the journal, which a recording does not run'],
]);

/** Rows read only by workers: no GET depends on them. */
const WORKERS_READ: Record<string, [isOfKind: RegExp, read: (row: Item) => unknown]> = {
  mails: [/#document#.* mail#/, mailIn],
  deletions: [/^deletions /, (row) => Deletion.parse(row)],
  erasures: [/^erasures /, (row) => ErasureJob.parse(row)],
  'subject versions': [/#subject-state#.* head$/, (row) => SubjectVersion.parse(row)],
  'monitored policies': [/#subject-state#.* monitoring#/, (row) => MonitoredPolicy.parse(row)],
  crawls: [/^lists .*#crawl$/, (row) => Crawl.parse(row.crawl)],
  'batch keys': [/#batch-keys /, (row) => WrappedKey.parse(row)],
  'findings of watches': [/#watch-look-backs found#/, (row) => LookedBackRow.parse(row.found)],
  'list uploads': [/^list-uploads#/, (row) => Upload.parse(row.upload)],
  deliveries: [/#deliveries#/, (row) => Delivery.parse(row)],
  recoveries: [/#recoveries [0-9a-f-]{36}$/, (row) => Recovery.parse(row)],
  replays: [/#recoveries replay#/, (row) => Replay.parse(row)],
};

/** Nothing stored contains an offset, so releases may write them differently. */
const withoutOffset = ({ body, ...answer }: RecordedAnswer) => {
  const { nextOffset, ...page } = body as { nextOffset?: number | null };
  return { ...answer, body: page, hasNextPage: typeof nextOffset === 'number' };
};

test('stored shapes: every recording is as it was recorded', () => {
  expect(changedRecordings()).toEqual([]);
});

describe.each(recordedVersions())('stored shapes of release %s', (release) => {
  let recorded: StoredShapes;
  beforeAll(() => {
    recorded = readStoredShapes(release);
    // Some answers depend on the time, and an idempotency record expires after a month.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(recorded.about.recordedAt) });
  });
  afterAll(() => vi.useRealTimers());

  const answersFrom = async (rowsOf: (rows: DynamoRow[]) => DynamoRow[]) => {
    const rows = Object.fromEntries(Object.entries(recorded.rows).map(([table, all]) => [table, rowsOf(all)]));
    await loadStoredShapes({ ...recorded, rows: rows as StoredShapes['rows'] });
    const callerFor = callersOf(recorded);
    const answers: RecordedAnswer[] = [];
    await atOnce([...recorded.answers.entries()], async ([index, { route: name, ...asked }]) => {
      const route = allRoutes.find((one) => one.name === name);
      if (!route) throw new Error(`The route ${name} is gone: remove its answers.`);
      const { params, query } = asked;
      const { status, body } = await call(callerFor(route), route, { params, query });
      answers[index] = { route: name, params, query, status, body };
    });
    return answers;
  };

  // With properties of a later release, as rows are read while that release is rolled out or back.
  test('every GET answers as it did, and ignores members of a later release', async () => {
    const later = { S: 'of a later release' };
    const grown = ({ data, ...row }: DynamoRow): DynamoRow => ({
      ...row,
      addedLater: later,
      ...(data && { data: data.M ? { M: { ...data.M, addedLater: later } } : data }),
    });
    expect(recorded.answers.length).toBeGreaterThan(100);
    const answers = await answersFrom((rows) => rows.map(grown));
    expect(answers.map(withoutOffset)).toEqual(recorded.answers.map(withoutOffset));
  });

  test.runIf(process.env.SOAK)('every GET answers as it did, without such members', async () => {
    const answers = await answersFrom((rows) => rows);
    expect(answers.map(withoutOffset)).toEqual(recorded.answers.map(withoutOffset));
  });

  test('a repeated request is answered from its idempotency record', async () => {
    const { replay } = recorded;
    const route = routes.risk.createSubject;
    const { status, body } = await call(callersOf(recorded)(route), route, replay);
    expect({ status, body }).toEqual({ status: 201, body: replay.answer });
  });

  test.each(Object.entries(WORKERS_READ))('%s are read by workers', (_name, [isOfKind, read]) => {
    const rows = Object.values(recorded.rows)
      .flatMap((all) => all.map(fromRow))
      .filter(({ pk, sk }) => isOfKind.test(`${pk} ${sk}`));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(() => read(row)).not.toThrow();
  });

  test('every row has the version it was written with', () => {
    const versions = Object.values(recorded.rows).flatMap((rows) => rows.map(({ v }) => v?.N));
    expect([...new Set(versions)]).toEqual([String(recorded.about.rowVersion)]);
  });
});

describe('the newest recording', () => {
  const newest = () => readStoredShapes(recordedVersions().at(-1) ?? '');

  test('has rows of every kind', () => {
    const kinds = new Set(
      Object.values(newest().rows)
        .flatMap((rows) => rows.map(fromRow))
        .map(kindOf),
    );
    const missing = declaredKinds().filter((kind) => !kinds.has(kind) && !NOT_RECORDED.has(kind));
    expect(missing).toEqual([]);
    // An excuse for what is recorded would hide that it is missing later.
    expect([...NOT_RECORDED.keys()].filter((kind) => kinds.has(kind))).toEqual([]);
  });

  test('has the version of the stored shapes that this code writes', () => {
    expect(newest().about.rowVersion).toBe(ROW_VERSION);
  });
});
