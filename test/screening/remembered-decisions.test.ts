import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { routes } from '#shared/routes.ts';
import {
  dataKey,
  idsFor,
  listRemembered,
  rememberedKey,
  replaceRemembered,
} from '#shared/screening/repository/remembered-decisions.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { somePoints } from '#test/support/soak.ts';

/** Decisions that later runs inherit: which runs, what they say of it, and what stays as it was. */
preparedForFile(aScreeningWorld);

const ON = { rememberDecisions: true, expiresAfterDays: 365 };
const NAME = 'Ambrose Quillfeather';

const set = (as: Credential, body: object = ON) => call(as, screeningRoutes.updateScreeningSettings, { body });

async function remembering(): Promise<World> {
  const world = await aWorld();
  expect(await set(world.owner)).toMatchObject({ status: 200, body: ON });
  return world;
}

const screened = (world: World, more: Record<string, unknown> = {}, subject: Record<string, unknown> = {}) =>
  done(world.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name: NAME, ...subject }, sources: ['eu_fsf'], ...more },
  });
const decide = (world: World, id: string, decision = 'false_positive') =>
  done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id },
    body: { decision, reason: 'Looked at it.' },
  });
const listed = async (world: World, query: Record<string, string> = {}) =>
  (await done(world.client, screeningRoutes.listRememberedDecisions, { query })).items;
const expire = (as: Credential, ids: string[], reason: string | undefined = 'New document.') =>
  call(as, screeningRoutes.expireRememberedDecisions, { body: { ids, reason } });
const eventsOf = async (world: World, type: string) =>
  (await done(world.owner, riskRoutes.listRecords, { params: { resource: 'events' }, query: { type } })).items;
const factsOf = async (world: World, id: string) => {
  const { items } = await done(world.client, riskRoutes.listRecords, {
    params: { resource: 'evidence' },
    query: { subjectId: id },
  });
  return items.map(({ data }: { data: { fact: string; value: unknown } }) => [data.fact, data.value]);
};

describe('a run of the same subject and data', () => {
  test('inherits a clearance, says so everywhere, and claims no decision of its own', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const first = await screened(world, { riskSubjectId });
    await decide(world, first.matches[0].id);

    const second = await screened(world, { riskSubjectId });

    const { decisions } = await done(world.client, screeningRoutes.readScreeningRun, { params: { id: first.id } });
    const rememberedFrom = {
      runId: first.id,
      matchId: first.matches[0].id,
      decision: 'false_positive',
      decidedBy: decisions[0].decidedBy,
      decidedAt: decisions[0].decidedAt,
    };
    expect(second).toMatchObject({
      status: 'clear',
      decisions: [],
      matches: [{ decision: 'false_positive', rememberedFrom }],
    });
    expect(second.matches[0]).not.toHaveProperty('reviewReason');
    expect((await factsOf(world, riskSubjectId)).at(-1)).toEqual(['screening.sanctions', 'clear']);
    const pending = await done(world.client, screeningRoutes.listScreeningMatches, {});
    expect(pending.items).toEqual([]);
    const decided = await done(world.client, screeningRoutes.listScreeningMatches, { query: { decision: 'decided' } });
    expect(decided.items.at(-1)).toMatchObject({ run: { id: second.id }, match: { rememberedFrom } });
    expect(await eventsOf(world, 'screening.match.decided')).toHaveLength(1);
    expect(await eventsOf(world, 'screening.match.found')).toHaveLength(1);
    expect(
      (await eventsOf(world, 'screening.match.remembered')).map(({ data }: { data: object }) => data),
    ).toMatchObject([
      {
        resourceId: second.id,
        subjectId: riskSubjectId,
        details: { matches: [{ decision: 'false_positive', list: 'eu_fsf' }] },
      },
    ]);
    const detail = await done(world.client, screeningRoutes.readScreeningMatch, {
      params: { id: second.matches[0].id },
    });
    expect(detail).toMatchObject({ match: { rememberedFrom }, earlier: [{ matchId: first.matches[0].id }] });
  });

  test('inherits a confirmation; only the match that a person confirmed is in force, however many runs follow', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const first = await screened(world, { riskSubjectId });
    await decide(world, first.matches[0].id, 'confirmed');
    for (const _ of [1, 2, 3])
      expect(await screened(world, { riskSubjectId })).toMatchObject({
        status: 'match',
        matches: [{ decision: 'confirmed' }],
      });

    const pk = `${world.organizationId}#test#matches-in-force#${riskSubjectId}`;
    expect((await dynamoStore.query('screening', { pk })).items.map(({ sk }) => sk)).toEqual([first.id]);
    const other = await screened(world, { riskSubjectId }, { name: 'Nobody Listed' });
    expect(other.status).toBe('clear');
    expect(other.notices.at(-1)).toMatchObject({ code: 'earlier_match_confirmed', runId: first.id });
    expect((await factsOf(world, riskSubjectId)).at(-1)).toEqual(['screening.sanctions', 'match']);
  });

  test('inherits the newest decision, also when a person decides an inherited match or the first one again', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const first = await screened(world, { riskSubjectId });
    await decide(world, first.matches[0].id);
    const second = await screened(world, { riskSubjectId });

    const again = await decide(world, second.matches[0].id, 'confirmed');
    expect(again.match).not.toHaveProperty('rememberedFrom');
    expect(await screened(world, { riskSubjectId })).toMatchObject({
      matches: [{ decision: 'confirmed', rememberedFrom: { runId: second.id } }],
    });

    await decide(world, first.matches[0].id);
    expect(await screened(world, { riskSubjectId })).toMatchObject({
      matches: [{ decision: 'false_positive', rememberedFrom: { runId: first.id } }],
    });
    expect(await listed(world)).toMatchObject([
      { runId: first.id, decision: 'false_positive', subject: { id: riskSubjectId } },
    ]);
  });

  test('of a batch, an uploaded row and an attached run inherits like others', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const alone = await screened(world);
    await decide(world, alone.matches[0].id);
    await done(world.client, screeningRoutes.attachScreeningRun, { params: { id: alone.id }, body: { riskSubjectId } });

    const batch = await done(world.client, screeningRoutes.createScreeningBatch, {
      body: { items: [{ subject: { name: NAME }, riskSubjectId }, { subject: { name: NAME } }], sources: ['eu_fsf'] },
    });
    expect(batch.byStatus).toMatchObject({ clear: 1, possible_match: 1 });
    expect(await listed(world)).toMatchObject([{ subject: { id: riskSubjectId }, matchId: alone.matches[0].id }]);
  });
});

describe('nothing is inherited', () => {
  const other: [string, (world: World, riskSubjectId: string) => Promise<unknown>, string | undefined][] = [
    ['by another subject', async (world) => screened(world, { riskSubjectId: await newSubject(world) }), undefined],
    ['by a run without the subject', (world) => screened(world), undefined],
    [
      'from another list',
      (world, riskSubjectId) => screened(world, { riskSubjectId, sources: ['uk_sanctions'] }),
      undefined,
    ],
    [
      'after other data',
      (world, riskSubjectId) => screened(world, { riskSubjectId }, { aliases: ['A. Q.'] }),
      'remembered_subject_changed',
    ],
  ];

  test.each(other)('%s', async (_case, run, reviewReason) => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    await decide(world, (await screened(world, { riskSubjectId })).matches[0].id);

    for (const match of ((await run(world, riskSubjectId)) as { matches: Record<string, unknown>[] }).matches) {
      expect(match).toMatchObject({ decision: 'pending' });
      expect(match.reviewReason).toBe(reviewReason);
      expect(match).not.toHaveProperty('rememberedFrom');
    }
  });

  test('in another mode, nor in another organization', async () => {
    const world = await remembering();
    await decide(world, (await screened(world)).matches[0].id);
    expect(await screened(world)).toMatchObject({ status: 'clear' });

    const live = await aWorld('live', world.organizationId);
    for (const one of [live, await remembering()])
      expect((await screened(one)).matches).toMatchObject([{ decision: 'pending' }]);
    expect(await listed(live)).toEqual([]);
  });

  test('after the list has changed the entry, until it is as before', async () => {
    const world = await remembering();
    const before = anEntry({ id: 'EU.9', names: [{ text: 'Cornelius Blotter', isWeak: false }] });
    const after = { ...before, programmes: ['A NEW PROGRAMME'] };
    const run = () => screened(world, { sources: ['ofac_consolidated'] }, { name: 'Cornelius Blotter' });
    await loadList('ofac_consolidated', [before]);
    await decide(world, (await run()).matches[0].id);

    await loadList('ofac_consolidated', [after]);
    expect(await run()).toMatchObject({ matches: [{ decision: 'pending', reviewReason: 'remembered_entry_changed' }] });
    await loadList('ofac_consolidated', [before]);
    expect(await run()).toMatchObject({ status: 'clear' });
  });

  test('without the setting: runs, rows and events are those of an organization that never had it', async () => {
    const [never, off] = [await aWorld(), await aWorld()];
    await set(off.owner, { ...ON, rememberDecisions: false });
    for (const world of [never, off]) {
      const first = await screened(world);
      await decide(world, first.matches[0].id);
      const second = await screened(world);
      expect(second.matches).toMatchObject([{ decision: 'pending' }]);
      expect(JSON.stringify(second)).not.toContain('remembered');
      for (const part of ['remembered#', 'remembered-listed#', 'memory-key'])
        for (const shard of ['', ...Array.from({ length: 16 }, (_, index) => index)])
          expect(
            (await dynamoStore.query('screening', { pk: `${world.organizationId}#test#${part}${shard}` })).items,
          ).toEqual([]);
      expect(await listed(world)).toEqual([]);
    }
  });
});

describe('the list of remembered decisions', () => {
  test('is found by subject, list, person and expiry, and has no data of the subject', async () => {
    const world = await remembering();
    const subjects = [await newSubject(world), await newSubject(world)];
    for (const riskSubjectId of subjects) await decide(world, (await screened(world, { riskSubjectId })).matches[0].id);
    await decide(world, (await screened(world, {}, { datesOfBirth: ['1961-04-17'] })).matches[0].id);
    const all = await listed(world);

    expect(all.map(({ subject }: { subject: { id: string } | null }) => subject?.id)).toEqual([...subjects, undefined]);
    expect(await listed(world, { subject: subjects[1] ?? '' })).toEqual([all[1]]);
    expect(await listed(world, { source: 'eu_fsf' })).toHaveLength(3);
    expect(await listed(world, { source: 'uk_sanctions' })).toEqual([]);
    expect(await listed(world, { decidedBy: all[0].decidedBy })).toHaveLength(3);
    expect(await listed(world, { decidedBy: 'user:somebody' })).toEqual([]);
    const { decidedAt, expiresAt } = all[1];
    expect(Date.parse(expiresAt) - Date.parse(decidedAt)).toBe(365 * 86_400_000);
    expect(await listed(world, { expiresBefore: expiresAt })).toEqual([all[0]]);
    expect(JSON.stringify(all)).not.toContain(createHash('sha256').update(NAME).digest('hex'));
    expect(Object.keys(all[0]).filter((name) => name.endsWith('Digest'))).toEqual([]);
  });

  test('expires decisions once, with a reason that the history has; the next run asks', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    await decide(world, (await screened(world, { riskSubjectId })).matches[0].id);
    const [{ id }] = await listed(world);

    for (const as of [world.client, world.member]) expect((await expire(as, [id])).status).toBe(403);
    for (const [ids, reason] of [
      [[id], ''],
      [[], 'x'],
      [[id, id], 'x'],
      [['x'], 'x'],
    ] as const)
      expect((await expire(world.admin, [...ids], reason)).status).toBe(400);
    expect(await screened(world, { riskSubjectId })).toMatchObject({ status: 'clear' });

    const unknown = randomUUID();
    expect(await expire(world.admin, [id, unknown])).toMatchObject({
      status: 200,
      body: { expired: [id], unchanged: [unknown] },
    });
    expect(await expire(world.admin, [id])).toMatchObject({ status: 200, body: { expired: [], unchanged: [id] } });
    expect(await listed(world)).toEqual([]);
    expect(await listed(world, { subject: riskSubjectId })).toEqual([]);
    expect(
      (await eventsOf(world, 'screening.decision.expired')).map(({ data }: { data: object }) => data),
    ).toMatchObject([{ resourceId: id, subjectId: riskSubjectId, reason: 'New document.' }]);
    const asked = await screened(world, { riskSubjectId });
    expect(asked).toMatchObject({ matches: [{ decision: 'pending', reviewReason: 'remembered_expired' }] });

    await decide(world, asked.matches[0].id);
    expect(await screened(world, { riskSubjectId })).toMatchObject({ status: 'clear' });
    const foreign = await remembering();
    const [own] = await listed(world);
    expect(await expire(foreign.admin, [own.id])).toMatchObject({ body: { expired: [], unchanged: [own.id] } });
    expect(await listed(world)).toHaveLength(1);
  });

  test('a page continues where the one before ended', async () => {
    const world = await remembering();
    const known = {
      subject: null,
      source: 'eu_fsf',
      listedName: NAME,
      listKind: 'sanctions' as const,
      score: 90,
      entryDigest: 'e',
      screenedDigest: 's',
      factorsDigest: 'f',
      decision: 'confirmed' as const,
      reason: 'Looked at it.',
      runId: newId(),
      matchId: newId(),
      decidedBy: 'user:one',
      decidedAt: new Date().toISOString(),
      proposedBy: null,
    };
    for (let change = 0; change < 21; change += 1) {
      const decided = idsFor(newId(), 5).map((id, member) => {
        const about = { source: 'eu_fsf', sourceEntryId: `${change}.${member}` };
        return { key: rememberedKey(world, dataKey('s'), about), remembered: { ...known, ...about, id } };
      });
      await dynamoStore.transact(
        [
          ...decided.map(({ key, remembered }) => replaceRemembered(key, undefined, remembered)),
          ...listRemembered(world, decided),
        ],
        newId(),
      );
    }
    const pages: string[][] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page: { items: { id: string }[]; nextOffset: number | null } = await done(
        world.client,
        screeningRoutes.listRememberedDecisions,
        { query: { offset } },
      );
      pages.push(page.items.map(({ id }) => id));
      offset = page.nextOffset;
    }
    expect(new Set(pages.flat()).size).toBe(105);
    expect(pages.flat()).toHaveLength(105);
    // A page ends before what was decided within the last second.
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });
});

describe('decisions at the same time, and requests that die', () => {
  test('of two decisions on equal matches one is remembered, and it is the one that was made last', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const both = [await screened(world, { riskSubjectId }), await screened(world, { riskSubjectId })];
    const ids = both.map(({ matches }) => matches[0].id as string);
    await Promise.all([decide(world, ids[0] ?? '', 'confirmed'), decide(world, ids[1] ?? '')]);

    const [known, ...others] = await listed(world);
    expect(others).toEqual([]);
    const bySubject = await listed(world, { subject: riskSubjectId });
    expect(bySubject).toEqual([known]);
    expect(await screened(world, { riskSubjectId })).toMatchObject({
      matches: [{ decision: known.decision, rememberedFrom: { matchId: known.matchId } }],
    });
  });

  test('a decision that dies at any step is remembered exactly if it was made', { timeout: 60_000 }, async () => {
    const world = await remembering();
    const decideOnce = (id: string, idempotencyKey: string) =>
      call(world.owner, screeningRoutes.decideScreeningMatch, {
        params: { id },
        body: { decision: 'false_positive', reason: 'Looked at it.' },
        idempotencyKey,
      });
    const aMatch = async () => {
      const riskSubjectId = await newSubject(world);
      return { riskSubjectId, id: (await screened(world, { riskSubjectId })).matches[0].id as string };
    };
    const first = await aMatch();
    const { calls } = await observed(() => decideOnce(first.id, randomUUID()));
    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);
    for (const { index, moment } of somePoints(points, 3)) {
      const { riskSubjectId, id } = await aMatch();
      const key = randomUUID();
      await withFaults(crashAt(index, moment), () => decideOnce(id, key)).catch(() => undefined);
      const { match } = await done(world.client, screeningRoutes.readScreeningMatch, { params: { id } });
      const before = await listed(world, { subject: riskSubjectId });
      expect(before).toHaveLength(match.decision === 'pending' ? 0 : 1);
      expect((await decideOnce(id, key)).status).toBe(200);
      expect(await listed(world, { subject: riskSubjectId })).toMatchObject([{ matchId: id }]);
    }
  });

  test('a group of matches is remembered with one decision, and so is its change', async () => {
    const world = await remembering();
    const riskSubjectId = await newSubject(world);
    const alike = (id: string) =>
      anEntry({
        id,
        names: [{ text: 'Wilhelmina Stamp', isWeak: false }],
        references: [{ scheme: 'un', value: 'QDi.999' }],
      });
    await loadList('ofac_sdn', [alike('S.1')]);
    await loadList('idb_sanctions', [alike('I.1')]);
    const run = () =>
      screened(world, { riskSubjectId, sources: ['ofac_sdn', 'idb_sanctions'] }, { name: 'Wilhelmina Stamp' });
    const { matches } = await run();
    const groupId = matches[0].group.id;
    const body = { groupId, decision: 'confirmed', reason: 'The same person.' };
    const { decided } = await done(world.owner, screeningRoutes.decideScreeningGroup, { body });

    expect(decided).toHaveLength(2);
    expect(await listed(world)).toHaveLength(2);
    const second = await run();
    expect(second.matches).toMatchObject([{ decision: 'confirmed' }, { decision: 'confirmed' }]);
    await decide(world, second.matches[0].id);
    const decisions = new Set((await run()).matches.map(({ decision }: { decision: string }) => decision));
    expect(decisions).toEqual(new Set(['confirmed', 'false_positive']));
  });
});

test('remembering costs a run with matches one read, a run without matches none, and a decision two rows', async () => {
  const [off, on] = [await aWorld(), await remembering()];
  const costsOf = async (world: World) => {
    const unitsIn = async (action: () => Promise<unknown>) =>
      (await unitsOf(action)).filter(({ table, pk }) => table === 'screening' && pk.startsWith(world.organizationId));
    const readsOf = async (action: () => Promise<unknown>) =>
      (await unitsIn(action)).reduce((sum, { reads }) => sum + reads, 0);
    const riskSubjectId = await newSubject(world);
    const run = () => screened(world, { riskSubjectId });
    const clear = await readsOf(() => screened(world, { riskSubjectId }, { name: 'Nobody Listed' }));
    await run();
    const [match] = (await run()).matches;
    const decided = await unitsIn(() => decide(world, match.id));
    const remembered = decided.filter(({ pk }) => pk.includes('#remembered'));
    return { clear, found: await readsOf(run), written: remembered.map(({ writes }) => writes).filter(Boolean) };
  };
  const without = await costsOf(off);
  expect(without.written).toEqual([]);
  expect(await costsOf(on)).toEqual({ ...without, found: without.found + 1, written: [2, 2] });
});

describe('the settings', () => {
  const { proposeSettings, updateSettings, listSettingsProposals, readSettings } = routes.organization;
  const propose = (as: Credential, body: object) =>
    call(as, proposeSettings, { body: { reason: 'Fewer repetitions.', ...body } });

  test('are off by default, changed by owners alone, and for both modes', async () => {
    const world = await aWorld();
    const read = (as: Credential) => done(as, screeningRoutes.readScreeningSettings);
    expect(await read(world.client)).toEqual({ rememberDecisions: false, expiresAfterDays: 365 });
    expect(await done(world.owner, readSettings)).not.toHaveProperty('screening');
    for (const as of [world.client, world.member, world.admin]) expect((await set(as)).status).toBe(403);
    for (const body of [
      { ...ON, expiresAfterDays: 0 },
      { ...ON, expiresAfterDays: 731 },
      { rememberDecisions: true },
      { ...ON, other: 1 },
    ])
      expect((await set(world.owner, body)).status).toBe(400);

    expect((await set(world.owner)).status).toBe(200);
    expect((await set(world.owner)).status).toBe(200);
    expect(await read((await aWorld('live', world.organizationId)).client)).toEqual(ON);
    const settings = await done(world.owner, readSettings);
    expect(settings).toMatchObject({ revision: 1, screening: ON });
    await done(world.owner, updateSettings, { body: { name: 'Example', expectedRevision: 1 } });
    expect(await read(world.client)).toEqual(ON);
    expect(await eventsOf(world, 'organization.settings.changed')).toMatchObject([
      { data: { details: { changed: ['screening'], screening: { from: null, to: ON } } } },
      { data: { details: { changed: ['name'] } } },
    ]);
  });

  test('take two people to remember more while decisions do, and one to remember less', async () => {
    const world = await aWorld();
    await done(world.owner, updateSettings, { body: { fourEyes: { matches: true }, expectedRevision: 0 } });
    const second = await userOf(world.organizationId, 'owner');
    const required = { status: 409, body: { code: 'second_person_required' } };

    expect(await set(world.owner)).toMatchObject(required);
    const own = (await propose(world.owner, { screening: ON })).body.id;
    expect(await set(world.owner, { ...ON, proposalId: own, reason: 'Yes.' })).toMatchObject(required);
    const proposalId = (await propose(world.admin, { screening: ON })).body.id;
    const differing = { ...ON, expiresAfterDays: 366, proposalId, reason: 'Yes.' };
    expect(await set(second, differing)).toMatchObject({ status: 409, body: { code: 'proposal_differs' } });
    expect((await set(second, { ...ON, proposalId })).status).toBe(400);
    expect(
      await call(second, updateSettings, { body: { name: 'x', expectedRevision: 1, proposalId, reason: 'Yes.' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'proposal_differs' },
    });
    expect(await done(world.client, screeningRoutes.readScreeningSettings)).toMatchObject({ rememberDecisions: false });

    expect((await set(second, { ...ON, proposalId, reason: 'Yes.' })).status).toBe(200);
    expect((await done(world.admin, listSettingsProposals)).items[0]).toMatchObject({
      id: proposalId,
      status: 'accepted',
      screening: ON,
    });
    expect(await set(second, { ...ON, expiresAfterDays: 366 })).toMatchObject(required);
    expect((await set(second, { ...ON, expiresAfterDays: 30 })).status).toBe(200);
    expect((await set(second, { ...ON, rememberDecisions: false })).status).toBe(200);
    expect(await set(second)).toMatchObject(required);
  });

  test('a proposal remembers more than now, and is about nothing else', async () => {
    const world = await remembering();
    const refusals: [object, number, string][] = [
      [{ screening: ON }, 409, 'rule_not_on'],
      [{ screening: { ...ON, rememberDecisions: false } }, 409, 'rule_not_on'],
      [{ screening: { ...ON, expiresAfterDays: 400 }, highestReviewScore: null }, 422, 'mixed_proposal'],
      [{ screening: { ...ON, expiresAfterDays: 731 } }, 400, 'invalid_body'],
    ];
    for (const [body, status, code] of refusals)
      expect(await propose(world.admin, body)).toMatchObject({ status, body: { code } });
    expect((await propose((await aWorld()).admin, { screening: ON })).status).toBe(201);
  });
});
