import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '@assay/foundation/canonical-json';
import { isConsistent, isIncluded, leafHash } from '@assay/foundation/merkle';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { markErased } from '#shared/identity/index.ts';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { type Scope, scopeKey, serviceCaller } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { bucketNameOf } from '#shared/platform/environment.ts';
import { derivedId, memberId } from '#shared/platform/ids.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { historyOf, historyWrites, listHistory } from '#shared/platform/store/history.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { followEvents } from '#shared/risk/audit/follow.ts';
import { createLog, findLog } from '#shared/risk/audit/head.ts';
import { erasableAudit } from '#shared/risk/audit/places.ts';
import type { AuditRoot } from '#shared/risk/audit/root.ts';
import { sealDueLogs, sealLog, settledUntil } from '#shared/risk/audit/seal.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { done } from '#test/support/risk-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { plantTenant, type Tenant } from '#test/support/tenant.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

const { listAuditRoots, readEventProof, readAuditConsistency, readRecord } = riskRoutes;

beforeAll(async () => {
  await prepareEngine();
  // Locked buckets exist on AWS only; this one has no lock and refuses nothing.
  process.env.JOURNAL_ARCHIVE = bucketNameOf('lists');
});

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.parse('2026-03-02T00:00:00Z');
const dayMs = (day: number) => FIRST_DAY + day * DAY_MS;
const idAt = (ms: number) => derivedId(randomBytes(16), ms);

/** A worker in the night after a day, whose ids are of that time. */
function nightAfter(day: number, remainingMs = 60_000) {
  const at = new Date(dayMs(day + 1) + 2 * 60 * 60 * 1000);
  return { ...workerContext(at), newId: () => idAt(at.getTime()), remainingMs: () => remainingMs };
}

const EVENT: NewEvent = {
  type: 'risk.subject.created',
  resource: 'subjects',
  resourceId: idAt(FIRST_DAY),
  subjectId: null,
  announced: false,
  details: { note: 'Zoë', amount: 0.1, list: [1, { b: 2, a: null }] },
  reason: 'Asked for.',
};

/** Events at a time of a day, 128 in a row; the ids of the rows. */
async function record(scope: Scope, day: number, count: number, second = 1): Promise<string[]> {
  const at = new Date(dayMs(day) + second * 1_000);
  const caller = serviceCaller(scope, 'test');
  const ids: string[] = [];
  const newId = () => {
    ids.push(idAt(at.getTime() + ids.length));
    return ids.at(-1) ?? '';
  };
  const events = Array.from({ length: count }, () => EVENT);
  const writes = historyWrites({ ...workerContext(at), caller, newId }, { events }, () => []);
  await dynamoStore.transact(writes, randomUUID());
  return ids;
}

const due = (scope: Scope) => dynamoStore.writeOne(createLog(scope, idAt(FIRST_DAY), new Date(FIRST_DAY)));

async function seal(scope: Scope, day: number, context = nightAfter(day)): Promise<boolean> {
  const head = await findLog(dynamoStore, scope);
  if (!head) throw new Error('The log does not exist.');
  return sealLog(context, head);
}

async function aLog(): Promise<Tenant> {
  const tenant = await plantTenant();
  await due(tenant);
  return tenant;
}

const rootsOf = async ({ client }: Tenant): Promise<AuditRoot[]> => (await done(client, listAuditRoots)).items;
/** Rows of the history, or of the log. */
async function rowsOf(scope: Scope, partitions = partitionsOf(historyOf(scope))): Promise<Item[]> {
  const pages = await Promise.all(partitions.map((pk) => dynamoStore.query('journal', { pk })));
  return pages.flatMap(({ items }) => items);
}
const partsOf = (scope: Scope) =>
  ['audit', 'audit-tiles#0', 'audit-places', 'audit-roots'].map((part) => `${scopeKey(scope)}#${part}`);
const eventIds = async (scope: Scope): Promise<string[]> => (await eventsOf(scope)).map(({ id }) => id);

/** As an export has them. */
async function eventsOf(scope: Scope): Promise<{ id: string }[]> {
  const events = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof listHistory>> = await listHistory(dynamoStore, scope, { offset });
    events.push(...page.items.map(presentEvent));
    offset = page.nextOffset;
  }
  return events;
}

/** A log of three days, of which the second has more events than a tile. */
async function threeDays(): Promise<Tenant> {
  const tenant = await aLog();
  await record(tenant, 0, 3);
  await seal(tenant, 0);
  await record(tenant, 1, 600);
  await seal(tenant, 1);
  await record(tenant, 2, 2);
  await seal(tenant, 2);
  return tenant;
}

/** The program of the documentation, which shares no code with the service. */
function ownProgram(files: Record<'key' | 'roots' | 'events' | `proof${number}`, string>) {
  const [, program = ''] = readFileSync('docs/audit-log.md', 'utf8')
    .split('```js\n')
    .map((part) => part.split('```')[0]);
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
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

const ndjson = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

describe('audit log', () => {
  test('roots, proofs and consistency hold, also for a program that shares no code with the service', async () => {
    const tenant = await threeDays();
    const { client } = tenant;
    const roots = await rootsOf(tenant);
    // Each night has the event of the root before.
    expect(roots.map(({ treeSize }) => treeSize)).toEqual([3, 604, 607]);
    expect(roots[0]).toMatchObject({ previousTreeSize: 0, upTo: new Date(dayMs(1)).toISOString(), consistency: [] });

    const events = await eventsOf(tenant);
    const proofs: unknown[] = [];
    for (const index of [0, 2, 3, 258, 300, 603, 606]) {
      const id = events[index]?.id ?? '';
      const proof = await done(client, readEventProof, { params: { id } });
      const record = await done(client, readRecord, { params: { resource: 'events', id } });
      expect(proof).toMatchObject({ eventId: id, leafIndex: index, leafHash: leafHash(canonicalJson(record)) });
      expect(isIncluded(proof)).toBe(true);
      proofs.push(proof);
    }
    for (const from of roots)
      for (const to of roots.filter(({ treeSize }) => treeSize >= from.treeSize)) {
        const query = { from: from.treeSize, to: to.treeSize };
        const proof = await done(client, readAuditConsistency, { query });
        expect(proof).toMatchObject({ fromRoot: from.root, toRoot: to.root });
        expect(isConsistent(proof)).toBe(true);
      }

    const { publicKey: key } = await done(client, documentRoutes.readSealKey);
    expect(createPublicKey(key).type).toBe('public');
    const given = (lines: readonly object[]) =>
      ownProgram({
        key,
        roots: JSON.stringify({ items: roots }),
        events: ndjson(lines),
        ...Object.fromEntries(proofs.map((proof, index) => [`proof${index}`, JSON.stringify(proof)])),
      });
    expect(given(events)).toBe('607 events are as they were sealed. 7 proofs hold.\n');
    const changed = {
      ...events[400],
      data: { ...(events[400] as unknown as { data: object }).data, reason: 'Other.' },
    };
    for (const forged of [
      events.with(400, changed as never),
      events.toSpliced(400, 1),
      events.toSpliced(400, 0, { ...events[0], id: idAt(dayMs(1)) }),
      events.with(400, events[401] as never).with(401, events[400] as never),
    ])
      expect(given(forged)).toContain('failed');
  });

  test('a row that is changed or added in the database after its day has no proof', async () => {
    const tenant = await aLog();
    await record(tenant, 0, 2);
    await seal(tenant, 0);
    // The history also has the event of the root, in any partition.
    const row = (await rowsOf(tenant)).find(({ events }) => (events as object[]).length === 2);
    if (!row) throw new Error('The history has no event.');
    const [id = ''] = await eventIds(tenant);
    const [first, second] = row.events as object[];
    await dynamoStore.writeOne({
      table: 'journal',
      put: { ...row, events: [{ ...first, reason: 'Forged.' }, second] },
    });
    await record(tenant, 0, 1, 5);

    for (const eventId of [id, (await eventIds(tenant)).at(2) ?? ''])
      expect(await call(tenant.client, readEventProof, { params: { id: eventId } })).toMatchObject({
        status: 409,
        body: { code: 'event_not_in_log' },
      });
  });

  test('other organizations and the other mode see no root and no proof', async () => {
    const [tenant, other] = [await aLog(), await aLog()];
    await record(tenant, 0, 2);
    await seal(tenant, 0);
    const [id = ''] = await eventIds(tenant);

    expect(await rootsOf(other)).toEqual([]);
    expect((await call(other.client, readEventProof, { params: { id } })).status).toBe(404);
    expect((await call(other.client, readAuditConsistency, { query: { from: 2, to: 2 } })).status).toBe(404);
    const live = async (request: never) => ({ ...(await tenant.owner(request)), 'x-risk-mode': 'live' });
    expect((await done(live as never, listAuditRoots)).items).toEqual([]);
  });

  test('what is not sealed, unknown or not in order is refused', async () => {
    const tenant = await aLog();
    await record(tenant, 0, 1);
    await seal(tenant, 0);
    await record(tenant, 1, 1);
    const [, id = ''] = await eventIds(tenant);
    const { client } = tenant;

    expect(await call(client, readEventProof, { params: { id: (await eventIds(tenant)).at(-1) ?? id } })).toMatchObject(
      {
        status: 409,
        body: { code: 'event_not_sealed' },
      },
    );
    expect((await call(client, readEventProof, { params: { id: idAt(dayMs(0)) } })).status).toBe(404);
    for (const query of [{ from: 2, to: 1 }, { from: 0, to: 1 }, { from: 'a', to: 1 }, { from: 1 }])
      expect((await call(client, readAuditConsistency, { query: query as never })).status).toBe(400);
    expect((await call(client, readAuditConsistency, { query: { from: 1, to: 99 } })).status).toBe(404);
    expect((await call(client, listAuditRoots, { query: { offset: 17 } })).status).toBe(400);
  });

  test('a day without events, or with the event of the root before, has no root', async () => {
    const tenant = await aLog();
    await record(tenant, 0, 1);
    for (const day of [0, 1, 2]) expect(await seal(tenant, day)).toBe(true);
    await record(tenant, 3, 1);
    await seal(tenant, 3);

    expect((await rootsOf(tenant)).map(({ treeSize, upTo }) => [treeSize, upTo])).toEqual([
      [1, new Date(dayMs(1)).toISOString()],
      [3, new Date(dayMs(4)).toISOString()],
    ]);
    expect((await done(tenant.client, listAuditRoots, { query: { order: 'newest' } })).items[0].treeSize).toBe(3);
  });

  test('a worker may die before and after each call, and the log is the same', async () => {
    const prepared = async () => {
      const tenant = await aLog();
      await record(tenant, 0, 3);
      return tenant;
    };
    const first = await prepared();
    const { calls } = await observed(() => seal(first, 0));
    const cases = (['before', 'after'] as const).flatMap((moment) => calls.map((_, index) => ({ index, moment })));
    for (const { index, moment } of somePoints(cases, 3)) {
      const tenant = await prepared();
      await withFaults(crashAt(index, moment), () => seal(tenant, 0)).catch(() => undefined);
      await seal(tenant, 0);
      const roots = await rootsOf(tenant);
      expect(roots.map(({ treeSize }) => treeSize)).toEqual([3]);
      const rows = await rowsOf(tenant);
      expect(rows.map(({ actor }) => actor).sort()).toEqual(['service:audit', 'service:test']);
      const id = String(rows.find(({ actor }) => actor === 'service:test')?.id);
      const proof = await done(tenant.client, readEventProof, { params: { id } });
      expect(isIncluded(proof)).toBe(true);
    }
  });

  test('workers at the same time add each event once and seal one tree', async () => {
    const tenant = await aLog();
    await record(tenant, 0, 300);
    const head = await findLog(dynamoStore, tenant);
    if (!head) throw new Error('The log does not exist.');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => sealLog(nightAfter(0), head)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);

    // A lease that ended while its worker goes on: both write, on the condition that the other has not.
    await record(tenant, 1, 300);
    const found = await findLog(dynamoStore, tenant);
    await Promise.allSettled(
      Array.from({ length: 4 }, async () => {
        const current = await findLog(dynamoStore, tenant);
        return sealLog(nightAfter(1), { ...(current ?? (found as never)) });
      }),
    );
    await seal(tenant, 1);
    expect((await rootsOf(tenant)).map(({ treeSize }) => treeSize)).toEqual([300, 601]);
  });

  test('a history from before the log is added in steps, over several runs', async () => {
    const tenant = await aLog();
    const rows: string[] = [];
    for (let second = 0; second < 10; second += 1) rows.push(...(await record(tenant, 0, 512, second)));
    await seal(tenant, 0, nightAfter(0, 1_000));
    expect(await rootsOf(tenant)).toEqual([]);
    let runs = 0;
    await seal(tenant, 0, { ...nightAfter(0), remainingMs: () => (runs++ < 1 ? 60_000 : 1_000) });
    const { size = 0 } = (await findLog(dynamoStore, tenant)) ?? {};
    expect(size).toBeGreaterThan(3_900);
    expect(size).toBeLessThan(5_120);
    await seal(tenant, 0);
    expect((await rootsOf(tenant)).map(({ treeSize }) => treeSize)).toEqual([5_120]);
    const id = memberId(rows[39] ?? '', 8);
    const proof = await done(tenant.client, readEventProof, { params: { id } });
    expect(proof.leafIndex).toBe(5_000);
    expect(isIncluded(proof)).toBe(true);
  });

  test('the erasure keeps roots and hashes without content, and ends the log', async () => {
    const tenant = await aLog();
    await record(tenant, 0, 2);
    await seal(tenant, 0);
    const [before] = await rootsOf(tenant);
    await dynamoStore.writeOne(markErased(tenant.organizationId, new Date()));
    for await (const { table, keys } of erasableAudit(dynamoStore, tenant)) await dynamoStore.deleteMany(table, keys);
    await record(tenant, 1, 1);
    await seal(tenant, 1);

    const head = await findLog(dynamoStore, tenant);
    expect(head).toMatchObject({ size: 2, sealedSize: 2 });
    expect(head?.dueAt).toBeUndefined();
    const left = await rowsOf(tenant, partsOf(tenant));
    expect(left.map(({ pk }) => pk)).toEqual(partsOf(tenant).filter((pk) => !pk.endsWith('places')));
    expect(left.find(({ pk }) => pk.endsWith('roots'))).toMatchObject({ root: before?.root });
  });

  test('the first event creates the log, and the tick seals what is due', async () => {
    const tenant = await plantTenant();
    await record(tenant, 0, 2);
    const rows = await rowsOf(tenant);
    for (let time = 0; time < 2; time += 1) await followEvents(workerContext(new Date(dayMs(0))), rows);
    await sealDueLogs(nightAfter(0));

    const [root] = await rootsOf(tenant);
    const [name = ''] = await listBlobs('lists', `events/${tenant.organizationId}/`);
    expect(name).toBe(`events/${tenant.organizationId}/test/roots/2.json`);
    expect(JSON.parse(String(await getBlob('lists', name)))).toEqual(root);
    const head = await findLog(dynamoStore, tenant);
    expect(Date.parse(head?.dueAt ?? '')).toBeGreaterThan(dayMs(2));
  });

  test('a day is settled an hour after its end', () => {
    expect(settledUntil(new Date('2026-03-03T00:59:59Z')).toISOString()).toBe('2026-03-02T00:00:00.000Z');
    expect(settledUntil(new Date('2026-03-03T01:00:00Z')).toISOString()).toBe('2026-03-03T00:00:00.000Z');
  });
});
