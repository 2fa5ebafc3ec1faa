import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { eraseOrganization } from '#shared/organization/erase-organization.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { OWN_LISTS } from '#shared/screening/limits.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { removeDeletedLists } from '#shared/screening/use-cases/delete-own-list.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashAt, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { countRows } from '#test/support/stored-state.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';
import { FILE, KEY, readOwn, refreshOwn, runOn, sourceOf, uploadOwn } from './own-list-calls.ts';

/** Lists of one organization: their files, and that nobody else sees, screens against or guesses them. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const ENTRY = { params: { key: KEY, entryId: 'S1' } };

describe('own lists', () => {
  test('a file is searched at once, and a match is a fact of its own', async () => {
    const world = await aWorld('test');
    const source = await readOwn(world.admin, { text: FILE });
    expect(source).toMatchObject({
      key: KEY,
      name: 'Former employees',
      listKind: 'watch',
      enabled: true,
      entryCount: 2,
      stale: false,
      publisherUrl: null,
      own: { lastUpload: { outcome: 'activated', entryCount: 2, unreadCount: 0, unreadRows: [] } },
    });

    const subjectId = await newSubject(world);
    const { status, body: run } = await runOn(world, ['eu_fsf', KEY], { riskSubjectId: subjectId });
    expect(status).toBe(201);
    expect(run.sources[1]).toMatchObject({ key: KEY, listKind: 'watch', missing: false });
    const match = run.matches.find((one: { source: string }) => one.source === KEY);
    expect(match).toMatchObject({
      sourceEntryId: 'S1',
      listKind: 'watch',
      pep: null,
      entry: { remarks: 'Left in 2019' },
    });
    expect(run.riskSources.map(({ fact }: { fact: string }) => fact)).toEqual([
      'screening.sanctions',
      'screening.watch',
    ]);
    const receipts = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'evidence' },
      query: { subjectId },
    });
    expect(
      receipts.items.map(({ data }: { data: { fact: string; value: unknown } }) => [data.fact, data.value]),
    ).toContainEqual(['screening.watch', 'match']);
    const { body: without } = await runOn(world, ['eu_fsf']);
    expect(without.sources.map(({ key }: { key: string }) => key)).toEqual(['eu_fsf']);
    expect(without.sources[0]).not.toHaveProperty('listKind');
  });

  test('who is on an own list of politically exposed persons is one until the listing ends', async () => {
    const world = await aWorld('test');
    const text = 'name,dateOfBirth,endsOn\nAmbrose Quillfeather,1961-04-17,\nAmbrose Quillfeather,1961,2020-01-01\n';
    await readOwn(world.admin, { text, listKind: 'pep' });
    const { body: run } = await runOn(world, [KEY], { riskSubjectId: await newSubject(world) });
    expect(run.matches.map(({ pep }: { pep: { standing: string } }) => pep.standing)).toEqual(['pep', 'former_pep']);
    expect(run.riskSources).toMatchObject([{ fact: 'screening.pep' }]);
  });

  test('another organization and the other mode see nothing of a list through any route', async () => {
    const world = await aWorld('test');
    const { versionId } = await readOwn(world.admin, { text: FILE });
    const others = [await aWorld('test'), await aWorld('live', world.organizationId)];
    for (const other of others) {
      const { items } = await done(other.owner, screeningRoutes.listScreeningSources);
      expect(items.map(({ key }: { key: string }) => key)).not.toContain(KEY);
      const params = { key: KEY };
      const unknown = { key: 'own_nobodys' };
      for (const [route, options] of [
        [screeningRoutes.readScreeningEntry, { params: { entryId: 'S1' } }],
        [screeningRoutes.readScreeningEntry, { params: { entryId: 'S1' }, query: { versionId } }],
        [screeningRoutes.listScreeningSourceHistory, {}],
        [screeningRoutes.readScreeningSourceVersion, { params: { versionId } }],
        [screeningRoutes.listListProposals, {}],
        [screeningRoutes.refreshScreeningSource, { body: {} }],
        [screeningRoutes.approveScreeningSource, { body: { versionId } }],
        [screeningRoutes.rejectScreeningSource, { body: { versionId, reason: 'no' } }],
        [screeningRoutes.rollBackScreeningSource, { body: { versionId, reason: 'no' } }],
        [screeningRoutes.proposeListChange, { body: { change: 'approve', versionId, reason: 'no' } }],
        [screeningRoutes.uploadScreeningFile, { body: { fileName: 'staff.csv', sizeBytes: 10 } }],
        [screeningRoutes.deleteOwnList, {}],
      ] as const) {
        const answers = await Promise.all(
          [params, unknown].map((key) =>
            call(other.owner, route, {
              ...options,
              params: { ...('params' in options ? options.params : {}), ...key },
            }),
          ),
        );
        const [own, nobodys] = answers.map(({ status, body }) => ({ status, code: body.code, detail: body.detail }));
        expect([route.name, own]).toEqual([route.name, { ...nobodys, status: 404 }]);
      }
      const [name, subject] = ['Ambrose Quillfeather', { name: 'Ambrose Quillfeather' }];
      for (const [route, about] of [
        [screeningRoutes.searchScreeningEntries, { name }],
        [screeningRoutes.createScreeningWatch, { subject }],
      ] as const)
        for (const key of [KEY, 'own_nobodys']) {
          const named = await call(other.client, route, { body: { ...about, sources: [key] } });
          expect([route.name, named.status, named.body.code]).toEqual([route.name, 422, 'unknown_list']);
        }
      const { body: run } = await runOn(other, [KEY]);
      expect([run.status, run.matches, run.sources[0]]).toMatchObject([
        'error',
        [],
        { missing: true, versionId: null },
      ]);
      expect(run.sources[0]).not.toHaveProperty('listKind');
      const subjectId = await newSubject(other);
      expect(await runOn(other, [KEY], { riskSubjectId: subjectId })).toMatchObject({
        status: 422,
        body: { code: 'unknown_list' },
      });
    }
    expect((await call(world.client, screeningRoutes.readScreeningEntry, ENTRY)).status).toBe(200);
  });

  test('unreadable rows are named with their line, and a file with none readable changes nothing', async () => {
    const world = await aWorld('test');
    const bad = 'id,name,dateOfBirth\n1,Ada Example,1815-12-10\n2,,1900\n1,Twice,\n3,No Date,soon\n';
    const held = await readOwn(world.admin, { text: bad });
    // More than one in a hundred: somebody has to look.
    expect(held).toMatchObject({ versionId: null, attentionReasons: ['entries_unread'] });
    expect(held.own.lastUpload).toMatchObject({
      outcome: 'held',
      entryCount: 1,
      unreadCount: 3,
      unreadRows: [
        { line: 3, code: 'no_name' },
        { line: 4, code: 'duplicate_id' },
        { line: 5, code: 'invalid_row' },
      ],
    });
    const approved = await call(world.admin, screeningRoutes.approveScreeningSource, {
      params: { key: KEY },
      body: {},
    });
    expect(approved.body).toMatchObject({ entryCount: 1, droppedEntries: 3 });

    const refused = await readOwn(world.admin, { fileName: 'staff.ndjson', text: '{"nom":"Ada"}\nnot json\n' });
    expect(refused).toMatchObject({
      versionId: approved.body.versionId,
      attentionReasons: ['unreadable_no_entries'],
      own: { lastUpload: { outcome: 'refused', unreadCount: 2, unreadRows: [{ line: 1 }, { line: 2 }] } },
    });
  });

  test('an unsuitable request is refused, and nothing changes', async () => {
    const world = await aWorld('test');
    const save = (key: string, changes: Record<string, unknown> = {}) =>
      call(world.admin, screeningRoutes.saveOwnList, {
        params: { key },
        body: { name: 'List', listKind: 'watch', fileName: 'a.csv', sizeBytes: 10, ...changes },
      });
    for (const key of ['own_', 'own_A', 'eu_fsf', 'staff', `own_${'a'.repeat(37)}`, 'own_a-b'])
      expect([key, (await save(key)).status]).toEqual([key, 400]);
    expect(await save(KEY, { listKind: 'other' })).toMatchObject({ status: 400 });
    expect(await save(KEY, { fileName: 'a.xlsx' })).toMatchObject({ status: 422, body: { code: 'unexpected_file' } });
    expect(await save(KEY, { sizeBytes: 1e9 })).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
    expect((await call(world.member, screeningRoutes.saveOwnList, { params: { key: KEY }, body: {} })).status).toBe(
      403,
    );
    for (let index = 0; index < OWN_LISTS; index += 1) expect((await save(`own_${index}`)).status).toBe(200);
    expect(await save('own_more')).toMatchObject({ status: 409, body: { code: 'too_many_lists' } });
    expect((await save('own_1', { name: 'Renamed' })).status).toBe(200);
    expect((await sourceOf(world.admin, 'own_1')).name).toBe('Renamed');
    expect(await save('own_1', { listKind: 'pep' })).toMatchObject({ status: 409, body: { code: 'list_kind_fixed' } });
    const headed = await refreshOwn(world.admin, { key: 'own_2', text: 'Nom,Chose\nAda,1\n' });
    expect(headed).toMatchObject({ status: 422, body: { code: 'invalid_columns' } });
    const mapped = await readOwn(world.admin, {
      key: 'own_2',
      text: 'Nom;Chose\nAda Example;1\n',
      columns: { Nom: 'name', Chose: 'ignore' },
    });
    expect(mapped.entryCount).toBe(1);
  });

  test('a suspicious file is held, a version can be rolled back to, and the history tells it', async () => {
    const world = await aWorld('test');
    const rows = (from: number) => Array.from({ length: 20 }, (_, at) => `${from + at},Person Number ${from + at}`);
    const first = await readOwn(world.admin, { text: ['id,name', ...rows(0)].join('\n') });
    const replaced = await readOwn(world.admin, { text: ['id,name', ...rows(100)].join('\n') });
    expect(replaced).toMatchObject({
      versionId: first.versionId,
      attentionReasons: ['mostly_changed', 'ids_replaced'],
    });
    const change = (route: Parameters<typeof call>[1], body: object) =>
      call(world.admin, route, { params: { key: KEY }, body });
    const approved = await change(screeningRoutes.approveScreeningSource, {});
    expect(approved.body.versionId).toBe(replaced.pending.versionId);
    const back = { versionId: first.versionId, reason: 'The wrong file.' };
    expect((await change(screeningRoutes.rollBackScreeningSource, back)).body.versionId).toBe(first.versionId);
    const { items } = await done(world.member, screeningRoutes.listScreeningSourceHistory, { params: { key: KEY } });
    expect(items.map(({ type }: { type: string }) => type.replace('screening.list.', ''))).toEqual([
      'rolled_back',
      'approved',
      'held',
      'uploaded',
      'upload_requested',
      'activated',
      'uploaded',
      'created',
    ]);
    expect(items[0]).toMatchObject({ actor: expect.stringMatching(/^user:/), reason: 'The wrong file.' });
  });

  test('while changes of lists take two people, a file waits for the second one', async () => {
    const world = await aWorld('live');
    const {
      revision,
      updatedAt: _at,
      updatedBy: _by,
      ...settings
    } = await done(world.owner, organizationRoutes.readSettings);
    const fourEyes = { policies: false, overrides: false, matches: false, lists: true };
    await done(world.owner, organizationRoutes.updateSettings, {
      body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
    });
    const held = await readOwn(world.admin, { text: FILE });
    expect(held).toMatchObject({ versionId: null, attentionReasons: ['approval_required'] });
    const approve = (by: typeof world.admin) =>
      call(by, screeningRoutes.approveScreeningSource, { params: { key: KEY }, body: {} });
    expect(await approve(world.admin)).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    expect(await approve(world.owner)).toMatchObject({ status: 200, body: { entryCount: 2 } });
  });

  test('a worker that dies between any two steps, or twice the same message, leaves one version', async () => {
    const world = await aWorld('test');
    const upload = await uploadOwn(world.admin, { text: FILE });
    await done(world.admin, screeningRoutes.refreshScreeningSource, { params: { key: KEY }, body: { upload } });
    const messages = await drain('listRefreshes');
    const work = () => worked(refresh, queueEvent(messages));
    for (let point = 1; point < 30; point += 4) {
      await withFaults(crashAt(point, point % 2 === 0 ? 'before' : 'after'), async () => work().catch(() => undefined));
      const { versionId, previousVersions } = await sourceOf(world.admin);
      expect([null, 'string'].includes(versionId === null ? null : typeof versionId)).toBe(true);
      expect(previousVersions).toEqual([]);
    }
    await work();
    await work();
    const { entryCount, previousVersions, heldVersions } = await sourceOf(world.admin);
    expect([entryCount, previousVersions, heldVersions]).toEqual([2, [], []]);
    expect((await runOn(world, [KEY])).body.status).toBe('match');
  });

  test('a deleted list is gone for requests, and its versions when no batch needs them', async () => {
    const world = await aWorld('test');
    await readOwn(world.admin, { text: FILE });
    const late = await uploadOwn(world.admin, { text: FILE });
    await done(world.admin, screeningRoutes.refreshScreeningSource, { params: { key: KEY }, body: { upload: late } });
    const messages = await drain('listRefreshes');
    const prefix = `indexes/${world.organizationId}/test/`;
    expect(await listBlobs('lists', prefix)).not.toEqual([]);

    expect((await call(world.admin, screeningRoutes.deleteOwnList, { params: { key: KEY } })).status).toBe(204);
    expect(await sourceOf(world.admin)).toBeUndefined();
    expect((await call(world.admin, screeningRoutes.deleteOwnList, { params: { key: KEY } })).status).toBe(404);
    expect((await runOn(world, [KEY])).body.sources[0]).toMatchObject({ missing: true });
    await worked(refresh, queueEvent(messages));
    await removeDeletedLists(workerContext());
    await removeDeletedLists(workerContext());
    expect(await listBlobs('lists', prefix)).toEqual([]);
    expect(await sourceOf(world.admin)).toBeUndefined();
    expect(await readOwn(world.admin, { text: FILE, listKind: 'sanctions' })).toMatchObject({ entryCount: 2 });
  });

  test('erasing the organization removes files, indexes and rows of its lists in both modes, and of nobody else', async () => {
    const world = await aWorld('test');
    const all = [world, await aWorld('live', world.organizationId), await aWorld('test')];
    for (const { admin } of all) await readOwn(admin, { text: FILE });
    const objectsOf = async (organizationId: string) =>
      (
        await Promise.all(['indexes', 'uploads'].map((name) => listBlobs('lists', `${name}/${organizationId}/`)))
      ).flat();
    const registered = async () =>
      (await everyRow('screening')).filter(({ pk }) => pk === 'own-lists').map(({ sk }) => sk);
    const { organizationId } = world;
    expect((await objectsOf(organizationId)).length).toBeGreaterThan(0);
    await call(world.owner, organizationRoutes.deleteOrganization, { body: { confirm: organizationId } });

    await eraseOrganization(workerContext(new Date(Date.now() + 40 * 86_400_000)), organizationId);

    expect(await objectsOf(organizationId)).toEqual([]);
    const left = Object.keys(await countRows(organizationId)).filter((name) => name.startsWith('screening'));
    expect([left, (await registered()).filter((id) => String(id).startsWith(organizationId))]).toEqual([[], []]);
    const other = all[2]?.organizationId ?? '';
    expect((await objectsOf(other)).length).toBeGreaterThan(0);
    expect(await registered()).toContain(`${other}/test/${KEY}`);
  });

  test('a deletion that dies between any two steps happens wholly or not at all, and is repeated safely', {
    tags: 'full',
  }, async () => {
    const world = await aWorld('test');
    const remove = () => call(world.admin, screeningRoutes.deleteOwnList, { params: { key: KEY } });
    for (const moment of ['before', 'after'] as const)
      for (const point of [0, 4, 8]) {
        await readOwn(world.admin, { text: FILE });
        await withFaults(crashAt(point, moment), remove).catch(() => undefined);
        const isThere = (await sourceOf(world.admin)) !== undefined;
        expect((await remove()).status).toBe(isThere ? 204 : 404);
        expect((await runOn(world, [KEY])).body.sources[0]).toMatchObject({ missing: true });
        for (const index of [1, 3])
          await withFaults(crashAt(index, moment), () => removeDeletedLists(workerContext())).catch(() => undefined);
        await removeDeletedLists(workerContext());
        expect(await listBlobs('lists', `indexes/${world.organizationId}/test/`)).toEqual([]);
      }
  });

  test('docs/costs.md: a file of an own list takes the stated units', async () => {
    const world = await aWorld('test');
    await readOwn(world.admin, { text: FILE });
    const units = await unitsOf(async () => {
      expect((await refreshOwn(world.admin, { text: `${FILE}S3,Basil Stamp,person,,,,\n` })).status).toBe(202);
      await worked(refresh, queueEvent(await drain('listRefreshes')));
    });
    const sum = (what: 'reads' | 'writes') => units.reduce((total, one) => total + one[what], 0);
    const row = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8')
      .split('\n')
      .find((line) => line.startsWith('| a thousand files of own lists'));
    const [, writes, reads] = /up to (\d+),000 write units .*up to (\d+),000 read units/.exec(row ?? '') ?? [];
    expect(sum('writes')).toBeLessThanOrEqual(Number(writes));
    expect(sum('writes')).toBeGreaterThan(Number(writes) / 2);
    expect(sum('reads')).toBeLessThanOrEqual(Number(reads));
  });

  test('an entry is answered as a FollowTheMoney entity, for every list', async () => {
    const world = await aWorld('test');
    await readOwn(world.admin, { text: FILE });
    const { body } = await call(world.client, screeningRoutes.readScreeningEntry, {
      ...ENTRY,
      query: { format: 'ftm' },
    });
    expect(body).toMatchObject({
      id: 'S1',
      schema: 'Person',
      caption: 'Ambrose Quillfeather',
      datasets: [KEY],
      properties: { alias: ['A. Quill', 'The Scribe'], nationality: ['ir'], topics: ['poi'], notes: ['Left in 2019'] },
    });
  });
});
