import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { beforeAll, expect, test } from 'vitest';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { bucketNameOf } from '#shared/platform/environment.ts';
import { archivedRow } from '#shared/platform/store/archive-journal.ts';
import { eventsIn } from '#shared/platform/store/history.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { serviceError } from '#test/support/aws-errors.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashWhen, observed, withFaults } from '#test/support/faults.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { plantTenant, type Tenant } from '#test/support/tenant.ts';

const { handler } = await import('#functions/workers/archive-journal.ts');

const REASON = 'Ada Example moved to Lisbon.';

beforeAll(async () => {
  await prepareEngine();
  // Locked buckets exist on AWS only; this one has no lock and refuses nothing.
  process.env.JOURNAL_ARCHIVE = bucketNameOf('lists');
});

/** The rows that the stream shows of an organization with a few changes. */
async function aJournal(): Promise<{ tenant: Tenant; rows: Item[] }> {
  const tenant = await plantTenant();
  await call(tenant.client, routes.risk.createSubject, { body: aSubject() });
  await call(tenant.owner, routes.organization.setLegalHold, { body: { held: true, reason: REASON } });
  const rows = (await everyRow('journal')).filter(
    ({ events, organizationId }) => events !== undefined && organizationId === tenant.organizationId,
  );
  expect(rows.length).toBeGreaterThan(2);
  return { tenant, rows };
}

const archive = (rows: readonly Item[]) => handler(streamEvent(rows), lambdaContext());
const namesOf = ({ organizationId }: Tenant) => listBlobs('lists', `events/${organizationId}/`);

test('journal archive: has one object for each commit, with every event and the digest of all of it', async () => {
  const { tenant, rows } = await aJournal();

  await archive(rows);

  expect((await namesOf(tenant)).sort()).toEqual(rows.map((row) => archivedRow(row).key).sort());
  for (const row of rows) {
    const lines = String(await getBlob('lists', archivedRow(row).key))
      .trimEnd()
      .split('\n');
    const events = eventsIn(row).map(({ value }) => value);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      events.map((event) => ({
        id: event.id,
        type: event.type,
        resource: event.resource,
        resourceId: event.resourceId,
        subjectId: event.subjectId,
        actor: event.actor,
        occurredAt: event.occurredAt,
        organizationId: tenant.organizationId,
        mode: row.mode,
        requestId: row.requestId,
        digest: sha256Hex(canonicalJson(event)),
      })),
    );
  }
});

test('journal archive: has no reason and no details, and their digest shows a change of them', async () => {
  const { rows } = await aJournal();
  const placed = rows.find((row) => JSON.stringify(row.events).includes(REASON));
  if (!placed) throw new Error('The journal has no event with a reason.');

  const { body } = archivedRow(placed);
  const changed = archivedRow(JSON.parse(JSON.stringify(placed).replace(REASON, 'Another reason.')) as Item);

  expect(body).toContain('organization.legal_hold.placed');
  expect(body).not.toContain('Lisbon');
  expect(changed.key).toBe(archivedRow(placed).key);
  expect(changed.body).not.toBe(body);
});

const isPut = ({ command }: AwsCall) => command === 'PutObject';
const answering = (status: number) => ({
  ofCall: (call: AwsCall) =>
    isPut(call) ? { fails: 'before' as const, error: serviceError('Conditional', status) } : undefined,
});

test('journal archive: an object is written on the condition that there is none, and one that exists is not replaced', async () => {
  const { tenant, rows } = await aJournal();

  const { calls } = await observed(() => archive(rows));
  await withFaults(answering(412), () => archive(rows));

  expect(calls.filter(isPut).map(({ input }) => input.IfNoneMatch)).toEqual(rows.map(() => '*'));
  expect(await namesOf(tenant)).toHaveLength(rows.length);
});

test('journal archive: rows that come twice, in another order, have the same objects', async () => {
  const { rows } = await aJournal();
  const writtenBy = async (given: readonly Item[]) => {
    const { calls } = await observed(() => archive(given));
    return new Map(calls.filter(isPut).map(({ input }) => [input.Key, input.Body]));
  };

  expect(await writtenBy(rows.toReversed())).toEqual(await writtenBy(rows));
});

test('journal archive: a worker that dies between two objects is made up for by the next', async () => {
  const { tenant, rows } = await aJournal();
  let puts = 0;
  const isSecondPut = (call: AwsCall) => isPut(call) && ++puts === 2;

  const dying = withFaults(crashWhen(isSecondPut, 'before'), () => archive(rows));
  await expect(dying).rejects.toThrow('archiveJournal failed');
  const before = await namesOf(tenant);
  await archive(rows);

  expect(before.length).toBeLessThan(rows.length);
  expect(await namesOf(tenant)).toHaveLength(rows.length);
});

test.each([403, 409, 500])(
  'journal archive: an answer of %i fails the batch, so that it is tried again',
  async (status) => {
    const { rows } = await aJournal();

    await expect(withFaults(answering(status), () => archive(rows))).rejects.toThrow('archiveJournal failed');
  },
);
