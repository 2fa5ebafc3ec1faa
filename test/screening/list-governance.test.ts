import { beforeEach, describe, expect, test } from 'vitest';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { KEPT_VERSIONS } from '#shared/screening/lists/list-state.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, aRun, holdVersion, loadList } from '#test/support/screening-examples.ts';
import { FILE, LIST, operatorCalls } from './operator-calls.ts';

/** Who may change a list, who has to approve, and what is recorded. */
const {
  refreshScreeningSource,
  approveScreeningSource,
  rejectScreeningSource,
  rollBackScreeningSource,
  listScreeningSourceHistory,
  readScreeningSourceVersion,
} = screeningRoutes;

let world: World;

beforeEach(async () => {
  shiftClock(0);
  await prepareEngine();
  world = await aWorld('live');
});

const { as, source, history, uploaded } = operatorCalls(() => world);

describe('approving', () => {
  test('without a version is rejected while several are held', async () => {
    await holdVersion('eu_fsf');
    await holdVersion('eu_fsf', { origin: 'upload', reasons: ['approval_required'] });

    const refused = await as('owner', approveScreeningSource, {}, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code: 'version_required' } });
  });

  test('without a version approves the only held one', async () => {
    const { versionId } = await holdVersion('eu_fsf');

    const approved = await as('owner', approveScreeningSource, {}, 'eu_fsf');

    expect(approved).toMatchObject({ status: 200, body: { versionId, attention: false } });
  });

  test.each([
    ['nothing is held', undefined, 'nothing_to_approve'],
    ['the version was never held', newId(), 'version_not_held'],
  ])('is refused where %s', async (_case, versionId, code) => {
    const refused = await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code } });
  });

  test('a second time is rejected: the version is no longer held', async () => {
    const { versionId } = await holdVersion('eu_fsf');
    await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    const again = await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    expect(again).toMatchObject({ status: 409, body: { code: 'version_not_held' } });
  });

  test('a version of the publisher cannot be rejected: it would be held again', async () => {
    const { versionId } = await holdVersion('eu_fsf');

    const body = { versionId, reason: 'Unwanted.' };
    const refused = await as('owner', rejectScreeningSource, body, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code: 'not_an_upload' } });
  });
});

describe('an upload that cannot be read', () => {
  const dismiss = (who: 'owner' | 'admin' = 'owner') => as(who, rejectScreeningSource, { reason: 'The wrong file.' });

  test('needs attention until an operator dismisses it, which the history names', async () => {
    await uploaded('owner', 'owner', Buffer.from('no list at all'));
    expect(await source()).toMatchObject({ attention: true });

    const dismissed = await dismiss();

    expect(dismissed).toMatchObject({ status: 200, body: { attention: false, attentionReasons: [] } });
    expect((await history()).items[0]).toMatchObject({
      type: 'screening.list.rejected',
      versionId: null,
      reasons: [expect.stringMatching(/^unreadable_/)],
      reason: 'The wrong file.',
    });
    expect(await dismiss()).toMatchObject({ status: 409, body: { code: 'nothing_to_dismiss' } });
  });

  test('is all that can be dismissed: what the publisher has stays in doubt', async () => {
    await holdVersion(LIST);

    expect(await dismiss()).toMatchObject({ status: 409, body: { code: 'nothing_to_dismiss' } });
    expect(await source()).toMatchObject({ attention: true });
  });
});

describe('rolling back', () => {
  const rollBack = (versionId: string) =>
    as('owner', rollBackScreeningSource, { versionId, reason: 'It lacks entries.' }, 'eu_fsf');

  test('an earlier version becomes active again, and the current one is held', async () => {
    const first = await loadList('eu_fsf', [anEntry()]);
    const second = await loadList('eu_fsf', [anEntry()]);

    const { status, body } = await rollBack(first.versionId);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      versionId: first.versionId,
      approvedBy: expect.stringMatching(/^user:/),
      attentionReasons: ['rolled_back'],
      heldVersions: [{ versionId: second.versionId, reasons: ['rolled_back'] }],
    });
    expect((await history(world.owner, {}, 'eu_fsf')).items).toMatchObject([
      {
        type: 'screening.list.rolled_back',
        versionId: first.versionId,
        reason: 'It lacks entries.',
        digest: first.digest,
      },
    ]);
  });

  test('runs report that the publisher has another version', async () => {
    const first = await loadList('eu_fsf', [anEntry()]);
    await loadList('eu_fsf', [anEntry()]);
    await rollBack(first.versionId);

    const run = await done(world.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'], subject: { name: 'Nobody Anywhere' } }),
    });

    expect(run.incompleteReasons).toContain('source_attention');
  });

  test('to the fourth version before the active one is possible, to the fifth is not', async () => {
    const versions: string[] = [];
    for (let count = 0; count <= KEPT_VERSIONS; count += 1)
      versions.push((await loadList('eu_fsf', [anEntry()])).versionId);
    const [gone = '', kept = ''] = versions;

    expect(await rollBack(gone)).toMatchObject({ status: 409, body: { code: 'version_not_kept' } });
    expect((await rollBack(kept)).status).toBe(200);
  });

  test('to a held version is rejected: it has to be approved', async () => {
    await loadList('eu_fsf', [anEntry()]);
    const { versionId } = await holdVersion('eu_fsf');

    expect((await rollBack(versionId)).body.code).toBe('version_not_kept');
  });

  test('a reason is required', async () => {
    const { versionId } = await loadList('eu_fsf', [anEntry()]);

    expect((await as('owner', rollBackScreeningSource, { versionId }, 'eu_fsf')).status).toBe(400);
  });
});

describe('list versions', () => {
  const read = (versionId: string, reader = world.owner, key = LIST) =>
    call(reader, readScreeningSourceVersion, { params: { key, versionId } });

  test('a version shows what it adds and removes, and why it is held', async () => {
    const first = await uploaded('owner');
    const { body: whole } = await read(first);
    await as('admin', approveScreeningSource, { versionId: first });
    const text = FILE.toString('utf8').replace('Royal Ruler (TIN No. 303 808 059)', 'Regal Rubber');
    const second = await uploaded('owner', 'owner', Buffer.from(text));

    const { status, body } = await read(second);

    expect(whole).toMatchObject({
      state: 'held',
      comparedTo: null,
      added: whole.entryCount,
      removed: 0,
      changed: 0,
      removedEntries: [],
    });
    expect(whole.addedEntries).toHaveLength(whole.entryCount);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      versionId: second,
      state: 'held',
      comparedTo: first,
      entryCount: whole.entryCount,
      added: 1,
      removed: 1,
      changed: 0,
      uploadedBy: expect.stringMatching(/^user:/),
      addedEntries: [{ id: expect.any(String), name: 'Regal Rubber' }],
      removedEntries: [{ id: expect.any(String), name: expect.stringContaining('Royal Ruler') }],
    });
    expect(body.reasons).toContain('approval_required');
    expect((await read(first)).body).toMatchObject({
      state: 'active',
      reasons: [],
      approvedBy: expect.stringMatching(/^user:/),
    });
    const { items } = await history();
    expect(items[0]).toMatchObject({ outcome: 'held', added: 1, removed: 1, changed: 0 });
    await as('owner', rejectScreeningSource, { versionId: second, reason: 'A test.' });
    expect((await read(second)).status).toBe(404);
  });

  test('a version that was compared with none has no differences', async () => {
    const { versionId } = await loadList('eu_fsf', [anEntry()]);

    expect((await read(versionId, world.client, 'eu_fsf')).body).toMatchObject({
      state: 'active',
      added: null,
      removed: null,
      changed: null,
      comparedTo: null,
      addedEntries: [],
      removedEntries: [],
    });
    expect((await read(versionId, world.client, 'uk_sanctions')).status).toBe(404);
    expect((await read(versionId, world.client, 'no_such_list')).status).toBe(404);
  });
});

describe('history', () => {
  test.each([{ days: 0 }, { days: 36_601 }])('refuses %j', async (query) => {
    const { status } = await call(world.owner, listScreeningSourceHistory, { params: { key: LIST }, query });

    expect(status).toBe(400);
  });

  test('a held upload leaves runs complete and is shown as attention', async () => {
    await loadList('eu_fsf', [anEntry()]);
    await holdVersion('eu_fsf', { origin: 'upload', reasons: ['approval_required'] });

    const run = await done(world.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'], subject: { name: 'Nobody Anywhere' } }),
    });

    expect(run).toMatchObject({ status: 'clear', sources: [{ attention: false }] });
    expect(await source('eu_fsf')).toMatchObject({ attention: true });
  });

  test('is paged, newest first, and ends after 90 days', async () => {
    for (let count = 0; count < 5; count += 1) await as('owner', refreshScreeningSource, {}, 'eu_fsf');

    const first = await history(world.owner, { limit: 3 }, 'eu_fsf');
    const offset = first.nextOffset as number;
    const rest = await history(world.owner, { limit: 3, offset }, 'eu_fsf');
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    const inDays = (days: number, from = 0) =>
      listListEvents(dynamoStore, 'eu_fsf', {
        offset: from,
        limit: 10,
        days: 90,
        now: addSeconds(now(), days * 24 * 3_600),
      });

    expect(first.items).toHaveLength(3);
    expect(rest).toMatchObject({ nextOffset: null });
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids).toHaveLength(5);
    expect((await inDays(89)).items).toHaveLength(5);
    expect(await inDays(91)).toEqual({ items: [], nextOffset: null });
    expect(await inDays(91, offset)).toEqual({ items: [], nextOffset: null });
  });

  test('can be read with any role, but not without a credential', async () => {
    expect((await history(world.client)).items).toEqual([]);
    expect((await history(world.member)).items).toEqual([]);
  });

  test('the history of the operator’s organization has the same events, in live mode', async () => {
    const tester = await aWorld('test', world.organizationId);
    await call(tester.owner, refreshScreeningSource, { params: { key: 'eu_fsf' }, body: {} });

    const { items } = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
    });

    expect(items).toMatchObject([
      {
        data: {
          type: 'screening.list.refresh_requested',
          actor: expect.stringMatching(/^user:/),
          details: { list: 'eu_fsf' },
        },
      },
    ]);
  });

  test('changes that a person requested and a worker made are in the organization’s history', async () => {
    const versionId = await uploaded('owner');

    const { items } = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
    });

    expect(items.at(-1).data).toMatchObject({
      type: 'screening.list.held',
      actor: 'service:screening-lists',
      resourceId: versionId,
      details: {
        actor: expect.stringMatching(/^user:/),
        digest: expect.stringMatching(/^\w{64}$/),
        counts: { person: expect.any(Number) },
        reasons: ['approval_required'],
      },
    });
  });
});
