import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handler as runJobHandler } from '#functions/workers/run-job.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { now, shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { createLog, findLog } from '#shared/risk/audit/head.ts';
import { sealLog } from '#shared/risk/audit/seal.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { Attestation } from '#shared/screening/attestation.ts';
import { attestDays } from '#shared/screening/index.ts';
import { COVERAGE_DAYS } from '#shared/screening/lists/coverage.ts';
import { LIST_DAY_EXAMPLE, ListDay } from '#shared/screening/lists/day-of-list.ts';
import { LIST_KEYS } from '#shared/screening/lists/list.ts';
import { storeCoverage } from '#shared/screening/repository/attestations.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { type AwsCall, crashWhen, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import { aWorld, done } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { FILE, KEY, readOwn, runOn } from './own-list-calls.ts';
import { loaded, published, refresh, stateNow } from './refreshed-list.ts';
import { LISTS, turn, watched } from './watch-calls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** In one transaction. */
const ROWS_AT_ONCE = 100;
const world = preparedForEachTest(async () => {
  const made = await aScreeningWorld();
  await dynamoStore.writeOne(createLog(made, newId(), now()));
  return made;
});

const dayOf = (at: Date | string) => new Date(at).toISOString().slice(0, 10);
/** Two hours into the day after. */
const nightAfter = (day: string) => new Date(Date.parse(day) + DAY_MS + 2 * 60 * 60 * 1000);
const attest = (day: string) => attestDays(workerContext(nightAfter(day)));
const screened = async (sources: readonly string[]) =>
  (
    await call(world.client, screeningRoutes.createScreeningRun, {
      body: { subject: { name: 'Anna Nobody' }, sources },
    })
  ).body;
/** A process may use the state of a list for a second after it was changed. */
async function screenedAgainst(versionId: string | undefined) {
  let run: Awaited<ReturnType<typeof screened>>;
  const named = async () => {
    run = await screened(['idb_sanctions']);
    return run.sources[0].versionId;
  };
  await expect.poll(named).toBe(versionId);
  return run;
}
const read = async (date: string): Promise<Attestation> =>
  done(world.client, screeningRoutes.readScreeningAttestation, { params: { date } });
async function exported(kind: string) {
  const { id } = await done(world.client, jobRoutes.createExport, { body: { kind, format: 'ndjson' } });
  const { organizationId, mode } = world;
  await worked(runJobHandler, queueEvent([{ organizationId, mode, jobId: id }]));
  const { file } = await done(world.client, jobRoutes.readExport, { params: { id } });
  const text = await (await fetch(file.url)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const recorded = async () =>
  (
    await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
      query: { type: 'screening.attestation.recorded' },
    })
  ).items as { id: string; data: { resourceId: string; details: { date: string; digest: string } } }[];

test('attestation: each run of an export names a version that its day had at that time', async () => {
  const { publisher } = await loaded(5);
  const runs = [await screened(['idb_sanctions'])];
  for (const count of [6, 7]) {
    publisher.body = published(count);
    await refresh(publisher);
    runs.push(await screenedAgainst((await stateNow()).active?.versionId));
  }
  const days = [...new Set([...runs.map(({ createdAt }) => dayOf(createdAt)), dayOf(now())])];
  for (const day of days) await attest(day);

  const { items, nextFrom } = await done(world.client, screeningRoutes.listScreeningAttestations, {
    query: { from: days[0] ?? '', to: days.at(-1) ?? '' },
  });

  expect(nextFrom).toBeNull();
  expect(items.map(({ date }: Attestation) => date)).toEqual(days);
  const attested: Attestation[] = await exported('attestations');
  expect(attested).toEqual(items);
  const named = new Set(runs.map(({ id }) => id));
  const inExport = (await exported('runs')).filter(({ id }) => named.has(id));
  expect(inExport).toHaveLength(runs.length);
  for (const { createdAt, sources } of inExport) {
    const { lists = [] } = attested.find(({ date }) => date === dayOf(createdAt)) ?? {};
    const { versions = [] } = lists.find(({ key }) => key === 'idb_sanctions') ?? {};
    const covering = versions.filter(({ from, to }) => from <= createdAt && createdAt < to);
    expect(covering.map(({ versionId }) => versionId)).toContain(sources[0].versionId);
  }
  expect(new Set(runs.map(({ sources }) => sources[0].versionId)).size).toBe(3);
});

test('attestation: a day on which the publisher cannot be reached is a gap', async () => {
  const { publisher } = await loaded(5);
  const [today, tomorrow] = [dayOf(now()), dayOf(new Date(now().getTime() + DAY_MS))];
  await screened(['idb_sanctions']);
  await attest(today);
  const { confirmedAt } = await stateNow();
  const at = (hour: number) => new Date(Date.parse(tomorrow) + hour * 60 * 60 * 1000);
  publisher.troubles = Array.from({ length: 9 }, () => 503);
  for (const hour of [2, 3, 4]) await refresh(publisher, at(hour));
  await refresh(publisher, at(6));
  await attest(tomorrow);

  const { lists } = await read(tomorrow);

  expect((await stateNow()).confirmedAt).not.toBe(confirmedAt);
  expect(lists.find(({ key }) => key === 'idb_sanctions')).toMatchObject({ outcome: 'gap' });
  const { gaps = [] } = lists.find(({ key }) => key === 'idb_sanctions') ?? {};
  expect(gaps[0]).toMatchObject({ from: at(2).toISOString(), reason: 'publisher_unavailable' });
  expect(Date.parse(gaps.at(-1)?.to ?? '')).toBeLessThanOrEqual(at(6).getTime());
});

test('attestation: watches are those that held, and incomplete runs are counted', async () => {
  await watched(world, { name: 'Ambrose Quillfeather' });
  await turn(world);
  const run = await screened(['eu_fsf', 'un_sanctions']);
  const day = dayOf(run.createdAt);
  const units = await unitsOf(() => attest(day));

  const { watches, runs } = await read(day);

  expect(run.status).toBe('incomplete');
  expect(runs).toEqual({ incomplete: 1, failed: 0 });
  expect(watches).toMatchObject({ count: 1, verified: 1, failed: 0, verifiedAt: expect.stringContaining(day) });
  expect(watches?.against.map(({ key }) => key)).toEqual(LISTS);
  const sum = (what: 'reads' | 'writes') => units.reduce((total, one) => total + one[what], 0);
  const row = readFileSync('docs/costs.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| a thousand attestations'));
  const [, writes, reads] = /up to (\d+),000 write units .*up to (\d+),000 read units/.exec(row ?? '') ?? [];
  expect(sum('writes')).toBeLessThanOrEqual(Number(writes));
  expect(sum('writes')).toBeGreaterThan(Number(writes) / 2);
  expect(sum('reads')).toBeLessThanOrEqual(Number(reads));
});

test('attestation: a worker that dies at any write, or runs twice, attests a day once', async () => {
  const day = dayOf((await screened(LISTS)).createdAt);
  const isWrite = ({ command }: AwsCall) => /^(TransactWrite|Put|Update)/.test(command);
  for (const number of [1, 2])
    for (const moment of ['before', 'after'] as const) {
      let writes = 0;
      const dies = crashWhen((one) => isWrite(one) && ++writes === number, moment);
      await withFaults(dies, () => attest(day).catch(() => undefined));
    }
  await attest(day);
  await attest(day);

  const rows = (await everyRow('screening')).filter(({ pk }) => String(pk).endsWith('#attestations'));
  const events = (await recorded()).filter(({ data }) => data.details.date === day);
  expect(rows.filter(({ sk }) => sk === day)).toHaveLength(1);
  expect(events).toHaveLength(1);
  expect(events[0]?.data.details.digest).toBe((await read(day)).digest);
});

test('attestation: own lists are in those of their organization and mode alone, and stay after they are deleted', async () => {
  const { versionId } = await readOwn(world.admin, { text: FILE });
  const { createdAt } = (await runOn(world, [KEY])).body;
  const neighbour = await aWorld('test');
  await dynamoStore.writeOne(createLog(neighbour, newId(), now()));
  await runOn(neighbour, ['eu_fsf']);
  await call(world.admin, screeningRoutes.deleteOwnList, { params: { key: KEY } });
  const day = dayOf(createdAt);
  await attest(day);

  const own = (await read(day)).lists.find(({ key }) => key === KEY);

  expect(own).toMatchObject({ outcome: 'confirmed', confirmations: 1, gaps: [], versions: [{ versionId }] });
  const [version] = own?.versions ?? [];
  expect(createdAt >= (version?.from ?? '') && createdAt < (version?.to ?? '')).toBe(true);
  expect(Date.parse(version?.to ?? '')).toBeLessThan(Date.parse(day) + DAY_MS);
  const theirs = await done(neighbour.client, screeningRoutes.readScreeningAttestation, { params: { date: day } });
  expect(theirs.lists.map(({ key }: { key: string }) => key)).not.toContain(KEY);
  await attest(dayOf(new Date(Date.parse(day) + DAY_MS)));
  const { items } = await done(world.client, screeningRoutes.listScreeningAttestations, {
    query: { from: day, to: dayOf(new Date(Date.parse(day) + DAY_MS)) },
  });
  expect(items.map(({ lists }: Attestation) => lists.some(({ key }) => key === KEY))).toEqual([true, false]);
});

/** The time at which a day has just been attested, for requests. */
function onNightAfter(day: string) {
  onTestFinished(() => shiftClock(0));
  shiftClock(nightAfter(day).getTime() - Date.now());
}
const coverageOf = (key: string, by: { client: typeof world.client } = world, query: Record<string, string> = {}) =>
  call(by.client, screeningRoutes.readListCoverage, { params: { key }, query });

test('coverage: a calendar has what each attestation says of a list, in the organization and mode alone', async () => {
  await readOwn(world.admin, { text: FILE });
  const day = dayOf((await runOn(world, [KEY])).body.createdAt);
  const others = [await aWorld('test'), await aWorld('live', world.organizationId)];
  await attest(day);
  const { lists } = await read(day);
  onNightAfter(day);

  const [own, listed] = await Promise.all([coverageOf(KEY), coverageOf('eu_fsf')]);

  expect(own.body).toMatchObject({ key: KEY, until: day });
  expect(own.body.days).toHaveLength(COVERAGE_DAYS);
  expect(own.body.days[0].date).toBe(own.body.from);
  const confirmed = { outcome: 'confirmed', gapMinutes: 0, held: false, stale: false };
  expect(own.body.days.at(-1)).toEqual({ date: day, attested: true, ...confirmed });
  expect(own.body.days.at(-2)).toMatchObject({ attested: false, outcome: null });
  const { outcome, gapMinutes } = lists.find(({ key }) => key === 'eu_fsf') ?? {};
  expect(listed.body.days.at(-1)).toMatchObject({ attested: true, outcome, gapMinutes });
  for (const other of others) {
    expect((await coverageOf(KEY, other)).status).toBe(404);
    expect((await coverageOf('eu_fsf', other)).body.days.at(-1)).toMatchObject({ attested: false, outcome: null });
  }
  const earlier = await coverageOf('eu_fsf', world, { until: dayOf(new Date(Date.parse(day) - DAY_MS)) });
  expect(earlier.body.days.some(({ attested }: { attested: boolean }) => attested)).toBe(false);
});

test('coverage: a list that does not exist, no day and a day that is not over are refused', async () => {
  const answers = await Promise.all([
    coverageOf('no_list'),
    coverageOf(KEY),
    coverageOf('eu_fsf', world, { until: '2026-02-30' }),
    coverageOf('eu_fsf', world, { until: dayOf(now()) }),
    coverageOf('eu_fsf', world, { until: '0000-03-01' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 409, 200]);
  expect(answers[3]?.body.code).toBe('not_attested_yet');
  expect(answers[4]?.body).toMatchObject({ from: '0000-01-01', until: '0000-03-01' });
});

test('coverage: a year of all lists is read for what its row of the costs says', async () => {
  const until = '2026-03-14';
  const lists = LIST_KEYS.map((key) => ListDay.parse({ ...LIST_DAY_EXAMPLE, key }));
  const dates = Array.from({ length: COVERAGE_DAYS }, (_, age) => dayOf(new Date(Date.parse(until) - age * DAY_MS)));
  const writes = dates.map((date) => storeCoverage(world, { date, lists }));
  for (let at = 0; at < writes.length; at += ROWS_AT_ONCE)
    await dynamoStore.transact(writes.slice(at, at + ROWS_AT_ONCE), randomUUID());

  let days: { outcome: string }[] = [];
  const units = await unitsOf(async () => {
    days = (await coverageOf('eu_fsf', world, { until })).body.days;
  });

  expect(days.filter(({ outcome }) => outcome === 'gap')).toHaveLength(COVERAGE_DAYS);
  const reads = units.reduce((total, one) => total + one.reads, 0);
  const row = readFileSync('docs/costs.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| a thousand coverage calendars'));
  const [, most] = /up to (\d+),000 read units/.exec(row ?? '') ?? [];
  expect(reads).toBeLessThanOrEqual(Number(most));
  expect(reads).toBeGreaterThan(Number(most) / 2);
});

test('attestation: days are made for those who screen only, and what is not a day or not made is refused', async () => {
  await attest(dayOf(now()));
  const listed = (query: Record<string, string>) =>
    call(world.client, screeningRoutes.listScreeningAttestations, { query });
  const params = (date: string) => call(world.client, screeningRoutes.readScreeningAttestation, { params: { date } });

  expect((await everyRow('screening')).filter(({ pk }) => String(pk).endsWith('#attestations'))).toEqual([]);
  expect(await params(dayOf(now()))).toMatchObject({ status: 409, body: { code: 'not_attested_yet' } });
  expect((await params('2026-03-14')).status).toBe(404);
  expect((await params('2026-02-30')).status).toBe(400);
  expect((await listed({ from: '2026-03-02', to: '2026-03-01' })).status).toBe(400);
  expect((await listed({ from: '2026-03-02' })).status).toBe(400);
});

test('attestation: the program of the documentation verifies one, and refuses one that was changed', async () => {
  const day = dayOf((await screened(LISTS)).createdAt);
  await attest(day);
  const later = dayOf(new Date(now().getTime() + DAY_MS));
  const head = await findLog(dynamoStore, world);
  if (!head) throw new Error('The log does not exist.');
  await sealLog(workerContext(nightAfter(later)), head);
  const [event] = await recorded();
  const id = event?.id ?? randomUUID();
  const files = {
    key: (await done(world.client, documentRoutes.readSealKey)).publicKey,
    roots: JSON.stringify(await done(world.client, riskRoutes.listAuditRoots)),
    event: JSON.stringify(await done(world.client, riskRoutes.readRecord, { params: { resource: 'events', id } })),
    proof: JSON.stringify(await done(world.client, riskRoutes.readEventProof, { params: { id } })),
  };
  const attestation = await read(day);

  const verify = (one: Attestation) => ownProgram({ ...files, attestation: JSON.stringify(one) });

  expect(verify(attestation)).toBe(`The attestation of ${day} is as it was sealed.\n`);
  expect(verify({ ...attestation, runs: { incomplete: 0, failed: 1 } })).toContain('failed:');
});

/** The second program of the page, which shares no code with the service. */
function ownProgram(files: Record<string, string>) {
  const programs = readFileSync('docs/audit-log.md', 'utf8').split('```js\n');
  const program = programs.at(-1)?.split('```')[0] ?? '';
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  const folder = mkdtempSync(join(tmpdir(), 'attestation-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const args = [write('verify.mjs', program), ...Object.entries(files).map(([name, text]) => write(name, text))];
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return `failed: ${(error as { stderr: string }).stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
