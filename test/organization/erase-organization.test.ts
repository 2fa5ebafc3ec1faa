import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { workers } from '#infra/workers.ts';
import { findJob, releaseJob } from '#shared/identity/erasure.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { isMutation, type Route } from '#shared/platform/http/route.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { searchPartitionsOf } from '#shared/platform/store/search.ts';
import { recordsOf } from '#shared/risk/repository/records.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { call, firstUserOf, keyOf, userOf } from '#test/support/api.ts';
import { byChance, failing, internalError, isTransaction, throttled } from '#test/support/aws-errors.ts';
import { beginErasureOf, DELETION_DELAY_MS } from '#test/support/deletion.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashWhen, holding, observed, type Plan, withFaults } from '#test/support/faults.ts';
import { lambdaContext, messagesOf, queueEvent } from '#test/support/queue.ts';
import { seededRandom } from '#test/support/random.ts';
import { aSubject, exampleOf } from '#test/support/route-examples.ts';
import { isFull, oneOfEachKind, scaled, walked } from '#test/support/soak.ts';
import { readRows, type StoredRow } from '#test/support/stored-state.ts';
import { plantTenant, type Tenant } from '#test/support/tenant.ts';
import { declaredIn, touchedBy } from '#test/support/touched-tables.ts';

const { deleteOrganization } = routes.organization;
const { createSubject } = routes.risk;
const GRACE_MS = 20 * 60 * 1000;
const { handler: erase } = await import('#functions/workers/erase-organization.ts');
const { handler: tick } = await import('#functions/workers/tick-erasures.ts');

let neighbour: Tenant;
let neighboursRows: StoredRow[];

beforeAll(async () => {
  await prepareEngine();
  neighbour = await plantTenant();
  await fill(neighbour, { live: walked(ONE_OF_EACH, (routes) => routes.slice(0, 10)) });
  neighboursRows = await rowsOf(neighbour.organizationId);
  expect(neighboursRows.length).toBeGreaterThan(20);
});

beforeEach(() => messagesOf('erasures'));

afterEach(async () => {
  shiftClock(0);
  expect(await rowsOf(neighbour.organizationId)).toEqual(neighboursRows);
});

/** All routes that write. One test erases the records of all of them; the others use one of each kind. */
const EVERYTHING = allRoutes.filter((route) => isMutation(route) && route !== deleteOrganization);
const ONE_OF_EACH = oneOfEachKind(EVERYTHING);
type Filling = Partial<Record<Mode, readonly Route[]>>;

async function fill(tenant: Tenant, filling: Filling) {
  for (const [mode, called] of Object.entries(filling) as [Mode, readonly Route[]][]) {
    const scope: Scope = { organizationId: tenant.organizationId, mode };
    const owner = await firstUserOf(scope.organizationId);
    const { credential: key } = await keyOf(scope.organizationId, mode);
    for (const route of called) {
      const example = await exampleOf(route).prepare(scope);
      const answer =
        route.access === 'key'
          ? await call(key, route, example)
          : await call(owner, route, { ...example, headers: { 'x-risk-mode': mode } });
      expect(answer.status).toBe(route.status);
    }
    const searchable = searchPartitionsOf(recordsOf(scope, 'subjects'));
    await dynamoStore.transact(
      searchable.map((pk) => ({ table: 'risk', put: { pk, sk: 'head' } })),
      randomUUID(),
    );
  }
}

/** All rows that mention the organization, in a key or in an attribute. */
const rowsOf = async (organizationId: string) =>
  (await readRows()).filter(({ item }) => JSON.stringify(item).includes(organizationId));

const filesOf = async (organizationId: string) =>
  (
    await Promise.all(['documents', 'uploads'].map((folder) => listBlobs('documents', `${folder}/${organizationId}/`)))
  ).flat();

/** Sets the clock to this long after the delay of a deletion. */
const shiftPastDelay = (ms: number) => shiftClock(DELETION_DELAY_MS + ms);

/** A deletion whose delay has passed; the first run begins the erasure. */
async function aDueDeletion(filling: Filling = {}): Promise<Tenant> {
  const tenant = await plantTenant();
  await fill(tenant, filling);
  if (Object.keys(filling).length === 0) await call(tenant.client, createSubject, { body: aSubject() });
  await requestDeletion(tenant);
  shiftPastDelay(0);
  return tenant;
}

async function requestDeletion({ owner, organizationId }: Tenant) {
  // Proposed by another owner: an example has switched a two-person rule on.
  const { proposeOrganizationChange } = routes.organization;
  const change = { change: { kind: 'deletion' }, reason: 'Contract ended.' };
  const { body } = await call(await userOf(organizationId, 'owner'), proposeOrganizationChange, { body: change });
  const answer = await call(owner, deleteOrganization, { body: { confirm: organizationId, proposalId: body.id } });
  expect(answer.status).toBe(202);
}

async function aDeletedOrganization(filling: Filling = {}): Promise<Tenant> {
  const tenant = await aDueDeletion(filling);
  await beginErasureOf(tenant.organizationId);
  return tenant;
}

const run = ({ organizationId }: Tenant, remainingMs?: number) =>
  erase(queueEvent({ organizationId }), lambdaContext(remainingMs));

/** As if the lease of a crashed run had expired. */
async function endLease({ organizationId }: Tenant) {
  const job = await findJob(dynamoStore, organizationId);
  if (job?.leaseUntil) await dynamoStore.writeOne(releaseJob(job, job.leaseUntil));
}

/** As the queue does: a failed run is repeated. */
async function runToTheEnd(tenant: Tenant) {
  for (let runs = 0; runs < 10; runs += 1) if ((await run(tenant)).batchItemFailures.length === 0) return;
  throw new Error('The worker failed ten times.');
}

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-0' }] };
const isWrite = ({ command }: AwsCall) => command.includes('Write');

test('erasure: erases every row, keeps the job for the grace period, and then removes the job', async () => {
  const live = walked(ONE_OF_EACH, (routes) => routes.slice(0, 5));
  const tenant = await aDeletedOrganization({ test: EVERYTHING, live });
  const { organizationId } = tenant;

  expect((await filesOf(organizationId)).length).toBeGreaterThan(2);

  const { calls } = await observed(() => runToTheEnd(tenant));
  const left = await rowsOf(organizationId);
  shiftPastDelay(GRACE_MS / 2);
  await runToTheEnd(tenant);
  const leftBeforeGrace = await rowsOf(organizationId);
  shiftPastDelay(GRACE_MS);
  await runToTheEnd(tenant);

  expect(left.map(({ item }) => item.pk)).toEqual(['erasures']);
  expect(leftBeforeGrace).toEqual(left);
  expect(await filesOf(organizationId)).toEqual([]);
  expect(await rowsOf(organizationId)).toEqual([]);
  const worker = workers.find(({ name }) => name === 'eraseOrganization');
  expect(declaredIn(worker?.uses ?? {})).toEqual(expect.arrayContaining([...touchedBy(calls)]));
});

test('erasure: leaves nothing behind if it is killed at any of its writes', { tags: 'full' }, async () => {
  const tenant = await aDueDeletion({ test: ONE_OF_EACH });
  const lives: boolean[] = [];
  const step = isFull ? scaled(3, 1) : 15;

  // Each run starts over and gets some writes further before it is killed.
  for (let isAlive = false; !isAlive; lives.push(isAlive)) {
    let writes = 0;
    const isLastWrite = (one: AwsCall) => isWrite(one) && ++writes > lives.length * step;
    const { result } = await withFaults(crashWhen(isLastWrite, 'after'), () => run(tenant));
    isAlive = result.batchItemFailures.length === 0;
    await endLease(tenant);
  }

  expect(lives.length).toBeGreaterThan(2);
  expect((await rowsOf(tenant.organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('erasure: rows written during the first run are erased by a later run', { tags: 'full' }, async () => {
  const tenant = await plantTenant();
  await requestDeletion(tenant);
  shiftPastDelay(0);
  const held = holding(isTransaction);
  const late = withFaults(held.plan, () => call(tenant.client, createSubject, { body: aSubject() }));
  await held.reached;
  await runToTheEnd(tenant);
  held.release();

  const { result } = await late;
  const written = await rowsOf(tenant.organizationId);
  shiftPastDelay(GRACE_MS);
  await runToTheEnd(tenant);
  const afterLaterRun = await rowsOf(tenant.organizationId);
  await runToTheEnd(tenant);

  expect(result.status).toBe(201);
  expect(written.length).toBeGreaterThan(1);
  // That run erased something, so another might too: the job stays until a run finds nothing.
  expect(afterLaterRun.map(({ item }) => item.pk)).toEqual(['erasures']);
  expect(await rowsOf(tenant.organizationId)).toEqual([]);
});

test('erasure: enqueues another run when its time is up', async () => {
  const tenant = await aDeletedOrganization();
  const { organizationId } = tenant;

  const answer = await run(tenant, 10_000);
  const asked = await messagesOf('erasures');
  const left = await rowsOf(organizationId);

  expect(answer).toEqual(DONE);
  expect(asked).toEqual([{ organizationId }]);
  expect(left.length).toBeGreaterThan(1);
});

test('erasure: does nothing while another run holds the lease', { tags: 'full' }, async () => {
  const tenant = await aDeletedOrganization();
  const held = holding(isWrite);
  const first = withFaults(held.plan, () => run(tenant, 30_000));
  await held.reached;

  const { result: second, calls } = await observed(() => run(tenant, 10_000));
  const asked = await messagesOf('erasures');
  held.release();
  await first;

  expect(second).toEqual(DONE);
  expect(calls.map(({ command }) => command)).toEqual(['GetItem']);
  expect(asked).toEqual([]);
  expect((await rowsOf(tenant.organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('erasure: continues after the lease of a crashed run has expired', { tags: 'full' }, async () => {
  const tenant = await aDeletedOrganization();
  await withFaults(crashWhen(isWrite, 'before'), () => run(tenant, 60_000));

  shiftPastDelay(50_000);
  await run(tenant);
  const tooEarly = await rowsOf(tenant.organizationId);
  shiftPastDelay(70_000);
  await run(tenant);

  expect(tooEarly.length).toBeGreaterThan(1);
  expect((await rowsOf(tenant.organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('erasure: survives throttling and partially processed batches', { tags: 'full' }, async () => {
  const random = seededRandom();
  const tenant = await aDeletedOrganization();
  const plan: Plan = {
    ofAttempt: byChance(random, [
      [0.01, failing(throttled)],
      [0.01, failing(internalError)],
    ]),
    ofCall: () => ({ leaves: () => random() < 0.5 }),
  };

  await withFaults(plan, () => runToTheEnd(tenant));

  expect((await rowsOf(tenant.organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('erasure: does nothing to an organization that was not deleted', async () => {
  expect(await run(neighbour)).toEqual(DONE);
});

test('erasure: an unreadable message stays in the queue', async () => {
  expect(await erase(queueEvent({ organization: 'x' }), lambdaContext())).toEqual(AGAIN);
});

test('erasure: the tick enqueues runs as long as a job is open', { tags: 'full' }, async () => {
  const tenant = await aDeletedOrganization();
  const { organizationId } = tenant;

  await tick({}, lambdaContext());
  const whileOpen = await messagesOf('erasures');
  await runToTheEnd(tenant);
  shiftPastDelay(GRACE_MS);
  await runToTheEnd(tenant);
  await tick({}, lambdaContext());
  const afterwards = await messagesOf('erasures');

  expect(whileOpen).toContainEqual({ organizationId });
  expect(afterwards).not.toContainEqual({ organizationId });
});

test('erasure: a tick that cannot enqueue fails', async () => {
  await aDeletedOrganization();
  const plan: Plan = {
    ofCall: (one) => (one.command === 'SendMessageBatch' ? failing(internalError)(one) : undefined),
  };

  await expect(withFaults(plan, () => tick({}, lambdaContext()))).rejects.toThrow('tickErasures');
});
