import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { continueJob } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { now } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { advanceWatches } from '#shared/screening/index.ts';
import { createRun, readRuns } from '#shared/screening/repository/runs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, aRun, loadList } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { report, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * How long after a list version is active until a search finds a new entry, and until all watches of an organization are verified
 * against it; and the memory that an export of runs takes, at two sizes. A publication is noticed by the next refresh, hourly for most
 * lists, which is not part of it. Processes keep the state of a list for a second.
 *
 *     node bench/screening-proof.ts
 */
const WATCHES = sized(2_000, 30);
const RUNS = sized(20_000, 200);
const LARGER = 4;
const AT_ONCE = 16;
const NEW = anEntry({ id: 'new', names: [{ text: 'Zebulon Inkpot', isWeak: false }], births: [], countries: [] });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

await withEngines(async () => {
  await loadList('eu_fsf', [anEntry()]);
  await loadList('service_pep', [anEntry()]);
  await measurePublication(await aWorld());
  const [small, large] = [await peakOfExport(RUNS), await peakOfExport(RUNS * LARGER)];
  for (const { runs, megabytes } of [small, large])
    report({ name: `export of ${runs} runs, memory at its peak`, value: megabytes, unit: 'MB' });
});

async function measurePublication(world: World): Promise<void> {
  const turn = () => advanceWatches(workerContext(now()), world);
  await mapConcurrently([...Array(WATCHES).keys()], AT_ONCE, (index) =>
    done(world.client, screeningRoutes.createScreeningWatch, {
      body: { subject: { name: index === 0 ? 'Zebulon Inkpot' : `Person Number${index} Nobody` }, sources: ['eu_fsf'] },
    }),
  );
  await turn();
  const startMs = performance.now();
  const seconds = () => (performance.now() - startMs) / 1_000;
  const { versionId } = await loadList('eu_fsf', [anEntry(), NEW]);
  const search = () =>
    done(world.client, screeningRoutes.searchScreeningEntries, {
      body: { name: 'Zebulon Inkpot', sources: ['eu_fsf'] },
    });
  while ((await search()).items.length === 0);
  report({ name: 'active version, to the search that finds its new entry', value: seconds(), unit: 's' });
  const isVerified = async () => {
    const { items } = await done(world.client, screeningRoutes.listScreeningWatches);
    return items.every((one: { verified: { listVersions: { versionId: string }[] } | null }) =>
      one.verified?.listVersions.some((used) => used.versionId === versionId),
    );
  };
  while (!(await isVerified())) await turn();
  report({ name: `active version, to ${WATCHES} watches verified`, value: seconds(), unit: 's' });
}

/** The heap after a collection at every step of the job. */
async function peakOfExport(runs: number) {
  const world = await aWorld();
  const { id } = await done(world.client, screeningRoutes.createScreeningRun, { body: aRun() });
  const [stored] = await readRuns(dynamoStore, world, [id]);
  if (!stored) throw new Error('The run is gone.');
  await mapConcurrently([...Array(runs - 1).keys()], AT_ONCE, async () => {
    const run = { ...stored.run, id: newId(), matches: [], decisions: [] };
    await dynamoStore.transact(createRun(world, { ...stored, run }), newId());
  });
  const job = await done(world.client, jobRoutes.createExport, { body: { kind: 'runs', format: 'ndjson' } });
  let peak = 0;
  const remainingMs = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
    return 60_000;
  };
  await continueJob({ ...workerContext(now()), remainingMs }, { ...world, jobId: job.id });
  const { status, done: exported } = await done(world.client, jobRoutes.readExport, { params: { id: job.id } });
  if (status !== 'completed' || exported !== runs) throw new Error(`The export is ${status} with ${exported} runs.`);
  return { runs, megabytes: peak / 1024 / 1024 };
}
