import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { type BucketName, buckets, isPublicBucket } from '#shared/buckets.ts';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { rollBack } from '#shared/screening/lists/list-state.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { findWatchScope, watchScopeKey } from '#shared/screening/repository/watch-scopes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow, tableNames } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { holds } from '#test/support/properties.ts';
import { aWorld, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, changeList, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { runs, somePoints } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { drain } from '#test/support/webhook-workers.ts';
import { KEY, readOwn, sourceOf } from './own-list-calls.ts';
import { outcomeOf, readRun, readWatch, resultOf, turn, turnAt, watched } from './watch-calls.ts';

/** Watches whatever happens in between: to lists, customers, rules and workers. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));
afterEach(() => vi.restoreAllMocks());

const LIST = 'un_sanctions';
const sources = [LIST];
const { createScreeningRun, deleteScreeningWatch, updateScreeningWatch } = screeningRoutes;

const NAMES = ['Ambrose Quillfeather', 'Cornelia Inkpot Vellum', 'Basil Stamp', 'Stampede', 'Amber Inkwell'];
const CUSTOMERS = ['Ambrose Quilfeather', 'Cornelia Vellum', 'B. Stamp', 'Stampede Amber', 'Inkpot Cornelia Velum'];

const entryOf = (index: number, isChanged: boolean) =>
  anEntry({
    id: `E${index}`,
    names: [{ text: NAMES[index] ?? '', isWeak: false }],
    births: [],
    countries: isChanged ? ['IR'] : [],
  });

const someVersion = fc.record({
  kind: fc.constant('version' as const),
  entries: fc.uniqueArray(fc.nat(NAMES.length - 1), { minLength: 1 }),
  changed: fc.array(fc.nat(NAMES.length - 1)),
});
const someStep = fc.oneof(
  { weight: 3, arbitrary: someVersion },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('back' as const, 'turn' as const, 'rules' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('watch' as const, 'change' as const, 'delete' as const),
      watch: fc.nat(4),
      customer: fc.nat(CUSTOMERS.length - 1),
    }),
  },
);
type Step = typeof someStep extends fc.Arbitrary<infer One> ? One : never;

interface Watched {
  id: string;
  name: string;
}

async function take(own: World, step: Step, all: Watched[]): Promise<void> {
  if (step.kind === 'turn') await turn(own);
  if (step.kind === 'version')
    await loadList(
      LIST,
      step.entries.map((index) => entryOf(index, step.changed.includes(index))),
    );
  if (step.kind === 'back') {
    const { previous } = await readListState(dynamoStore, LIST);
    const [version] = previous;
    const approval = { approvedBy: 'user:an operator', approvedAt: now().toISOString() };
    if (version) await changeList(LIST, (state) => rollBack(state, version, approval));
  }
  if (step.kind === 'rules') {
    const scope = await findWatchScope(dynamoStore, own);
    if (scope)
      await dynamoStore.writeOne({
        table: 'screening',
        update: watchScopeKey(own),
        set: { state: { ...scope.state, rules: 'an earlier scorer' } },
        when: 'present',
      });
  }
  if ('customer' in step) await takeCustomer(own, step, all);
}

async function takeCustomer(
  own: World,
  { kind, watch, customer }: Extract<Step, { customer: number }>,
  all: Watched[],
) {
  const name = CUSTOMERS[customer] ?? '';
  if (kind === 'watch') all.push({ id: await watched(own, { name }, { sources, reviewScore: 60 }), name });
  const known = all[watch % Math.max(1, all.length)];
  if (!known || kind === 'watch') return;
  const params = { id: known.id };
  if (kind === 'delete') {
    all.splice(all.indexOf(known), 1);
    await call(own.client, deleteScreeningWatch, { params });
    return;
  }
  known.name = name;
  await call(own.client, updateScreeningWatch, { params, body: { subject: { name }, sources, reviewScore: 60 } });
}

test('after any sequence of changes every watch has the result of screening it from scratch', {
  timeout: 180_000,
}, async () => {
  await holds(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const own = await aWorld();
      await loadList(LIST, [entryOf(0, false)]);
      const all: Watched[] = [];
      for (const step of steps) await take(own, step, all);
      await turn(own);

      for (const { id, name } of all) {
        const anew = await call(own.client, createScreeningRun, {
          body: { subject: { name }, sources, reviewScore: 60 },
        });
        expect(await resultOf(own, id), name).toEqual(outcomeOf(anew.body));
      }
      expect((await countRows(own.organizationId))['screening screening-watches'] ?? 0).toBe(all.length);
    }),
    runs(40),
  );
});

async function twoWatches(): Promise<{ own: World; ids: string[] }> {
  await loadList(LIST, [entryOf(0, false)]);
  const own = await aWorld();
  const riskSubjectId = await newSubject(own);
  const ids = [
    await watched(own, { name: CUSTOMERS[0] }, { sources, reviewScore: 60, riskSubjectId }),
    await watched(own, { name: CUSTOMERS[1] }, { sources }),
  ];
  await turn(own);
  await loadList(LIST, [entryOf(1, false), entryOf(2, true)]);
  await watched(own, { name: CUSTOMERS[2] }, { sources });
  return { own, ids };
}

const resultsIn = async ({ own, ids }: { own: World; ids: string[] }) => ({
  results: await Promise.all(ids.map((id) => resultOf(own, id))),
  rows: await countRows(own.organizationId),
});

test('a worker that dies between any two steps loses nothing and doubles nothing', { timeout: 180_000 }, async () => {
  const reference = await twoWatches();
  const { calls } = await observed(() => turnAt(reference.own));
  const expected = await resultsIn(reference);
  const points = calls.flatMap((_, index) => [
    { index, moment: 'before' as const },
    { index, moment: 'after' as const },
  ]);

  for (const { index, moment } of somePoints(points, 3)) {
    const other = await twoWatches();
    await withFaults(crashAt(index, moment), () => turnAt(other.own)).catch(() => undefined);
    const later = addSeconds(now(), 700);
    await turnAt(other.own, later);
    await turnAt(other.own, later);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    expect(await resultsIn(other), where).toEqual(expected);
  }
});

test('messages that come twice, also at the same time, change nothing', async () => {
  const watches = await twoWatches();
  await Promise.all([1, 2, 3].map(() => turnAt(watches.own)));
  const once = await resultsIn(watches);
  await turnAt(watches.own);
  expect(await resultsIn(watches)).toEqual(once);
  expect(once.rows['screening screening-runs']).toBe(5);
});

const MARKERS = ['Zebulon', 'Markerstone', '1949-02-17', 'ZX99887766', 'Zebulino'];
const contains = (text: string) => MARKERS.some((marker) => text.toLowerCase().includes(marker.toLowerCase()));

/** Everything compressed within a row is unpacked. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return contains(value) || contains(Buffer.from(value, 'base64').toString());
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    return contains(plain.toString('utf8')) || contains(plain.toString('utf16le'));
  }
  if (value && typeof value === 'object')
    return Object.entries(value).some(([key, one]) => isReadable(key) || isReadable(one));
  return contains(String(value));
}

/** Of all buckets that hold data. */
async function readableObjects(): Promise<string[]> {
  const found: string[] = [];
  for (const bucket of (Object.keys(buckets) as BucketName[]).filter((name) => !isPublicBucket(name)))
    for (const key of await listBlobs(bucket, '')) {
      const bytes = (await getBlob(bucket, key)) ?? Buffer.alloc(0);
      if (contains(key) || isReadable(bytes)) found.push(`${bucket}/${key}`);
    }
  return found;
}

test('no name, date or number of a customer can be read in any table, object, log, message or event', async () => {
  const own = await aWorld();
  const logged: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      logged.push(String(chunk));
      return true;
    });
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void logged.push(JSON.stringify(parts)));
  const subject = {
    name: 'Zebulon Markerstone',
    aliases: ['Zebulino', 'Ambrose Quillfeather'],
    datesOfBirth: ['1949-02-17'],
    identifiers: [{ kind: 'passport', value: 'ZX99887766' }],
  };
  await loadList(LIST, [entryOf(0, false)]);
  const id = await watched(own, subject, { sources, riskSubjectId: await newSubject(own) });
  await turn(own);
  await loadList(LIST, [entryOf(0, true), entryOf(2, false)]);
  await turn(own);
  const watch = await readWatch(own, id);
  const run = await readRun(own, watch.result.runId);
  expect(run.matches).toHaveLength(1);

  const rows = (await Promise.all(tableNames().map(everyRow))).flat();
  expect(rows.filter(isReadable)).toEqual([]);
  expect(await listBlobs('lists', '')).not.toEqual([]);
  expect(await readableObjects()).toEqual([]);
  expect(isReadable(await drain('watchTurns'))).toBe(false);
  expect(logged.filter(contains)).toEqual([]);
  expect(contains(JSON.stringify([watch, run]))).toBe(false);
});

/** The scopes whose watches an action wakes. */
async function wokenBy(action: () => Promise<unknown>): Promise<string[]> {
  const { calls } = await observed(action);
  return calls.flatMap(({ input }) => {
    const { QueueUrl, Entries } = input as { QueueUrl?: string; Entries?: { MessageBody: string }[] };
    if (QueueUrl !== queueUrlOf('watchTurns')) return [];
    return (Entries ?? []).map(({ MessageBody }) => {
      const { organizationId, mode } = JSON.parse(MessageBody);
      return `${organizationId} ${mode}`;
    });
  });
}

test('watches follow every change of an own list, and nobody else is woken', async () => {
  const [own, other] = [await aWorld(), await aWorld()];
  const asked = [{ name: CUSTOMERS[0] }, { sources: [KEY], reviewScore: 60 }] as const;
  const rows = (...entries: string[]) => ['id,name', ...entries, ''].join('\n');
  const filler = ['F1,Cornelia Vellum', 'F2,Inkpot Holding', 'F3,Paper Mill'];
  for (const { admin } of [own, other])
    await readOwn(admin, { text: rows('S1,Ambrose Quillfeather', ...filler), listKind: 'watch' });
  const id = await watched(own, ...asked);
  const theirs = await watched(other, ...asked);
  for (const world of [own, other]) await turn(world);
  const before = await readWatch(other, theirs);
  expect(before.result.matchCount).toBe(1);

  const { approveScreeningSource, rollBackScreeningSource, deleteOwnList } = screeningRoutes;
  const params = { key: KEY };
  const first = (await sourceOf(own.admin)).versionId;
  const upload = (text: string, listKind: 'watch' | 'sanctions' = 'watch') => readOwn(own.admin, { text, listKind });
  const steps: [string, () => Promise<unknown>, number][] = [
    ['activated', () => upload(rows('S1,Ambrose Quillfeather', ...filler, 'S2,Ambrose Quilfeather')), 2],
    ['approved', async () => call(own.admin, approveScreeningSource, { params, body: {} }), 0],
    [
      'rolled back',
      () => call(own.admin, rollBackScreeningSource, { params, body: { versionId: first, reason: 'Wrong file.' } }),
      1,
    ],
  ];
  for (const [what, step, matchCount] of steps) {
    // A file with other entries waits for approval, and is not searched until then.
    if (what === 'approved')
      expect(await wokenBy(() => upload(rows('X1,Basil Stamp', 'X2,Amber Inkwell')))).toEqual([]);
    expect([what, await wokenBy(step)]).toEqual([what, [`${own.organizationId} ${own.mode}`]]);
    await turn(own);
    const { status, result } = await readWatch(own, id);
    expect([what, status, result.matchCount]).toEqual([what, 'active', matchCount]);
  }

  const remove = () => call(own.admin, deleteOwnList, { params });
  expect(await wokenBy(remove)).toEqual([`${own.organizationId} ${own.mode}`]);
  await turn(own);
  expect(await readWatch(own, id)).toMatchObject({
    status: 'failed',
    verified: null,
    problem: { code: 'unknown_list' },
    result: { matchCount: 1 },
  });
  await upload(rows('N1,Cornelia Vellum', 'S1,Ambrose Quillfeather'), 'sanctions');
  await turn(own);
  const again = await readWatch(own, id);
  expect([again.status, again.problem]).toEqual(['active', null]);
  expect(await readRun(own, again.result.runId)).toMatchObject({ matches: [{ listKind: 'sanctions', source: KEY }] });

  await turn(other);
  expect((await readWatch(other, theirs)).result).toEqual(before.result);
});
