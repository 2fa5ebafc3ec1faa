import { afterAll, describe, expect, test } from 'vitest';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { watch } from '#test/support/monitored-subjects.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  eventTypes,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Roll-outs of a policy version to the subjects that an earlier one monitors. */
const { createRollout, listMonitoredSubjects, listMonitoring, readRollout, retirePolicy } = riskRoutes;
const world = preparedForFile(() => aWorld());
afterAll(async () => expect(await audit()).toEqual([]));

const rejecting = [
  { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
  { id: 'high', from: 40, effect: { decision: 'reject', actions: ['close_account'] } },
];

/** Two published versions of one key: high risk is reviewed by the first, and rejected by the second. */
async function twoVersions(of: World) {
  const source = await newSource(of);
  const key = aPolicyKey();
  const first = await newPolicy(of, aDefinition(source.identity), key);
  return { source, key, first, second: await newPolicy(of, aDefinition(source.identity, { bands: rejecting }), key) };
}

const monitoredBy = async (of: World, version: string) => {
  const subjects = await Promise.all(Array.from({ length: 3 }, () => newSubject(of)));
  for (const subjectId of subjects) await watch(of, subjectId, version);
  // The list has them in order of their creation.
  return subjects.toSorted();
};

const start = (of: World, target: string, body: object) =>
  call(of.admin, createRollout, { params: { id: target }, body });
const started = (of: World, target: string, body: object): Promise<Response['body']> =>
  done(of.admin, createRollout, { params: { id: target }, body });
const read = (of: World, id: string) => done(of.client, readRollout, { params: { id } });
const messageOf = ({ organizationId, mode }: World, jobId: string) => ({ organizationId, mode, jobId });
const work = (of: World, id: string, at: Date = now()) => continueJob(workerContext(at), messageOf(of, id));
const listed = async (of: World, policyVersionId: string): Promise<string[]> =>
  (
    await everyItem((offset) => call(of.client, listMonitoredSubjects, { query: { policyVersionId, offset } }))
  ).items.map(({ data }) => data.subjectId);

test('a roll-out replaces the version of each subject, in the name of who asked, and only once', async () => {
  const { first, second } = await twoVersions(world);
  const subjects = await monitoredBy(world, first);
  const paused = await newSubject(world);
  await watch(world, paused, first, false);
  const before = await listed(world, first);

  const job = await started(world, second, { from: first });
  await work(world, job.id);
  const again = await started(world, second, { from: first });
  await work(world, again.id);

  expect(before).toEqual([...subjects, paused]);
  expect(job).toMatchObject({
    status: 'queued',
    version: 2,
    fromVersion: 1,
    dryRun: false,
    limit: null,
    changes: null,
  });
  expect(await read(world, job.id)).toMatchObject({ status: 'completed', replaced: 3, skipped: 1, done: 4, total: 4 });
  expect(await read(world, again.id)).toMatchObject({ status: 'completed', replaced: 0, skipped: 1 });
  expect([await listed(world, first), await listed(world, second)]).toEqual([[paused], subjects]);
  const [monitoring] = await done(world.client, listMonitoring, { params: { id: subjects[0] ?? '' } });
  expect(monitoring.data).toMatchObject({ policyVersionId: second, enabled: true });
  const { items } = await everyItem((offset) => list(world, 'events', { resourceId: subjects[0] ?? '', offset }));
  const configured = items.filter(({ data }) => data.type === 'risk.monitoring.configured');
  expect(configured.map(({ data }) => [data.details.policyVersionId, data.actor.split(':')[0]])).toEqual([
    [first, 'api_key'],
    [second, 'user'],
  ]);
  expect(await eventTypes(world, job.id)).toEqual(['job.requested', 'job.ended']);
});

test('a dry run counts the decisions before and after, and stores nothing', async () => {
  const own = await aWorld();
  const { source, first, second } = await twoVersions(own);
  const [high, low, unknown] = await monitoredBy(own, first);
  await stated(source, high ?? '', { value: 3 });
  await stated(source, low ?? '', { value: 300 });
  await assessed(own, high ?? '', first);
  await assessed(own, low ?? '', first);
  const { id } = await started(own, second, { from: first, dryRun: true });
  const rows = await countRows(own.organizationId);

  await work(own, id);

  const { status, replaced, changes } = await read(own, id);
  expect([status, replaced]).toEqual(['completed', 3]);
  expect(changes.toSorted((a: Response['body'], b: Response['body']) => a.before.localeCompare(b.before))).toEqual([
    { before: 'none', after: 'none', subjects: 1 },
    { before: 'not_assessed', after: 'review', subjects: 1 },
    { before: 'review', after: 'reject', subjects: 1 },
  ]);
  const after = await countRows(own.organizationId);
  const changed = Object.keys(after).filter((kind) => after[kind] !== rows[kind]);
  expect(changed.every((kind) => kind.startsWith('journal ') || kind.startsWith('jobs '))).toBe(true);
  expect(await listed(own, first)).toEqual([high, low, unknown]);
});

test('a roll-out resumes what the retirement of the replaced version has paused, up to its limit', async () => {
  const { first, second } = await twoVersions(world);
  const [one, other, third] = await monitoredBy(world, first);
  await done(world.admin, retirePolicy, { params: { id: first }, body: { reason: 'Wrong.' } });

  const { id } = await started(world, second, { from: first, limit: 2 });
  await work(world, id);

  expect(await read(world, id)).toMatchObject({ status: 'completed', replaced: 2, limit: 2, done: 2 });
  expect([await listed(world, first), await listed(world, second)]).toEqual([[third], [one, other]]);
});

describe('a roll-out is refused', () => {
  test.each<[string, (made: Awaited<ReturnType<typeof twoVersions>>) => Promise<[string, object]>, number, string]>([
    ['of the version itself', async ({ first }) => [first, { from: first }], 422, 'same_version'],
    [
      'from another policy',
      async ({ second }) => [second, { from: (await twoVersions(world)).first }],
      422,
      'other_policy',
    ],
    [
      'of a draft',
      async ({ source, key, first }) => {
        const body = { key, definition: aDefinition(source.identity) };
        return [(await done(world.owner, riskRoutes.createPolicy, { body })).id, { from: first }];
      },
      422,
      'policy_not_published',
    ],
    [
      'of a retired version',
      async ({ first, second }) => {
        await done(world.owner, retirePolicy, { params: { id: second }, body: { reason: 'Wrong.' } });
        return [second, { from: first }];
      },
      422,
      'policy_retired',
    ],
    [
      'of another organization',
      async ({ first }) => [(await twoVersions(await aWorld())).second, { from: first }],
      404,
      'not_found',
    ],
    [
      'from another organization',
      async ({ second }) => [second, { from: (await twoVersions(await aWorld())).first }],
      404,
      'not_found',
    ],
    ['with a limit of none', async ({ first, second }) => [second, { from: first, limit: 0 }], 400, 'invalid_body'],
  ])('%s', async (_case, wish, status, code) => {
    const [target, body] = await wish(await twoVersions(world));

    expect(await start(world, target, body)).toMatchObject({ status, body: { code } });
  });

  test('to members and API keys, and cannot be read by others', async () => {
    const { first, second } = await twoVersions(world);
    const options = { params: { id: second }, body: { from: first } };
    const refused = [
      await call(world.member, createRollout, options),
      await call(world.client, createRollout, options),
    ];
    const { id } = await started(world, second, { from: first });
    const elsewhere = [await aWorld(), await aWorld('live', world.organizationId)];
    const unread = await Promise.all(elsewhere.map(({ client }) => call(client, readRollout, { params: { id } })));
    const unlisted = await Promise.all(
      elsewhere.map(({ client }) => call(client, listMonitoredSubjects, { query: { policyVersionId: first } })),
    );

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect([...unread, ...unlisted].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await work(world, id);
  });
});

describe('a worker', () => {
  test('that dies between any two steps loses nothing and doubles nothing', { timeout: 120_000 }, async () => {
    const reference = await aWorld();
    const versions = await twoVersions(reference);
    await monitoredBy(reference, versions.first);
    const { id } = await started(reference, versions.second, { from: versions.first });
    const { calls } = await observed(() => work(reference, id));
    const counts = await countRows(reference.organizationId);
    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);

    for (const { index, moment } of somePoints(points, 3)) {
      const own = await aWorld();
      const { first, second } = await twoVersions(own);
      const subjects = await monitoredBy(own, first);
      const begun = await started(own, second, { from: first });
      await withFaults(crashAt(index, moment), () => work(own, begun.id)).catch(() => undefined);
      const later = addSeconds(now(), 600);
      await enqueueLostJobs(workerContext(later));
      await work(own, begun.id, later);
      await work(own, begun.id, later);

      const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
      expect(await read(own, begun.id), where).toMatchObject({ status: 'completed', replaced: 3, skipped: 0, done: 3 });
      expect([await listed(own, first), await listed(own, second)], where).toEqual([[], subjects]);
      expect(await countRows(own.organizationId), where).toEqual(counts);
    }
  });

  test('whose message comes three times at once changes nothing', async () => {
    const own = await aWorld();
    const { first, second } = await twoVersions(own);
    const [subject = ''] = await monitoredBy(own, first);
    const { id } = await started(own, second, { from: first });

    await Promise.all([1, 2, 3].map(() => work(own, id)));
    await work(own, id);

    expect(await read(own, id)).toMatchObject({ status: 'completed', replaced: 3 });
    expect((await eventTypes(own, subject)).filter((type) => type === 'risk.monitoring.configured')).toHaveLength(2);
  });

  test('stops where the roll-out is cancelled or its version retired, and shows its progress', async () => {
    const own = await aWorld();
    const { first, second } = await twoVersions(own);
    const subjects = await Promise.all(Array.from({ length: 27 }, () => newSubject(own)));
    await Promise.all(subjects.map((subjectId) => watch(own, subjectId, first)));
    const oneStep = (): WorkerContext => ({ ...workerContext(now()), remainingMs: () => 1_000 });
    const [cancelled, failed] = [
      await started(own, second, { from: first, dryRun: true }),
      await started(own, second, { from: first }),
    ];

    await continueJob(oneStep(), messageOf(own, cancelled.id));
    const progress = await read(own, cancelled.id);
    await done(own.admin, jobRoutes.cancelJob, { params: { id: cancelled.id } });
    await work(own, cancelled.id);
    await continueJob(oneStep(), messageOf(own, failed.id));
    await done(own.admin, retirePolicy, { params: { id: second }, body: { reason: 'Wrong.' } });
    await work(own, failed.id);

    // Subjects of one millisecond are not divided, so a step may take fewer than 25.
    const { done: taken } = progress;
    expect(taken).toBeGreaterThan(20);
    expect(taken).toBeLessThanOrEqual(25);
    expect(progress).toMatchObject({ status: 'running', total: null });
    expect(await read(own, cancelled.id)).toMatchObject({ status: 'cancelled', done: taken });
    expect(await read(own, failed.id)).toMatchObject({
      status: 'failed',
      replaced: taken,
      problem: { code: 'policy_retired' },
    });
    expect([(await listed(own, first)).length, (await listed(own, second)).length]).toEqual([27 - taken, taken]);
  });
});
