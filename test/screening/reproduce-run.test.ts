import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { removeIndex } from '#shared/screening/repository/list-indexes.ts';
import { findRun, replaceRun } from '#shared/screening/repository/runs.ts';
import { differencesBetween } from '#shared/screening/reproduction.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import type { ScreeningRun } from '#shared/screening/run.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { loaded, published, refresh, stateNow } from './refreshed-list.ts';

const world = preparedForFile(aScreeningWorld);
const SOURCES = ['idb_sanctions', 'eu_fsf', 'service_pep', 'un_sanctions'];
const FIRM = { name: 'Invented Firm aaad', entityType: 'entity' };

const screened = async (subject: object): Promise<ScreeningRun> =>
  (await call(world.client, screeningRoutes.createScreeningRun, { body: { subject, sources: SOURCES } })).body;
const reproduce = (id: string, subject: object) =>
  call(world.client, screeningRoutes.reproduceScreeningRun, { params: { id }, body: { subject } });

/** Changes what is stored of a run, as another release would have written it. */
async function rewrite(id: string, change: (run: ScreeningRun) => ScreeningRun) {
  const found = await findRun(dynamoStore, world, id);
  if (!found) throw new Error('The run is missing.');
  const after = { ...found.stored, run: change(found.stored.run) };
  await dynamoStore.transact(replaceRun(world, found, after), randomUUID());
}

test('reproduction: a run gives the same result years later, from the versions that it names', async () => {
  const { publisher } = await loaded(6);
  const [hit, clear] = [await screened(FIRM), await screened({ name: 'Somebody Else Entirely' })];
  const versionId = (await stateNow()).active?.versionId ?? '';
  publisher.body = published(9, 20);
  await refresh(publisher);
  // As the fifth version after it does.
  await removeIndex('idb_sanctions', versionId);
  const before = (await everyRow('screening')).length;

  const answers = [await reproduce(hit.id, FIRM), await reproduce(clear.id, { name: 'Somebody Else Entirely' })];

  expect(hit.matches.length).toBeGreaterThan(0);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of answers)
    expect(body).toMatchObject({
      reproduced: true,
      differences: [],
      scorerVersion: hit.policy.scorerVersion,
      screenedFor: hit.createdAt.slice(0, 10),
    });
  expect(answers[0]?.body.listVersions[0]).toMatchObject({ key: 'idb_sanctions', versionId });
  expect(await everyRow('screening')).toHaveLength(before);
});

test('reproduction: a recorded result that the lists do not give is named', async () => {
  await loaded(6);
  const run = await screened(FIRM);
  await rewrite(run.id, (stored) => ({ ...stored, status: 'clear', topScore: null, matches: [] }));

  const { status, body } = await reproduce(run.id, FIRM);

  expect(status).toBe(200);
  expect(body.reproduced).toBe(false);
  expect(body.differences).toMatchObject([
    { member: 'status', recorded: 'clear', reproduced: run.status },
    { member: 'topScore', recorded: null, reproduced: run.topScore },
    ...run.matches.map(({ sourceEntryId }) => ({ member: 'match', sourceEntryId, recorded: null })),
  ]);
});

test('reproduction: what cannot be reproduced is refused, with the reason', async () => {
  await loaded(6);
  const run = await screened(FIRM);
  const refusedAs = async (subject: object = FIRM, id = run.id) => {
    const { status, body } = await reproduce(id, subject);
    return [status, body.code];
  };

  expect(await refusedAs({ ...FIRM, nationalities: ['CL'] })).toEqual([422, 'subject_differs']);
  expect(await refusedAs(FIRM, randomUUID())).toEqual([404, 'not_found']);

  const policy = { ...run.policy, scorerVersion: 'screening-v0' };
  await rewrite(run.id, (stored) => ({ ...stored, policy }));
  expect(await refusedAs()).toEqual([409, 'scorer_changed']);

  const gone = randomUUID();
  const sources = run.sources.map((source) => ({ ...source, versionId: source.missing ? null : gone }));
  await rewrite(run.id, (stored) => ({ ...stored, policy: run.policy, sources }));
  expect(await refusedAs()).toEqual([409, 'list_version_gone']);

  await rewrite(run.id, (stored) => ({ ...stored, status: 'error', errorCode: 'screening_failed' }));
  expect(await refusedAs()).toEqual([409, 'run_failed']);
});

test('reproduction: decisions, groups and cut entries are no difference', async () => {
  await loaded(6);
  const run = await screened(FIRM);
  const decided = run.matches.map((match) => ({ ...match, decision: 'confirmed' as const, group: null, entry: null }));

  expect(differencesBetween({ ...run, matches: decided }, run)).toEqual([]);
});

test('list archive: without a locked bucket files and entries of a version are in that of the lists', async () => {
  const { state } = await loaded(7);
  const { versionId = '', files = [] } = state.active ?? {};

  expect(files).toHaveLength(1);
  for (const { digest } of files) expect(await getBlob('lists', `archive/${digest}`)).toBeDefined();
  expect(await listBlobs('lists', `archive/indexes/idb_sanctions/${versionId}/`)).toEqual(
    ['details', 'table'].map((part) => `archive/indexes/idb_sanctions/${versionId}/${part}`),
  );
});
