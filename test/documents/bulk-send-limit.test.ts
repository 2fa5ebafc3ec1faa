import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCsv } from '#packages/foundation/src/csv.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { spendingKey } from '#shared/platform/rate-limit/spending.ts';
import { readUsage } from '#shared/platform/rate-limit/usage.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done } from '#test/support/signing-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

const MOST = 40;
process.env.SPENDING_LIMITS = `prints=${MOST}`;

const world = preparedSigningWorld();

const DAY_MS = 24 * 3600 * 1000;
let days = 0;
/** Noon of a day on which no other test has printed. */
const toNextDay = () => {
  days += 1;
  const noonMs = (Math.floor(Date.now() / DAY_MS) + days + 0.5) * DAY_MS;
  shiftClock(noonMs - Date.now());
};
const midnight = () => new Date((Math.floor(now().getTime() / DAY_MS) + 1) * DAY_MS).toISOString();

beforeEach(() => {
  days += 10;
  toNextDay();
});
afterEach(() => shiftClock(0));

const SOURCE = '# Lease\n\n{{ city }}\n\n::signature{role=tenant, label=Tenant}\n';
const makeTemplate = () =>
  done(world.key, documentRoutes.createTemplate, {
    body: { name: `Lease ${Math.random()}`, source: SOURCE, sampleData: { city: 'Oslo' } },
  });

/** A file with this many good rows, each to an address of its own, and rows that cannot be read. */
function fileOf(good: number, bad = 0) {
  const addresses = Array.from({ length: good }, anAddress);
  const lines = [
    ...addresses.map((address) => `Ada,${address},Bergen`),
    ...Array.from({ length: bad }, () => 'Bo,no address,Bergen'),
  ];
  return { addresses, csv: `tenant name,tenant email,city\n${lines.join('\n')}\n` };
}

const read = (id: string) => done(world.key, documentRoutes.readBulkSend, { params: { id } });
const message = (jobId: string) => ({ organizationId: world.organizationId, mode: 'test' as const, jobId });
const work = (id: string) => continueJob(workerContext(now()), message(id));

async function ask(body: object) {
  const { id: templateId } = await makeTemplate();
  return done(world.key, documentRoutes.createBulkSend, { body: { templateId, ...body } });
}

async function printsOfToday(): Promise<number> {
  const date = now().toISOString().slice(0, 10);
  const [day] = await readUsage(dynamoStore, world.organizationId, { from: date, to: date });
  return day?.test.prints ?? 0;
}

/** Uses up the prints of today but these. */
async function leave(prints: number): Promise<void> {
  const used = MOST - prints - (await printsOfToday());
  const key = spendingKey(world.organizationId, 'prints', now().toISOString().slice(0, 10));
  await dynamoStore.writeOne({ table: 'identity', count: key, add: { used, test: used }, set: {} });
}

const documentsTo = async (addresses: readonly string[]) =>
  (await everyRow('documents')).filter(({ signers }) =>
    addresses.includes((signers as { email: string }[] | undefined)?.[0]?.email ?? ''),
  );

describe('a bulk send and the daily limit of prints', () => {
  test('counts one print for each row that can be read, and none for others', async () => {
    const { csv } = fileOf(23, 2);
    const { id } = await ask({ csv });
    const before = await printsOfToday();

    await work(id);

    expect(await read(id)).toMatchObject({ status: 'completed', sent: 23, failed: 2 });
    expect((await printsOfToday()) - before).toBe(23);
  });

  test('waits at the limit, says until when, and sends the other documents on the next day', async () => {
    const { addresses, csv } = fileOf(5);
    const { id } = await ask({ csv });
    await leave(3);

    await work(id);

    const paused = await read(id);
    expect(paused).toMatchObject({
      status: 'running',
      sent: 3,
      failed: 0,
      done: 3,
      problems: [],
      estimatedEndAt: null,
      paused: { code: 'spending_limit', until: midnight() },
    });
    expect(paused.paused.detail).toContain('requests that print or inspect files of today');
    expect(paused.paused.detail).toContain(midnight());
    const single = await call(world.key, routes.documents.previewTemplate, {
      body: { source: SOURCE, sampleData: {} },
    });
    expect([single.status, single.body.code]).toEqual([429, 'spending_limit']);

    // Neither a message that comes twice nor the tick of the same day continues it.
    await work(id);
    await drain('jobTurns');
    await enqueueLostJobs(workerContext(now()));
    expect(await drain('jobTurns')).toEqual([]);
    expect(await documentsTo(addresses)).toHaveLength(3);

    toNextDay();
    await enqueueLostJobs(workerContext(now()));
    expect(await drain('jobTurns')).toContainEqual(message(id));
    await work(id);

    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'completed', sent: 5, failed: 0 });
    expect(ended.paused).toBeUndefined();
    expect(await printsOfToday()).toBe(2);
    const documents = await documentsTo(addresses);
    expect(new Set(documents.map(({ signers }) => (signers as { email: string }[])[0]?.email)).size).toBe(5);
    expect(documents).toHaveLength(5);
    const records = parseCsv(await (await fetch(ended.report.url)).text()) ?? [];
    expect(records.map(({ cells: [line, status] }) => `${line} ${status}`)).toEqual([
      'line status',
      ...[2, 3, 4, 5, 6].map((line) => `${line} sent`),
    ]);
  });

  test('waits any number of days, and can be cancelled while it waits', async () => {
    const { addresses, csv } = fileOf(2);
    const { id } = await ask({ csv });
    for (let day = 0; day < 7; day += 1) {
      toNextDay();
      await leave(0);
      await work(id);
      expect(await read(id)).toMatchObject({ status: 'running', sent: 0, paused: { until: midnight() } });
    }

    await done(world.key, jobRoutes.cancelJob, { params: { id } });

    const ended = await read(id);
    expect(ended.status).toBe('cancelled');
    expect(ended.paused).toBeUndefined();
    toNextDay();
    await work(id);
    expect(await documentsTo(addresses)).toEqual([]);
  });

  test('a check that reaches the limit fails, and reports the rows before it', async () => {
    const { csv } = fileOf(25);
    const { id } = await ask({ csv, dryRun: true });
    await leave(22);

    await work(id);

    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'failed', done: 22, problem: { code: 'spending_limit' } });
    expect(ended.problem.detail).toContain(`The limit is reset at ${midnight()}.`);
    expect(parseCsv(await (await fetch(ended.report.url)).text())).toHaveLength(23);
  });

  test('of two that run at once no more documents are printed than the limit allows', async () => {
    const [one, other] = [fileOf(6), fileOf(6)];
    const jobs = [await ask({ csv: one.csv }), await ask({ csv: other.csv })];
    await leave(7);

    await Promise.all(jobs.map(({ id }) => work(id)));

    expect(await printsOfToday()).toBe(MOST);
    expect(await documentsTo([...one.addresses, ...other.addresses])).toHaveLength(7);
  });

  test('counts a row once wherever its worker dies', async () => {
    const reference = await ask({ csv: fileOf(3).csv });
    const { calls } = await observed(() => work(reference.id));
    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);
    for (const { index, moment } of somePoints(points, 3)) {
      toNextDay();
      const { addresses, csv } = fileOf(3);
      const { id } = await ask({ csv });
      const before = await printsOfToday();
      await withFaults(crashAt(index, moment), () => work(id)).catch(() => undefined);
      await continueJob(workerContext(addSeconds(now(), 600)), message(id));

      expect(await read(id), `${moment} call ${index}`).toMatchObject({ status: 'completed', sent: 3 });
      expect(await documentsTo(addresses)).toHaveLength(3);
      expect((await printsOfToday()) - before, `${moment} call ${index}`).toBe(3);
    }
  });
});
