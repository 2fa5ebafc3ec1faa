import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditStage } from '#bin/audit/audit-stage.ts';
import type { StoredRow } from '#bin/audit/stored-state.ts';
import { restoreClient } from '#bin/restore/clients.ts';
import type { PointInTime } from '#bin/restore/point-in-time.ts';
import { restoreStage } from '#bin/restore/restore-stage.ts';
import { revokeAgain } from '#bin/restore/revoked-keys.ts';
import { type StageResources, useStage } from '#bin/restore/stage.ts';
import { putPerson } from '#shared/identity/index.ts';
import { recordRetirement } from '#shared/identity/retired-keys.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
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
/** Of a key that stays valid, and of one that is revoked after the moment. */
let credential: Credential;
let revoked: Credential;
let person: Item;
let reported: string[] = [];

const KILLED = { message: 'killed' };
const CHANGED_AT = '2030-01-01T00:00:00.000Z';

function some<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is none.');
  return value;
}

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
    sourceTables: source.tables,
    masterSecret: source.masterSecret,
    audit: { isIgnored, bufferBytes: 8 * 1024 },
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
  const newKey = () => call(owner, routes.organization.createApiKey, { headers, body: { mode: 'test' } });
  credential = credentialFrom((await newKey()).body);
  const { body: key } = await newKey();
  keyId = key.id;
  revoked = credentialFrom(key);
  token = (await existingSent(scope)).token;
  for (const organization of [leaving, doubting, staying]) await existingSubject(organization);
  await asOwner(staying, routes.organization.deleteOrganization);
  const files = (await everyRow('documents')).flatMap(({ original }) => original ?? []);
  documentKey = (files as { key: string }[]).map(({ key }) => key).join();

  const member = { userId: randomUUID(), email: null, name: null, role: 'member' } as const;
  await dynamoStore.writeOne(putPerson(scope.organizationId, undefined, member));

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
  person = some(rowsThen.identity.find(({ userId }) => userId === member.userId));
  const { pk, sk } = person;
  await dynamoStore.writeOne({
    table: 'identity',
    update: { pk, sk },
    set: { isDisabled: true, changedAt: CHANGED_AT },
    when: { userId: person.userId },
  });
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

/** Ends the run at its nth command of these, as a process that is killed does. */
async function killedAt(client: DynamoDBClient, commands: RegExp, nth: number): Promise<unknown> {
  let writes = 0;
  const name = 'killed';
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commands.test(commandName)) writes += 1;
        if (writes >= nth) throw new Error('killed');
        return next(args);
      },
    { step: 'initialize', name },
  );
  try {
    return await restore().catch((error: unknown) => error);
  } finally {
    client.middlewareStack.remove(name);
  }
}

const killedAtWrite = (nth: number) => killedAt(restoreClient(), /^BatchWriteItem/, nth);

test('restore: a shard plan that a request had the new stage store is replaced by that of the source', async () => {
  useStage(target);
  const key = { pk: 'shard-plan', sk: 'current' };
  await dynamoStore.writeOne({ table: 'identity', put: { ...key, kinds: {}, revision: 9 } });

  expect(await killedAtWrite(1)).toMatchObject({ message: 'killed' });

  expect(await dynamoStore.get('identity', key)).toBeUndefined();
  // The rows at the moment have the plan of the source, which the next test finds in the new stage.
  expect(rowsThen.identity.filter(({ pk }) => pk === key.pk)).toHaveLength(1);
});

test('restore: a run that is killed while it copies has carried over nothing', async () => {
  for (const nth of [2, 4]) expect(await killedAtWrite(nth)).toMatchObject({ message: 'killed' });

  const { identity } = await rowsNow();
  expect(identity.filter(({ pk }) => pk.startsWith('erased#'))).toEqual([]);
});

test('restore: what must not be undone is carried over before the audit, also by runs that are killed', async () => {
  // Each run that is killed makes one change more than the one before: its first writes are repeated.
  const changes = /^(?:Put|Update|Delete|Transact)/;
  for (const nth of [1, 2, 2, 2, 2]) expect(await killedAt(dynamoClient(), changes, nth)).toMatchObject(KILLED);
  const audit = {
    isIgnored: () => {
      throw new Error('killed');
    },
  };
  await expect(restore({ audit })).rejects.toThrow('killed');

  const { identity } = await rowsNow();
  const keysOf = (kind: RegExp) => identity.filter(({ pk }) => kind.test(pk)).map(({ sk }) => sk);
  expect(keysOf(/^erasures$/)).toEqual([leaving.organizationId]);
  expect(keysOf(/^erased#/)).toEqual(['mark']);
  expect(keysOf(/^deletions$/)).toEqual([doubting.organizationId]);
  expect(identity.find(({ pk }) => pk === 'master-keys')).toMatchObject({ numbers: [7] });
  expect(identity.find(({ id }) => id === keyId)?.revokedAt).toEqual(expect.any(String));
});

test('restore: a run that was killed is completed, and the stage is as it was at the moment', async () => {
  const { audit, later, isRestoredNow } = await restore();

  expect(isRestoredNow).toBe(true);
  expect(audit.findings).toEqual([]);
  // Deletions, revocations and retired master keys are as they are in the source now, not as they were.
  const isCarriedOver = ({ pk, isCarriedOver: mark }: Item) =>
    mark === true || /^(erased#|erasures|deletions|master-keys)/.test(pk);
  const asCopied = (rows: Record<TableName, Item[]>) =>
    Object.fromEntries(Object.entries(rows).map(([table, its]) => [table, its.filter((row) => !isCarriedOver(row))]));
  const now = await rowsNow();
  const changed = rowsThen.identity.map((row) => {
    if (row.id === keyId) return { ...row, revokedAt: expect.any(String) };
    return row === person ? { ...row, isDisabled: true, changedAt: CHANGED_AT } : row;
  });
  expect(asCopied(now)).toEqual(asCopied({ ...rowsThen, identity: changed }));
  const told = now.journal.filter(isCarriedOver).map(({ events }) => events);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual([expect.objectContaining({ type: 'organization.api_key.revoked', resourceId: keyId })]);
  expect(audit.rows.risk).toBe(rowsThen.risk.length);
  // Of all runs, and not of the last one alone.
  expect(later).toEqual({
    erased: [leaving.organizationId],
    deletionRequested: [doubting.organizationId],
    deletionRevoked: [staying.organizationId],
    revokedKeyIds: [keyId],
    changedMembers: [person.sk],
  });
  // Of the progress only the state remains.
  const left = (await everyRow('identity')).filter(({ pk }) => pk === 'restore');
  expect(left.map(({ sk }) => sk)).toEqual(['state']);
});

describe('the restored stage', () => {
  test('restore: records are read through the API, by a key and a link from before', async () => {
    const readSubject = (id: string) =>
      call(credential, routes.risk.readRecord, { params: { resource: 'subjects', id } });

    expect((await readSubject(subjectId)).status).toBe(200);
    const byRevoked = { params: { resource: 'subjects', id: subjectId } };
    expect((await call(revoked, routes.risk.readRecord, byRevoked)).status).toBe(401);
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

  test('restore: a key is revoked also if the source has lost the event, and the audit reports it', async () => {
    const valid = (await everyRow('identity')).filter(({ pk, revokedAt, name }) => {
      return pk.startsWith(`${scope.organizationId}#api-keys`) && revokedAt === null && name !== 'test key';
    });
    expect(valid).toHaveLength(1);

    const asRevoked = valid.map((row) => ({ ...row, revokedAt: CHANGED_AT }));
    await revokeAgain(asRevoked, 'a-table-that-is-gone', async () => {});

    const read = { params: { resource: 'subjects', id: subjectId } };
    expect((await call(credential, routes.risk.readRecord, read)).status).toBe(401);
    const { findings } = await auditStage(target, { isIgnored });
    expect(findings).toContainEqual(expect.stringContaining('is revoked without one event'));
  });
});
