import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditStage } from '#bin/audit/audit-stage.ts';
import type { StoredRow } from '#bin/audit/stored-state.ts';
import { restoreClient } from '#bin/restore/clients.ts';
import type { PointInTime } from '#bin/restore/point-in-time.ts';
import { restoreStage } from '#bin/restore/restore-stage.ts';
import { type StageResources, useStage } from '#bin/restore/stage.ts';
import { recordRetirement } from '#shared/identity/retired-keys.ts';
import { removeBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { routes } from '#shared/routes.ts';
import type { TableName } from '#shared/tables.ts';
import { anonymous, type Credential, call, signedBy, userOf } from '#test/support/api.ts';
import { beginErasureOf, confirmed } from '#test/support/deletion.ts';
import { existingSent } from '#test/support/document-examples.ts';
import { everyRow, prepareEngine, prepareSecondStage, tableNames } from '#test/support/engine.ts';
import { localPointInTime, stageInUse } from '#test/support/local-point-in-time.ts';
import { assessedSubject, existingSubject, made } from '#test/support/risk-examples.ts';

/**
 * The runbook on the local engines: a stage is used, damaged after a moment, and restored to that moment into a new
 * stage. What DynamoDB and S3 keep by themselves is a copy here; all else is what runs against AWS.
 */
const scope: Scope = { organizationId: randomUUID(), mode: 'test' };
/** Erased after the moment; deletion requested after it; requested before and revoked after it. */
const [leaving, doubting, staying] = Array.from(
  { length: 3 },
  (): Scope => ({ organizationId: randomUUID(), mode: 'test' }),
) as [Scope, Scope, Scope];

/** Keys that examples put into the table directly have no history. */
const isIgnored = ({ item }: StoredRow) => item.name === 'test key';

let source: StageResources;
let target: StageResources;
let moment: PointInTime;
let rowsThen: Record<TableName, Item[]>;
let subjectId: string;
let laterSubjectId: string;
let documentKey: string;
let token: string;
let keyId: string;
let credential: Credential;
let reported: string[] = [];

const sorted = (rows: Item[]) => rows.toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));

async function rowsNow(): Promise<Record<TableName, Item[]>> {
  const rows = {} as Record<TableName, Item[]>;
  for (const table of tableNames()) rows[table] = sorted((await everyRow(table)).filter(({ pk }) => pk !== 'restore'));
  return rows;
}

async function asOwner({ organizationId }: Scope, route: Route): Promise<void> {
  const owner = await userOf(organizationId, 'owner');
  const options = route.method === 'DELETE' ? confirmed(organizationId) : {};
  const { status, body } = await call(owner, route, options);
  if (status !== route.status) throw new Error(`${route.name}: ${JSON.stringify(body)}`);
}

function credentialFrom({ id, data }: { id: string; data: { key: string; secret: string } }) {
  const { organizationId, mode } = scope;
  const key = { id, organizationId, mode, name: '', createdAt: '', expiresAt: null };
  return signedBy({ ...key, revokedAt: null, secretVersion: 1 }, { secret: data.secret });
}

const restore = (changes: Partial<Parameters<typeof restoreStage>[0]> = {}) =>
  restoreStage({
    source: moment,
    target,
    sourceIdentityTable: source.tables.identity,
    masterSecret: source.masterSecret,
    audit: { isIgnored, passes: 2 },
    // Several pages a segment, so that a run goes on in the middle of one.
    pageRows: 4,
    report: (line: string) => reported.push(line),
    ...changes,
  });

beforeAll(async () => {
  await prepareEngine();
  source = stageInUse('production');
  const owner = await userOf(scope.organizationId, 'owner');
  const headers = { 'x-risk-mode': 'test' };
  await made(scope, routes.webhooks.createWebhook, {
    body: { url: 'https://8.8.8.8/hook', events: ['*'], mode: 'test' },
  });
  subjectId = await existingSubject(scope);
  await assessedSubject(scope);
  const { body: key } = await call(owner, routes.organization.createApiKey, { headers, body: { mode: 'test' } });
  keyId = key.id;
  credential = credentialFrom(key);
  token = (await existingSent(scope)).token;
  for (const organization of [leaving, doubting, staying]) await existingSubject(organization);
  await asOwner(staying, routes.organization.deleteOrganization);
  const files = (await everyRow('documents')).flatMap(({ original }) => original ?? []);
  documentKey = (files as { key: string }[]).map(({ key }) => key).join();

  moment = await localPointInTime(source);
  rowsThen = await rowsNow();

  // A bad day: new records, rows and files that are destroyed, a key revoked, an organization deleted.
  laterSubjectId = await existingSubject(scope);
  await call(owner, routes.organization.revokeApiKey, { headers, params: { id: keyId } });
  await asOwner(leaving, routes.organization.deleteOrganization);
  await beginErasureOf(leaving.organizationId);
  await asOwner(doubting, routes.organization.deleteOrganization);
  await asOwner(staying, routes.organization.revokeDeletion);
  await recordRetirement(dynamoStore, 7);
  const risk = (await everyRow('risk')).map(({ pk, sk }) => ({ pk, sk }));
  await dynamoStore.deleteMany('risk', risk.slice(0, risk.length / 2));
  await removeBlob('documents', documentKey);

  await prepareSecondStage();
  target = stageInUse('recovered');
});

afterAll(() => moment.discard());

describe('before anything is copied', () => {
  test('restore: a stage whose workers run is refused', async () => {
    const running = { ...target, isPaused: false };
    await expect(restore({ target: running })).rejects.toThrow('-c workers=paused');
    expect(await rowsNow()).toEqual(Object.fromEntries(tableNames().map((name) => [name, []])));
  });

  test('restore: a stage that is not empty is refused', async () => {
    const put = { pk: 'lists', sk: 'eu_fsf', state: {} };
    useStage(target);
    await dynamoStore.writeOne({ table: 'screening', put });
    await expect(restore()).rejects.toThrow('is not empty: table screening');
    await dynamoStore.writeOne({ table: 'screening', remove: { pk: put.pk, sk: put.sk } });
  });
});

/** Ends the run at its nth write of rows, as a process that is killed does. */
async function killedAtWrite(nth: number): Promise<unknown> {
  let writes = 0;
  const name = 'killed';
  restoreClient().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'BatchWriteItemCommand') writes += 1;
        if (writes >= nth) throw new Error('killed');
        return next(args);
      },
    { step: 'initialize', name },
  );
  try {
    return await restore().catch((error: unknown) => error);
  } finally {
    restoreClient().middlewareStack.remove(name);
  }
}

test('restore: a shard plan that a request had the new stage store is replaced by that of the source', async () => {
  useStage(target);
  const key = { pk: 'shard-plan', sk: 'current' };
  await dynamoStore.writeOne({ table: 'identity', put: { ...key, kinds: {}, revision: 9 } });

  expect(await killedAtWrite(1)).toMatchObject({ message: 'killed' });

  expect(await dynamoStore.get('identity', key)).toBeUndefined();
  // The rows at the moment have the plan of the source, which the next test finds in the new stage.
  expect(rowsThen.identity.filter(({ pk }) => pk === key.pk)).toHaveLength(1);
});

test('restore: a run that is killed goes on where it was, and the stage is as it was at the moment', async () => {
  for (const nth of [2, 4]) expect(await killedAtWrite(nth)).toMatchObject({ message: 'killed' });

  const { audit, later, isRestoredNow } = await restore();

  expect(isRestoredNow).toBe(true);
  expect(audit.findings).toEqual([]);
  // Deletions and retired master keys are as they are in the source now, not as they were.
  const isCarriedOver = ({ pk }: Item) => /^(erased#|erasures|deletions|master-keys)/.test(pk);
  const { identity, ...others } = await rowsNow();
  const { identity: identityThen, ...othersThen } = rowsThen;
  expect(others).toEqual(othersThen);
  expect(identity.filter((row) => !isCarriedOver(row))).toEqual(identityThen.filter((row) => !isCarriedOver(row)));
  const carriedOver = identity.filter(isCarriedOver).map(({ pk, sk }) => [pk.split('#')[0], sk]);
  expect(carriedOver.sort()).toEqual([
    ['deletions', doubting.organizationId],
    ['erased', 'mark'],
    ['erasures', leaving.organizationId],
    ['master-keys', 'retired'],
  ]);
  expect(audit.rows.risk).toBe(rowsThen.risk.length);
  expect(later).toEqual({
    erased: [leaving.organizationId],
    deletionRequested: [doubting.organizationId],
    deletionRevoked: [staying.organizationId],
    revokedKeyIds: [keyId],
  });
});

describe('the restored stage', () => {
  test('restore: records are read through the API, by a key and a link from before', async () => {
    const readSubject = (id: string) =>
      call(credential, routes.risk.readRecord, { params: { resource: 'subjects', id } });

    expect((await readSubject(subjectId)).status).toBe(200);
    expect((await readSubject(laterSubjectId)).status).toBe(404);
    expect((await call(anonymous, routes.documents.readSigning, { params: { token } })).status).toBe(200);
    expect((await call(anonymous, routes.documents.readSigningPdf, { params: { token } })).status).toBe(200);
  });

  test('restore: what was due at the moment is due, and nothing else', async () => {
    const due = (rows: Item[]) => rows.filter(({ dueAt }) => dueAt !== undefined).length;

    expect(due(await everyRow('journal'))).toBe(due(rowsThen.journal));
    expect(due(rowsThen.journal)).toBeGreaterThan(0);
  });

  test('restore: a second run copies nothing and audits, also when workers run', async () => {
    reported = [];
    const { audit, isRestoredNow } = await restore({ target: { ...target, isPaused: false } });

    expect({ isRestoredNow, findings: audit.findings }).toEqual({
      isRestoredNow: false,
      findings: [],
    });
    expect(reported).toHaveLength(1);
  });

  test('restore: another moment is refused', async () => {
    const other = { ...moment, at: new Date(0) };
    await expect(restore({ source: other })).rejects.toThrow('Deploy another new stage');
  });

  test('restore: the audit finds a lost event and a lost file', async () => {
    const event = (await everyRow('journal')).find(({ events }) => JSON.stringify(events ?? []).includes(subjectId));
    if (!event) throw new Error('There is no event of the subject.');
    await dynamoStore.writeOne({ table: 'journal', remove: { pk: event.pk, sk: event.sk } });
    await removeBlob('documents', documentKey);

    const { findings } = await auditStage(target, { isIgnored });

    expect(findings).toContainEqual(expect.stringContaining('one event of its creation'));
    expect(findings).toContainEqual(expect.stringContaining(documentKey));
  });
});
